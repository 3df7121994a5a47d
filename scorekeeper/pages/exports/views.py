"""The page with all downloads of a club, its seasons and its sessions, each with its purpose."""

from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.exports import club_archive, files, parquet, session_bundle
from scorekeeper.exports.file_names import file_name, session_parts
from scorekeeper.exports.noted_plays import PlaysFormat
from scorekeeper.exports.parquet import ParquetMissingError, ParquetTable
from scorekeeper.models import Club, Season, Session
from scorekeeper.pages.display.long_lists import LongListPaginator
from scorekeeper.pages.display.separators import CsvLinks
from scorekeeper.pages.permissions import get_club, require_permission

API = "/api/v1"
PAGE = 10  # sessions


class DownloadFile(NamedTuple):
    """A file to download."""

    label: str
    url: str
    name: str  # file name
    kind: str = ""  # of the file that a worker makes, if it is large
    format: str = ""


class Download(NamedTuple):
    """A kind of download with its files and the path in the API."""

    title: str
    purpose: str
    files: list[DownloadFile]
    api: str
    is_large: bool = False  # so that a worker makes its files
    season: Season | None = None


@require_safe
def export(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the downloads that this person may have; the archive of the whole club is for owners."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.SEE, club_row):
        return response
    sessions = club_row.sessions.select_related("head", "season").order_by("-created_at", "pk")
    page = LongListPaginator(sessions, PAGE, request.GET.get("page")).asked_page()
    is_large, large_seasons = files.find_large(club_row)
    csv = CsvLinks(request)
    context = {
        "club": club_row,
        "host": request.build_absolute_uri("/").rstrip("/"),
        "is_large": is_large,
        "has_files": files.seen_by(request.user).filter(club=club_row).exists(),
        "club_downloads": _club_downloads(club_row, csv, is_large=is_large),
        "season_downloads": [
            (season, _season_downloads(season, csv, is_large=season.pk in large_seasons))
            for season in club_row.seasons.all()
        ],
        "page": page,
        "sessions": [_session_row(session, request.user) for session in page],
        **_archive_context(request.user, club_row),
    }
    return render(request, "office/export.html", context)


def _archive_context(person: Person, club: Club) -> dict[str, Any]:
    """Return the archive's path for owners, and the sessions whose hidden cards they may not read yet."""
    if not access.may(person, Action.EXPORT, club):
        return {}
    hidden = Session.objects.filter(pk__in=club_archive.sessions_with_hidden_cards(club, person))
    return {
        "archive": f"{API}/clubs/{club.pk}/export/",
        "archive_name": file_name(club.name, ending="zip"),
        "hidden_sessions": hidden,
    }


def _tables(
    address: str, *name_parts: str, csv: CsvLinks, kind: str = "", is_large: bool = False
) -> list[DownloadFile]:
    """Return the files of a table: CSV as the reader's spreadsheet expects it, and Excel, which workers do not make."""
    as_csv = DownloadFile(
        "CSV",
        f"{address}?format=csv{csv.query}",
        file_name(*name_parts, ending="csv"),
        kind,
        "csv",
    )
    excel = DownloadFile(
        "Excel",
        f"{address}?format=xlsx{csv.headings}",
        file_name(*name_parts, ending="xlsx"),
        kind,
        "xlsx",
    )
    return [as_csv] if is_large else [as_csv, excel]


def _plays(path: str, *name_parts: str) -> Download:
    """Return the sessions as plays, which are short: no worker makes them."""
    return Download(
        pgettext("download", "Plays"),
        _("A play for each session, with the totals as scores, for BG Stats or BoardGameGeek."),
        [
            DownloadFile(
                label,
                f"{path}/plays/?format={form}",
                file_name(*name_parts, "plays", ending=form),
            )
            for label, form in (
                ("BG Stats", PlaysFormat.BG_STATS),
                ("BoardGameGeek (XML)", PlaysFormat.XML),
            )
        ],
        f"{path}/plays/",
    )


def _parquet(path: str, *name_parts: str, is_large: bool, season: Season | None = None) -> Download:
    """Return the tables for programs that analyze data, or why there are none."""
    labels = {
        ParquetTable.HANDS: pgettext("download", "Hands"),
        ParquetTable.VERDICTS: _("Verdicts"),
        ParquetTable.SCORES: _("Scores"),
        ParquetTable.FACTS: _("What happened"),
    }
    is_available = parquet.is_available()
    purpose = _(
        "Hands, verdicts, scores and what happened as Parquet, one file a table, for DuckDB, polars or R."
    )
    return Download(
        _("For analysis"),
        purpose if is_available else _(str(ParquetMissingError())),
        [
            DownloadFile(
                label,
                f"{path}/hands/?format=parquet&table={table}",
                file_name(*name_parts, table, ending="parquet"),
                table,
                "parquet",
            )
            for table, label in (labels.items() if is_available else ())
        ],
        f"{path}/hands/?format=parquet",
        is_large,
        season,
    )


def _club_downloads(club: Club, csv: CsvLinks, *, is_large: bool) -> list[Download]:
    path = f"{API}/clubs/{club.pk}"
    return [
        Download(
            _("Every session record"),
            _(
                "The records as written down, one session per line: for another installation, for the referee’s command line, or as a backup."
            ),
            [
                DownloadFile(
                    "NDJSON",
                    f"{path}/records/",
                    file_name(club.name, "records", ending="ndjson"),
                    "records",
                    "ndjson",
                )
            ],
            f"{path}/records/",
            is_large,
        ),
        Download(
            _("Every hand"),
            _(
                "Each hand with its players, its record, verdicts and points: for programs as NDJSON, for a spreadsheet as CSV."
            ),
            [
                DownloadFile(
                    "NDJSON",
                    f"{path}/hands/",
                    file_name(club.name, "hands", ending="ndjson"),
                    "hands",
                    "ndjson",
                ),
                *_tables(
                    f"{path}/hands/", club.name, "hands", csv=csv, kind="hands", is_large=is_large
                ),
            ],
            f"{path}/hands/",
            is_large,
        ),
        Download(
            _("Statistics"),
            _("Hands, wins, points and averages, one row per player, for a spreadsheet."),
            _tables(f"{path}/statistics/", club.name, "statistics", csv=csv),
            f"{path}/statistics/",
        ),
        _plays(path, club.name),
        _parquet(path, club.name, is_large=is_large),
    ]


def _season_downloads(season: Season, csv: CsvLinks, *, is_large: bool) -> list[Download]:
    path = f"{API}/seasons/{season.pk}"
    parts = season.club.name, season.name
    return [
        Download(
            _("Table"),
            _("The standings, for a spreadsheet."),
            _tables(f"{path}/standings/", *parts, "standings", csv=csv),
            f"{path}/standings/",
        ),
        Download(
            _("Scores"),
            _("Each player’s points in each hand, for a spreadsheet."),
            _tables(f"{path}/scores/", *parts, "scores", csv=csv, kind="scores", is_large=is_large),
            f"{path}/scores/",
            is_large,
            season,
        ),
        _plays(path, *parts),
        Download(
            _("Records and hands"),
            _("The same files as for the club, for this season only."),
            [
                DownloadFile(
                    _("Records"),
                    f"{path}/records/",
                    file_name(*parts, "records", ending="ndjson"),
                    "records",
                    "ndjson",
                ),
                DownloadFile(
                    pgettext("download", "Hands"),
                    f"{path}/hands/",
                    file_name(*parts, "hands", ending="ndjson"),
                    "hands",
                    "ndjson",
                ),
            ],
            f"{path}/records/",
            is_large,
            season,
        ),
        _parquet(path, *parts, is_large=is_large, season=season),
    ]


def _session_row(session: Session, person: Person) -> dict[str, Any]:
    season = session.season.name if session.season else ""
    has_hidden_cards = any(session_bundle.positions_hidden_from(session, person))
    return {
        "row": session,
        "bundle": "" if has_hidden_cards else f"{API}/sessions/{session.pk}/bundle/",
        "bundle_name": file_name(*session_parts(session, season=season), "bundle", ending="json"),
    }
