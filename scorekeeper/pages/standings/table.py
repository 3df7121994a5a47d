"""The rows of a season's table as they are shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.models import Player
from scorekeeper.pages.display.numbers import plain, signed
from scorekeeper.pages.standings.plan_text import MERITS, tie_break_context
from scorekeeper.standings.plans import Merit
from scorekeeper.standings.table import StandingRow, StandingsTable
from scorekeeper.standings.tie_breaks import TieBreakWorking
from scorekeeper.standings.totals import TotalLine, exact_sum

Names = Mapping[UUID, str]


@dataclass(frozen=True, kw_only=True)
class PlaceChange:
    """How many places somebody went up or down."""

    places: int
    is_new: bool = False

    @property
    def up(self) -> bool:
        return self.places > 0

    @property
    def down(self) -> bool:
        return self.places < 0

    @property
    def far(self) -> int:
        return abs(self.places)


@dataclass(frozen=True, kw_only=True)
class StandingsLine:
    """A player of the table."""

    place: int | None
    player: UUID
    name: str
    total: str
    line: TotalLine
    made_of: tuple[str, ...]
    beside: tuple[str, ...]
    tied: bool
    moved: PlaceChange | None


@dataclass(frozen=True, kw_only=True)
class TiedGroup:
    """Equal totals, and what was compared to tell them apart."""

    names: tuple[str, ...]
    total: str
    workings: tuple[dict[str, object], ...]


def names_of(players: Iterable[UUID]) -> Names:
    """What these players are called today."""
    return dict(Player.objects.filter(pk__in=set(players)).values_list("pk", "name"))


def display_rows(
    table: StandingsTable, names: Names, before: StandingsTable | None
) -> list[StandingsLine]:
    """The table, with how it moved since an earlier one."""
    return [
        StandingsLine(
            place=row.place,
            player=row.player,
            name=names[row.player],
            total=plain(row.line.total),
            line=row.line,
            made_of=tuple(made_of(row.line)),
            beside=tuple(beside(row.line)),
            tied=bool(row.workings),
            moved=_moved(row, before),
        )
        for row in table.rows
    ]


def made_of(line: TotalLine) -> Iterable[str]:
    """What a total is the sum of, where that is more than one number."""
    given = [given for given in line.bonuses if given.times]
    if _is_sum(line):
        parts = [_("%(points)s points") % {"points": signed(line.points)}]
        if line.adjustments:
            parts.append(_("%(points)s adjustments") % {"points": signed(line.adjustments)})
    else:
        parts = [_("%(points)s under the plan") % {"points": plain(line.scored)}]
    for bonus in given:
        said = {
            "merit": MERITS[Merit(bonus.merit)],
            "times": bonus.times,
            "points": signed(bonus.points),
        }
        parts.append(_("%(points)s for %(times)d × “%(merit)s”") % said)
    return parts if len(parts) > 1 else ()


def beside(line: TotalLine) -> Iterable[str]:
    """What else is to be known about a total."""
    if not _is_sum(line):
        yield _("%(points)s points as the games count them") % {"points": signed(line.points)}
        if line.adjustments:
            yield _("%(points)s adjustments") % {"points": signed(line.adjustments)}
    if line.dropped:
        told = ngettext(
            "%(count)d session dropped (%(points)s)",
            "%(count)d sessions dropped (%(points)s)",
            line.dropped,
        )
        yield told % {"count": line.dropped, "points": signed(line.dropped_points)}
    if line.unproved:
        told = ngettext(
            "%(count)d hand whose points are not proved",
            "%(count)d hands whose points are not proved",
            line.unproved,
        )
        yield told % {"count": line.unproved}


def _is_sum(line: TotalLine) -> bool:
    """Is it what the hands and the referee gave, neither more nor less?"""
    return line.scored == exact_sum([line.points, line.adjustments])


def ties(table: StandingsTable, names: Names) -> list[TiedGroup]:
    """Each group of equal totals once, with all that was compared, in the order in which it was asked."""
    groups: dict[float, list[StandingRow]] = {}
    for row in table.rows:
        if row.workings:
            groups.setdefault(row.line.total or 0, []).append(row)
    return [
        TiedGroup(
            names=tuple(names[row.player] for row in rows),
            total=plain(total),
            workings=tuple(tie_break_context(working, names) for working in _asked(rows)),
        )
        for total, rows in groups.items()
    ]


def _asked(rows: Iterable[StandingRow]) -> list[TieBreakWorking]:
    """Each working once: those who were equal share them."""
    asked: list[TieBreakWorking] = []
    for working in (working for row in rows for working in row.workings):
        if working not in asked:
            asked.append(working)
    return asked


def _moved(row: StandingRow, before: StandingsTable | None) -> PlaceChange | None:
    if before is None or row.place is None:
        return None
    was = next((old.place for old in before.rows if old.player == row.player), None)
    return (
        PlaceChange(places=0, is_new=True) if was is None else PlaceChange(places=was - row.place)
    )
