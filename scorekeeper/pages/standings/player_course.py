"""The plots of one player's total and place in a season, session by session."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scorekeeper import workers
from scorekeeper.models import Session
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.display.plots import NONE, Plot, PlotRow, Point
from scorekeeper.standings.progress import SessionStanding, standings_of_player
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason


def context_of(
    request: HttpRequest, count: CountedSeason, part: Scope, player: UUID
) -> dict[str, Any]:
    """Return the plots for a page, and with which count they belong together; wake a worker if they are to be counted.

    The part must be one that the viewer may see session by session (`Scope.for_reader`).
    """
    course = standings_of_player(count, part, player)
    workers.wake_up_for_report(course, request)
    return {"plots": _plots_of(course.content or ()), "course": course}


def _plots_of(steps: Sequence[SessionStanding]) -> list[Plot]:
    """Return the plots, or none for a player without a session in this part of the season."""
    if not steps:
        return []
    names = _names(steps)
    return [
        Plot(
            name="session-totals",
            title=_("Total after each session"),
            series=[_("Total"), _("This session")],
            lines=_rows(steps, names, [[_total(step), _value(step)] for step in steps]),
            drawn=1,
            by_session=True,
        ),
        Plot(
            name="session-places",
            title=_("Place after each session"),
            series=[_("Place")],
            lines=_rows(steps, names, [[_place(step)] for step in steps]),
            first_on_top=True,
            by_session=True,
        ),
    ]


def _rows(
    steps: Sequence[SessionStanding], names: Mapping[UUID, str], points: Iterable[Sequence[Point]]
) -> list[PlotRow]:
    return [
        PlotRow(day=step.day, points=row, beside=names[step.session])
        for step, row in zip(steps, points, strict=True)
    ]


def _names(steps: Iterable[SessionStanding]) -> dict[UUID, str]:
    """Return what names each session beside its day: its game, and that it was played without this player."""
    sessions = Session.objects.in_bulk([step.session for step in steps])
    return {
        step.session: sessions[step.session].get_variant_display()
        if step.played
        else _("played by others")
        for step in steps
    }


def _total(step: SessionStanding) -> Point:
    total = step.row.total
    return NONE if total is None else Point(text=plain(total), value=total)


def _value(step: SessionStanding) -> Point:
    return Point(text=signed(step.value), value=step.value) if step.played else NONE


def _place(step: SessionStanding) -> Point:
    place = step.row.place
    return NONE if place is None else Point(text=str(place), value=place)
