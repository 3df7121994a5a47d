"""Everything that can be taken out of a club's books, in one place, each with what it is for."""

from typing import Any, NamedTuple
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.exports import club_archive, session_bundle
from scorekeeper.models import Club, Season, Session
from scorekeeper.pages.permissions import get_club, require_permission

API = "/api/v1"
PAGE = 10  # sessions


class File(NamedTuple):
    """Something to download."""

    label: str
    url: str
    name: str  # of the file


class Taken(NamedTuple):
    """What is downloaded, what it is for, and where a program gets it."""

    title: str
    what_for: str
    files: list[File]
    api: str


@require_safe
def export(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """For members what they see; for owners the whole club."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.SEE, where):
        return elsewhere
    sessions = where.sessions.select_related("head", "season").order_by("-created_at", "pk")
    page = Paginator(sessions, PAGE).get_page(request.GET.get("page"))
    context = {
        "club": where,
        "host": request.build_absolute_uri("/").rstrip("/"),
        "of_club": _of_club(where),
        "of_seasons": [(season, _of_season(season)) for season in where.seasons.all()],
        "page": page,
        "sessions": [_of_session(session, request.user) for session in page],
        **_archive(request.user, where),
    }
    return render(request, "office/export.html", context)


def _archive(person: Person, club: Club) -> dict[str, Any]:
    """The whole club, for its owners; without what they may not see yet, if they say so."""
    if not access.may(person, Action.EXPORT, club):
        return {}
    hidden = Session.objects.filter(pk__in=club_archive.sessions_with_hidden_cards(club, person))
    return {"archive": f"{API}/clubs/{club.pk}/export/", "hidden": hidden}


def _of_club(club: Club) -> list[Taken]:
    where = f"{API}/clubs/{club.pk}"
    return [
        Taken(
            _("Every session record"),
            _("What was written down, a session on each line: for another scorekeeper, for the referee’s command, for keeping."),
            [File("NDJSON", f"{where}/records/", "records.ndjson")],
            f"{where}/records/",
        ),
        Taken(
            _("Every hand"),
            _("Each hand with its players, its record, verdicts and points: for programs as NDJSON, for a spreadsheet as CSV."),
            [File("NDJSON", f"{where}/hands/", "hands.ndjson"), File("CSV", f"{where}/hands/?format=csv", "hands.csv")],
            f"{where}/hands/",
        ),
        Taken(
            _("Statistics"),
            _("Hands, wins, points and averages of everybody: a row a player, for a spreadsheet."),
            [File("CSV", f"{where}/statistics/?format=csv", "statistics.csv")],
            f"{where}/statistics/",
        ),
    ]  # fmt: skip


def _of_season(season: Season) -> list[Taken]:
    where = f"{API}/seasons/{season.pk}"
    return [
        Taken(
            _("Table"), _("Who stands where, for a spreadsheet."),
            [File("CSV", f"{where}/standings/?format=csv", "standings.csv")], f"{where}/standings/",
        ),
        Taken(
            _("Scores"), _("What each hand brought each player, for a spreadsheet."),
            [File("CSV", f"{where}/scores/", "scores.csv")], f"{where}/scores/",
        ),
        Taken(
            _("Records and hands"), _("The same as of the club, of this season only."),
            [File(_("Records"), f"{where}/records/", "records.ndjson"), File(_("Hands"), f"{where}/hands/", "hands.ndjson")],
            f"{where}/records/",
        ),
    ]  # fmt: skip


def _of_session(session: Session, person: Person) -> dict[str, Any]:
    hides = any(session_bundle.positions_hidden_from(session, person))
    return {"row": session, "bundle": "" if hides else f"{API}/sessions/{session.pk}/bundle/"}
