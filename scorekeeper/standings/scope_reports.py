"""Lines of the parts of a season that are not stored by player and day, as reports: of several labels together, or of public sessions only."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from scorekeeper.standings import day_lines, scope_scores, season_reports, tie_results
from scorekeeper.standings.day_lines import CountedLine
from scorekeeper.standings.plans.plan import TieBreak
from scorekeeper.standings.plans.plan_input import parse_stored
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.scope import LABELS, Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind
from scorekeeper.standings.tie_results import TieResults


class PartLines(NamedTuple):
    """The lines of everybody in a part of a season under a plan, with the results of their ties."""

    plan: PlanInForce
    rows: Mapping[UUID, CountedLine]
    ties: TieResults
    last_day: date | None  # on which a session of the part was played
    labels: Mapping[str, Sequence[str]]  # by name: the values that sessions of the part have


def read(count: CountedSeason, scope: Scope) -> Report[PartLines]:
    """Return the lines of a part of a season."""
    return season_reports.read(PART, count, season_reports.question_about(count.season, scope))


def _count(count: CountedSeason, question: Question) -> PartLines:
    season, scope = count.season, Scope.from_json(question["scope"])
    scores = scope_scores.session_scores(count, scope, None)
    rows = scope_scores.lines_of(count, scope, scores)

    def find(_key: str, tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[str, float | None]:
        in_scope = tie_results.scores_in(season, scope)
        return tie_results.count(in_scope, tie_break, group, count.changed_lowest())

    labels = list(scope.sessions(season).values_list(*LABELS).distinct())
    return PartLines(
        plan=count.plan,
        rows=rows,
        ties=tie_results.needed(
            count.plan.plan,
            {player: row.line for player, row in rows.items()},
            {player: row.input_digest for player, row in rows.items()},
            find,
        ),
        last_day=max(scope_scores.days_of({score.session for score in scores}), default=None),
        labels={
            label: sorted({values[place] for values in labels} - {""})
            for place, label in enumerate(LABELS)
        },
    )


def _count_empty(count: CountedSeason, question: Question) -> PartLines | None:
    """Return the lines of a part without sessions, or None for any other part."""
    if Scope.from_json(question["scope"]).has_sessions(count.season):
        return None
    return PartLines(count.plan, {}, {}, None, {label: [] for label in LABELS})


def _to_json(part: PartLines) -> Any:
    rows = {str(player): day_lines.line_to_json(row) for player, row in part.rows.items()}
    return {
        "plan": [part.plan.number, part.plan.plan.stored_json()],
        "rows": rows,
        "ties": part.ties,
        "last_day": part.last_day and part.last_day.isoformat(),
        "labels": part.labels,
    }


def _from_json(value: Any) -> PartLines:
    number, plan = value["plan"]
    last_day = value["last_day"]
    return PartLines(
        plan=PlanInForce(number, parse_stored(plan)),
        rows={
            UUID(player): day_lines.line_from_json(*row) for player, row in value["rows"].items()
        },
        ties=value["ties"],
        last_day=last_day and date.fromisoformat(last_day),
        labels=value["labels"],
    )


PART = ReportKind(
    name="part",
    count=_count,
    to_json=_to_json,
    from_json=_from_json,
    empty=_count_empty,
)
