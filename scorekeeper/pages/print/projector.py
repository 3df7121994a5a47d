"""A session on a big screen: the table while a hand is played, the totals between hands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.adjudication import judging
from scorekeeper.clubs import roster
from scorekeeper.models import Hand, Season, SeasonCount, Session
from scorekeeper.pages.display.referee_messages import points
from scorekeeper.pages.permissions import get_session
from scorekeeper.pages.replays.moments import SeatMoment
from scorekeeper.pages.sessions import live
from scorekeeper.pages.sessions.views import ruled_points, shown_points
from scorekeeper.pages.standings.table import DisplayedStanding, display_rows
from scorekeeper.sessions import score_sheet
from scorekeeper.sessions.score_sheet import Number, ScoreSheet, ScoreSheetLine
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.scope import Scope

LINES = 6  # hands of the score list; more cannot be read from afar
PLAYS = 8  # plays of a trick besides the standing one
ROWS = 10  # players of the season's table


@dataclass(frozen=True, kw_only=True)
class ProjectorSeat:
    """A seat on the screen."""

    seat: SeatMoment
    total: str
    did: str  # the last action, if no cards lie for it


@dataclass(frozen=True, kw_only=True)
class RankedSeat:
    """A player in the order of totals."""

    place: int | None
    name: str
    total: str
    brought: str  # points of the last hand
    ruled: str  # what a human referee gave or took after it
    won: bool


@require_safe
def projector(request: HttpRequest, session: UUID) -> HttpResponse:
    """Show the screen; its board follows the table."""
    row = get_session(request, session)
    theme = "light" if request.COOKIES.get("theme") == "light" else "dark"
    context = {**_board(row, _season(request, row)), "theme": theme}
    return render(request, "sessions/projector.html", context)


@require_safe
def board(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Return the part of the screen that changes; 304 if unchanged."""
    row = get_session(request, session)
    season = _season(request, row)
    table: Iterable[object] = ()
    if season is not None:
        counted = SeasonCount.objects.filter(pk=season.pk).values_list("input_digest", flat=True)
        table = (season.pk, season.name, *counted)
    tag = live.etag(request, row, *table)
    if response := live.not_modified(request, tag):
        return response
    return live.with_etag(render(request, "sessions/board.html", _board(row, season)), tag)


def _board(session: Session, season: Season | None) -> dict[str, Any]:
    sheet = score_sheet.build_score_sheet(session, live.PUBLIC)
    names = {seat.number: seat.name for seat in sheet.seats}
    hand = live.last_hand(session)
    current = live.live_hand(hand, names)
    before = [line for line in sheet.lines if current is None or line.hand != current.hand.pk]
    position = current.hand.position if current else len(sheet.lines) + 1
    carried = judging.carry_into(session, position=position)
    totals: Sequence[Number] = carried.totals or [None] * len(names)
    context: dict[str, Any] = {
        "session": session,
        "club": session.club,
        "sheet": sheet,
        "now": current,
        "lines": [_line(line) for line in before[-LINES:]],
        "names": list(names.values()),
        "totals": [points(total, signed=False) for total in totals],
    }
    if current is not None:
        return {**context, **_playing(current, totals)}
    return {**context, **_between(session, season, sheet, hand, totals)}


def _playing(current: live.LiveHand, totals: Sequence[Number]) -> dict[str, Any]:
    """Return the context while a hand is played: seats, cards on the table, standing combination."""
    last = {one.seat: one for one in current.moment.laid}
    laid = [one for one in current.moment.laid if one.faces]
    return {
        "places": [
            ProjectorSeat(
                seat=seat,
                total=points(total, signed=False),
                did=one.did if (one := last.get(seat.number)) and not one.faces else "",
            )
            for seat, total in zip(current.moment.seats, totals, strict=True)
        ],
        "stands": [one for one in laid if one.stands],
        "laid": [one for one in reversed(laid) if not one.stands][:PLAYS],  # newest first
    }


def _between(
    session: Session,
    season: Season | None,
    sheet: ScoreSheet,
    hand: Hand | None,
    totals: Sequence[Number],
) -> dict[str, Any]:
    """Return the context between hands: totals and the season's table."""
    lowest = judging.rules_of(session).lowest_wins
    last = sheet.lines[-1] if sheet.lines else None
    return {
        "last": last,
        "hand": hand,
        "ranked": _ranked(sheet, totals, last, lowest=lowest),
        "season": season,
        "season_rows": _season_rows(season) if season else [],
    }


def _ranked(
    sheet: ScoreSheet, totals: Sequence[Number], last: ScoreSheetLine | None, *, lowest: bool
) -> list[RankedSeat]:
    """Return the seats, best first; nobody has a place while a total is unproven."""
    places = score_sheet.places(totals, lowest=lowest)
    given = ruled_points(last) if last else []
    brought = shown_points(last) if last else [""] * len(sheet.seats)
    rows = [
        RankedSeat(
            place=place,
            name=seat.name,
            total=points(total, signed=False),
            brought=brought[seat.number - 1],
            ruled=given[seat.number - 1] if given else "",
            won=seat.number in sheet.winners,
        )
        for seat, total, place in zip(sheet.seats, totals, places, strict=True)
    ]
    return sorted(rows, key=lambda row: row.place or 0)


def _line(line: ScoreSheetLine) -> Mapping[str, object]:
    return {
        "number": line.number,
        "points": shown_points(line),
        "illegal": line.illegal,
        "ruled": ruled_points(line),
        "is_ruling": line.ruled,
    }


def _season(request: HttpRequest, session: Session) -> Season | None:
    """Return the season if the viewer may see it."""
    if session.season_id is None:
        return None
    return access.seasons_seen_by(request.user).filter(pk=session.season_id).first()


def _season_rows(season: Season) -> list[DisplayedStanding]:
    table = standings_table.table(season, Scope())
    names = roster.player_names(row.player for row in table.rows)
    return display_rows(table, names, None)[:ROWS]
