"""The pages of a session: its score sheet, and its record as a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.exports import csv_files
from scorekeeper.exports.file_names import file_name, session_parts_for
from scorekeeper.exports.tables import TableFormat, table_chunks, table_headers
from scorekeeper.hands.recording import next_carry
from scorekeeper.models import Session
from scorekeeper.models.adjudications import UNFINISHED, VOID
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.display.referee_messages import points
from scorekeeper.pages.display.separators import chosen_separator
from scorekeeper.pages.permissions import (
    club_context,
    get_session,
)
from scorekeeper.pages.sessions import annulling, live
from scorekeeper.pages.sessions.unfiled import unfiled
from scorekeeper.sessions import score_sheet
from scorekeeper.sessions.document import session_record

AFTER_THE_END = "after-the-end"
FORMS = {
    "toml": "application/toml",
    "json": "application/json",
    "txt": "text/plain",
}
DIGITS = 6  # of points, after the decimal point


@dataclass(frozen=True, kw_only=True)
class SheetCell:
    """The result of a hand for one seat."""

    points: str
    total: str
    led: bool
    first_out: bool


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """A line of the score sheet."""

    line: score_sheet.ScoreSheetLine
    cells: list[SheetCell]  # by seat
    ruled: list[tuple[str, str]]
    """What a human referee gave or took by seat, and the total with it; empty where nothing of that counts."""


@require_safe
def session(request: HttpRequest, session: UUID) -> HttpResponse:
    """Show the score sheet of a session."""
    row = get_session(request, session)
    is_installed = row.variant in referee.VARIANTS
    written = (row.head.content.get("house_rules") or {}) if is_installed else {}
    context = {
        **_sheet(request, row),
        **club_context(request, row.club),
        "is_installed": is_installed,
        "house_rules": house_rules.describe(row.variant, written) if is_installed else [],
        "rules_query": house_rules.as_query(row.variant, written) if is_installed else "",
        "notes": row.head.text.get("notes"),
        "may_publish": access.may(request.user, Action.PUBLISH, row.club),
        "may_rebuild": access.may(request.user, Action.REBUILD, row.club),
        "season_seen": _season_seen(request, row),
        "unfiled": unfiled(request, row),
        "may_annul": is_installed and access.may(request.user, Action.RULE, row.club),
        "may_correct": is_installed and access.may(request.user, Action.OPEN, row.club),
        "may_try_rules": access.may(request.user, Action.TRY_RULES, row.club),
    }
    return render(request, "sessions/session.html", context)


@require_safe
def live_sheet(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Return the part of the page that changes during play; 304 if unchanged."""
    row = get_session(request, session)
    tag = live.etag(request, row, request.user.pk)
    if response := live.not_modified(request, tag):
        return response
    return live.with_etag(render(request, "sessions/live.html", _sheet(request, row)), tag)


def _sheet(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Return the context of the score sheet and of the hand being played."""
    sheet = score_sheet.build_score_sheet(session, request.user)
    names = {seat.number: seat.name for seat in sheet.seats}
    is_installed = session.variant in referee.VARIANTS
    hand = live.last_hand(session)
    may_change = is_installed and live.may_change(session, hand)
    is_struck = bool(sheet.lines) and all(line.annulled for line in sheet.lines)
    unfinished, totals = known_totals(sheet)
    return {
        "session": session,
        "sheet": sheet,
        "annulled": annulling.reason_of(session) if is_struck else "",
        "may_change": may_change,
        "now": live.live_hand(hand, names) if may_change else None,
        "rows": score_rows(sheet),
        "totals": [points(total, signed=False) for total in totals],
        "totals_before": unfinished.number if unfinished else None,
        "open_from": next((line.number for line in sheet.lines if _is_open(line)), None),
        "winners": [names[seat] for seat in sheet.winners],
        "next_number": next_carry(session).number if is_installed else None,
        "may_record": is_installed and access.may(request.user, Action.RECORD, session.club),
    }


@require_safe
def record(request: HttpRequest, session: UUID, form: str) -> HttpResponse:
    """Return the session record as a file, or its score sheet for a spreadsheet.  Raises Http404."""
    if form not in {*FORMS, *TableFormat}:
        raise Http404
    session_row = get_session(request, session)
    parts = session_parts_for(session_row, request.user)
    if form in {*TableFormat}:
        rows = csv_files.session_rows(session_row, request.user)
        separator = chosen_separator(request.GET)
        return HttpResponse(
            b"".join(table_chunks(rows, TableFormat(form), separator)),
            headers=table_headers(*parts, "scores", form=TableFormat(form)),
        )
    parsed = referee.parse_record(session_record(session_row, person=request.user))
    text = referee.write_record(parsed, "json" if form == "json" else "toml")
    response = HttpResponse(text, content_type=f"{FORMS[form]}; charset=utf-8")
    if form != "txt":
        name = file_name(*parts, ending=form)
        response["Content-Disposition"] = content_disposition_header(
            as_attachment=True, filename=name
        )
    return response


def _season_seen(request: HttpRequest, session: Session) -> bool:
    """Return whether the viewer may see the season: a public session may belong to a private one."""
    visible = access.seasons_seen_by(request.user).filter(pk__in=filter(None, [session.season_id]))
    return visible.exists()


def _is_open(line: score_sheet.ScoreSheetLine) -> bool:
    """Return whether a total after this hand is unproven."""
    return None in (line.totals or (None,))


def known_totals(
    sheet: score_sheet.ScoreSheet,
) -> tuple[score_sheet.ScoreSheetLine | None, Sequence[score_sheet.Number]]:
    """Return the totals of a session by seat; while only its last hand is open, that hand and the totals before it."""
    unfinished = _last_if_only_open(sheet)
    totals = sheet.lines[-2].totals if unfinished and sheet.lines[1:] else sheet.totals
    return unfinished, totals or [None] * len(sheet.seats)


def _last_if_only_open(sheet: score_sheet.ScoreSheet) -> score_sheet.ScoreSheetLine | None:
    """Return the last hand if it is unfinished, and all totals before it are known; else None."""
    *before, last = sheet.lines or (None,)
    is_unfinished = last is not None and last.status == UNFINISHED and _is_open(last)
    return last if is_unfinished and not any(map(_is_open, before)) else None


def score_rows(sheet: score_sheet.ScoreSheet) -> list[SheetRow]:
    """Return the lines of a score sheet for the template."""
    names = {seat.number: seat.name for seat in sheet.seats}
    return [_row(line, names) for line in sheet.lines]


def ruled_points(line: score_sheet.ScoreSheetLine) -> list[str]:
    """Return the adjustments of a hand by seat, as displayed; empty if none counts.

    Those that are all that is known of a hand are its points (``shown_points``).
    """
    given = _adjusted(line)
    if line.status == AFTER_THE_END or not any(given):
        return []
    return ["" if one is None else points(one) for one in given]


def shown_points(line: score_sheet.ScoreSheetLine) -> list[str]:
    """Return the points of a hand by seat, as displayed; of a void hand, unless no more than its points is known, a dash."""
    if line.only_points and not line.annulled:
        return [points(one or 0) for one in line.from_sheet]
    counts = line.status != VOID and not line.annulled
    return [points(one) if counts else "–" for one in line.points]


def _adjusted(line: score_sheet.ScoreSheetLine) -> list[score_sheet.Number]:
    """Return the adjustments beside the points of a hand, by seat."""
    if not any(line.from_sheet) or line.annulled:
        return [*line.adjustments]
    pairs = zip(line.adjustments, line.from_sheet, strict=True)
    return [round((one or 0) - (own or 0), DIGITS) or None for one, own in pairs]


def _row(line: score_sheet.ScoreSheetLine, names: Mapping[int, str]) -> SheetRow:
    totals: Any = line.totals or [None] * len(names)
    ruled = ruled_points(line)
    given = [one or 0 for one in _adjusted(line)] if ruled else [0] * len(names)
    counts = line.status != VOID and not line.annulled
    return SheetRow(
        line=line,
        cells=[
            SheetCell(
                points=got,
                total=points(_before(total, more), signed=False),
                led=line.leader == seat,
                first_out=counts and line.first_out == seat,
            )
            for seat, got, total, more in zip(names, shown_points(line), totals, given, strict=True)
        ],
        ruled=[
            (text, points(total, signed=False) if text else "")
            for text, total in zip(ruled, totals, strict=False)
        ],
    )


def _before(total: score_sheet.Number, given: float) -> score_sheet.Number:
    """Return the total of a hand without what a human referee gave after it."""
    return None if total is None else round(total - given, DIGITS)
