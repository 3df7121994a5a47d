"""Standings as JSON and as rows of CSV."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.exports.csv_files import Cell
from scorekeeper.exports.headings import headings
from scorekeeper.standings.breakdown import SessionBreakdown
from scorekeeper.standings.past.changes import ChangeStep, StandingsChanges
from scorekeeper.standings.plans.plan_sentences import sentences
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.season_reports import Report
from scorekeeper.standings.table import StandingRow, StandingsTable
from scorekeeper.standings.tie_breaks import TieBreakWorking

_Json: TypeAlias = dict[str, Any]

COLUMNS: Mapping[str, Callable[[StandingRow, PlayerNames], Cell]] = {
    "place": lambda row, names: row.place,
    "player": lambda row, names: names[row.player],
    "total": lambda row, names: row.line.total,
    "hands": lambda row, names: row.line.hands,
    "unproved": lambda row, names: row.line.unproved,
    "sessions": lambda row, names: row.line.sessions,
    "won": lambda row, names: row.line.won,
    "illegal plays": lambda row, names: row.line.illegal,
    "points": lambda row, names: row.line.points,
    "adjustments": lambda row, names: row.line.adjustments,
    "scored": lambda row, names: row.line.scored,
    "bonuses": lambda row, names: sum(bonus.points for bonus in row.line.bonuses),
    "dropped sessions": lambda row, names: row.line.dropped,
    "dropped points": lambda row, names: row.line.dropped_points,
    "ties": lambda row, names: "; ".join(_as_text(working, names) for working in row.workings),
    "id": lambda row, names: row.player,
}
"""The columns of the CSV file: headings and cells."""


def plan_json(plan: PlanInForce) -> _Json:
    """Return a plan with its sentences."""
    return {
        "number": plan.number,
        "plan": plan.plan.as_json(),
        "sentences": sentences(plan.plan),
    }


def table_json(season: UUID, table: StandingsTable, *, public_only: bool) -> _Json:
    """Return the standings of a season."""
    names = roster.player_names(row.player for row in table.rows)
    return {
        "season": str(season),
        "plan": plan_json(table.plan),
        **count_json(table),
        "public_only": public_only,
        "rows": [row_json(row, names) for row in table.rows],
    }


def count_json(counted: StandingsTable | Report[Any]) -> _Json:
    """Return whether a table or report is current, and when its stored figures were counted."""
    counted_at = counted.counted_at and counted.counted_at.isoformat()
    return {"current": counted.is_current, "counted_at": counted_at}


def row_json(row: StandingRow, names: PlayerNames) -> _Json:
    """Return a row of the standings, with every figure of its total line."""
    bonuses = [
        {"for": bonus.merit, "times": bonus.times, "points": bonus.points}
        for bonus in row.line.bonuses
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
    """Yield the standings as rows of a CSV file."""
    names = roster.player_names(row.player for row in table.rows)
    yield [*headings(COLUMNS)]
    for row in table.rows:
        yield [cell(row, names) for cell in COLUMNS.values()]


def single_row_json(row: StandingRow) -> _Json:
    """Return one player's row, looking up the names in it."""
    tied = (UUID(player) for working in row.workings for player in working.compared)
    return row_json(row, roster.player_names({row.player, *tied}))


def sessions_json(sessions: Iterable[SessionBreakdown]) -> list[_Json]:
    """Return the sessions behind a row."""
    return [_session(session) for session in sessions]


def changes_json(changes: StandingsChanges) -> list[_Json]:
    """Return what moved the players."""
    names = roster.player_names({row.player for step in changes.steps for row in step.players})
    return [_step(step, names) for step in changes.steps]


def _working(working: TieBreakWorking, names: PlayerNames) -> _Json:
    compared = [
        {"player": player, "name": names[UUID(player)], "value": value}
        for player, value in working.compared.items()
    ]
    return {"tie_break": working.tie_break, "decided": working.decided, "compared": compared}


def _as_text(working: TieBreakWorking, names: PlayerNames) -> str:
    compared = (f"{names[UUID(player)]} {value}" for player, value in working.compared.items())
    return f"{working.tie_break}: {', '.join(compared)}"


def _session(session: SessionBreakdown) -> _Json:
    hands = [
        {
            "hand": str(hand.hand),
            "counts": hand.counts,
            "points": hand.points,
            "place": hand.place,
            "adjustments": hand.adjustments,
            "illegal": hand.illegal,
        }
        for hand in session.hands
    ]
    return {
        "session": str(session.score.session),
        "value": session.value,
        "counts": session.counts,
        "place": session.score.place,
        "points": session.score.points,
        "adjustments": session.score.adjustments,
        "hands": hands,
    }


def _step(step: ChangeStep, names: PlayerNames) -> _Json:
    cause = step.cause
    session, hand, revision = (pk and str(pk) for pk in (cause.session, cause.hand, cause.revision))
    return {
        "at": cause.at.isoformat(),
        "about": cause.kind.value,
        "what": cause.text,
        "session": session,
        "hand": hand,
        "revision": revision,
        "players": [
            {
                "player": str(row.player),
                "name": names[row.player],
                "place": dict(zip(("before", "after"), row.place, strict=True)),
                "total": dict(zip(("before", "after"), row.total, strict=True)),
                "told": row.text,
            }
            for row in step.players
        ],
    }
