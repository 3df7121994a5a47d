"""Standings turned into what is sent: JSON and rows of CSV."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from scorekeeper.exports.csv_files import Cell
from scorekeeper.models import Player
from scorekeeper.standings.breakdown import SessionBreakdown
from scorekeeper.standings.changes import ChangeStep, StandingsChanges
from scorekeeper.standings.plan_sentences import sentences
from scorekeeper.standings.plan_versions import PlanInForce
from scorekeeper.standings.table import StandingRow, StandingsTable
from scorekeeper.standings.tie_breaks import TieBreakWorking

Said: TypeAlias = dict[str, Any]
Names: TypeAlias = Mapping[UUID, str]

COLUMNS = (
    "place", "player", "total", "hands", "unproved", "sessions", "won", "illegal plays", "points", "adjustments",
    "scored", "bonuses", "dropped sessions", "dropped points", "ties", "id",
)  # fmt: skip


def names_of(players: Iterable[UUID]) -> Names:
    """What these players are called today."""
    return dict(Player.objects.filter(pk__in=list(players)).values_list("pk", "name"))


def plan_json(plan: PlanInForce) -> Said:
    """A plan with its sentences."""
    return {
        "number": plan.number,
        "plan": plan.plan.as_json(),
        "sentences": sentences(plan.plan),
    }


def table_json(season: UUID, table: StandingsTable) -> Said:
    """A whole table."""
    names = names_of(row.player for row in table.rows)
    return {
        "season": str(season),
        "plan": plan_json(table.plan),
        "rows": [row_json(row, names) for row in table.rows],
    }


def row_json(row: StandingRow, names: Names) -> Said:
    """A player of the table."""
    bonuses = [
        {"for": given.merit, "times": given.times, "points": given.points}
        for given in row.line.bonuses
    ]
    return {
        "place": row.place,
        "player": str(row.player),
        "name": names[row.player],
        **row.line._asdict(),
        "bonuses": bonuses,
        "ties": [_working(working, names) for working in row.workings],
    }


def table_rows(table: StandingsTable) -> Iterator[list[Cell]]:
    """The table for a spreadsheet."""
    names = names_of(row.player for row in table.rows)
    yield [*COLUMNS]
    for row in table.rows:
        line = row.line._asdict()
        line["bonuses"] = sum(given.points for given in row.line.bonuses)
        del line["total"]
        ties = "; ".join(_in_words(working, names) for working in row.workings)
        yield [row.place, names[row.player], row.line.total, *line.values(), ties, row.player]


def one_row_json(row: StandingRow) -> Said:
    """A player's row by itself."""
    tied = (UUID(player) for working in row.workings for player in working.compared)
    return row_json(row, names_of({row.player, *tied}))


def sittings_json(sittings: Iterable[SessionBreakdown], seen: Collection[UUID]) -> list[Said]:
    """What is behind a row; sessions that are not seen are not named."""
    return [_sitting(sitting, seen) for sitting in sittings]


def movements_json(told: StandingsChanges, seen: Collection[UUID]) -> list[Said]:
    """What moved the players; sessions that are not seen are not named."""
    names = names_of({moved.player for step in told.steps for moved in step.players})
    return [_movement(movement, names, seen) for movement in told.steps]


def sessions_behind(told: StandingsChanges) -> set[UUID]:
    """The sessions that an answer would name."""
    return {row.cause.session for row in told.steps if row.cause.session is not None}


def _working(working: TieBreakWorking, names: Names) -> Said:
    compared = [
        {"player": player, "name": names[UUID(player)], "value": value}
        for player, value in working.compared.items()
    ]
    return {"tie_break": working.tie_break, "decided": working.decided, "compared": compared}


def _in_words(working: TieBreakWorking, names: Names) -> str:
    compared = (f"{names[UUID(player)]} {value}" for player, value in working.compared.items())
    return f"{working.tie_break}: {', '.join(compared)}"


def _sitting(sitting: SessionBreakdown, seen: Collection[UUID]) -> Said:
    is_seen = sitting.score.session in seen
    hands = [
        {**{key: value for key, value in hand._asdict().items() if key not in {"player", "seat"}}, "hand": str(hand.hand)}
        for hand in sitting.hands
    ]  # fmt: skip
    return {
        "session": str(sitting.score.session) if is_seen else None,
        "value": sitting.value,
        "counts": sitting.counts,
        "place": sitting.score.place,
        "points": sitting.score.points,
        "adjustments": sitting.score.adjustments,
        "hands": hands if is_seen else [],
    }


def _movement(movement: ChangeStep, names: Names, seen: Collection[UUID]) -> Said:
    step = movement.cause
    named = (step.session, step.hand, step.revision) if step.session in seen else (None,) * 3
    session, hand, revision = (pk and str(pk) for pk in named)
    return {
        "at": step.at.isoformat(),
        "about": step.kind.value,
        "what": step.text,
        "session": session,
        "hand": hand,
        "revision": revision,
        "players": [
            {
                "player": str(moved.player),
                "name": names[moved.player],
                "place": dict(zip(("before", "after"), moved.place, strict=True)),
                "total": dict(zip(("before", "after"), moved.total, strict=True)),
                "told": moved.text,
            }
            for moved in movement.players
        ],
    }
