"""Standings as they were known at a moment, before later corrections, rulings and hands."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

import referee
from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Seat, Session
from scorekeeper.standings import season_reports, tie_breaks, totals
from scorekeeper.standings.past import latest_changes, past_sessions, recorded_moments
from scorekeeper.standings.past.latest_changes import RecentTimeline
from scorekeeper.standings.past.past_sessions import SessionAsOf
from scorekeeper.standings.plans import plan_input, plan_versions
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.queued_changes import TooMuchToCountError
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind
from scorekeeper.standings.table import StandingRow, StandingsTable, rank, tied_hands
from scorekeeper.standings.tie_breaks import TieBreakWorking, TiedHand
from scorekeeper.standings.totals import EarnedBonus, TotalLine

STORED_AFTER = timedelta(hours=1)
"""Whoever wrote something at a moment has committed it this long afterwards."""


def table_known_at(count: CountedSeason, scope: Scope, at: datetime) -> Report[StandingsTable]:
    """Return the standings as they were known at a moment, by the plan of that moment.

    Only sessions that were changed since are judged again, by today's edition of the rules tables.
    """
    question = season_reports.question_about(count.season, scope, at=at.astimezone(UTC).isoformat())
    return season_reports.read(KNOWN_AT, count, question)


def as_table(report: Report[StandingsTable]) -> StandingsTable:
    """Return the table of a report, with its date; without rows if it was never counted."""
    table = report.content
    if table is None:
        at = datetime.fromisoformat(report.question["at"])
        table = StandingsTable(plan_versions.in_force(report.season, at=at), ())
    return table._replace(counted_at=report.counted_at, is_current=report.is_current)


def _count_table(count: CountedSeason, question: Question) -> StandingsTable:
    season, scope = count.season, Scope.from_json(question["scope"])
    at = datetime.fromisoformat(question["at"])
    plan = plan_versions.in_force(season, at=at)
    scope = scope.under(plan.plan)
    survivors = player_merges.surviving_players_at(season.club_id, at)
    filed = scope.visible(past_sessions.sessions_filed_at(season, at))
    rejudged = sessions_to_rejudge(season, filed, at, survivors, scope)
    known = judge_again(season, rejudged, at, survivors=survivors, scope=scope)
    unchanged = scope.narrow(Session.objects.filter(pk__in=filed - rejudged), season)
    scores = [
        *count.session_scores(unchanged),
        *(score for session in known.values() for score in session.scores),
    ]

    def find_hands(players: Collection[UUID]) -> Iterable[TiedHand]:
        return [
            *tied_hands(count, unchanged, scope, players),
            *tied_hands_in(known.values(), players),
        ]

    return rank(plan, totals.lines(plan.plan, scores), find_hands)


def _count_recent_table(count: CountedSeason, question: Question) -> StandingsTable:
    """Return the table if only few sessions changed since.  Raises TooMuchToCountError."""
    if question["scope"]:
        raise TooMuchToCountError
    at = datetime.fromisoformat(question["at"])
    return RecentTimeline(count, at, latest_changes.sessions_changed_since(count, at)).table()


def judge_again(
    season: Season,
    sessions: Collection[UUID],
    at: datetime,
    *,
    survivors: Mapping[UUID, UUID],
    scope: Scope,
) -> dict[UUID, SessionAsOf]:
    """Return these sessions as they were known at a moment; without their hands if no plan of the season needs them."""
    texts = season.plans.values_list(plan_versions.text_of("plan"), flat=True)
    plans = [plan_input.parse_stored(text) for text in texts]
    needs_hands = any(tie_breaks.NEEDING_HANDS.intersection(plan.tie_breaks) for plan in plans)
    until = scope.until(season)
    known = past_sessions.sessions_as_of(
        sessions, at, survivors=survivors, scope=scope, until=until
    )
    return {pk: row if needs_hands else row._replace(hand_scores=()) for pk, row in known}


def sessions_to_rejudge(
    season: Season,
    filed: Collection[UUID],
    at: datetime,
    survivors: Mapping[UUID, UUID],
    scope: Scope,
) -> set[UUID]:
    """Return those sessions whose tallies do not say what was known at the moment.

    These are the sessions that were changed since, those of players who were merged or separated since, those that are
    perhaps only partly in the scope, and those that belong to another season now.
    """
    sessions = past_sessions.sessions_changed_since(filed, at)
    survivors_now = player_merges.surviving_players(season.club_id)
    others = {player for player, _ in survivors_now.items() ^ survivors.items()}
    seats = Seat.objects.filter(session__in=filed, player__in=others).order_by()
    sessions.update(seats.values_list("session", flat=True))
    if scope.as_of is not None:
        undated = Session.objects.filter(pk__in=filed, played_on=None)
        sessions.update(undated.values_list("pk", flat=True))
    elsewhere = Session.objects.filter(pk__in=filed).exclude(season=season)
    return sessions.union(elsewhere.values_list("pk", flat=True))


def tied_hands_in(known: Iterable[SessionAsOf], players: Collection[UUID]) -> list[TiedHand]:
    """Return the proved counting hands of these players in sessions that were judged again."""
    wanted = frozenset(players)
    return [
        score.as_tied_hand(lowest_wins=session.lowest_wins)
        for session in known
        for score in session.hand_scores
        if score.player in wanted and score.counts and score.points is not None
    ]


def _inputs(count: CountedSeason, question: Question) -> Sequence[Any] | None:
    """Return what a table is counted from: of a past moment, when everything has been stored since, the rules alone."""
    inputs = season_reports.standings_inputs(count, question)
    at = datetime.fromisoformat(question["at"])
    if inputs is None or question["scope"] or timezone.now() - at < STORED_AFTER:
        return inputs
    return [referee.rules_for(variant, {}).digest for variant in sorted(referee.VARIANTS)]


def _rounded(season: Season, question: Question) -> Question:
    at = recorded_moments.round_down(season, datetime.fromisoformat(question["at"]))
    return {**question, "at": at.astimezone(UTC).isoformat()}


def _empty(count: CountedSeason, question: Question) -> StandingsTable | None:
    """Return a table without rows for labels that no session ever had; otherwise None."""
    if not past_sessions.are_never_used(count.season, Scope.from_json(question["scope"])):
        return None
    at = datetime.fromisoformat(question["at"])
    return StandingsTable(plan_versions.in_force(count.season, at=at), ())


def _to_json(table: StandingsTable) -> Any:
    return {
        "plan": [table.plan.number, table.plan.plan.stored_json()],
        "rows": [[row.place, str(row.player), row.line, row.workings] for row in table.rows],
    }


def _from_json(value: Any) -> StandingsTable:
    number, plan = value["plan"]
    rows = tuple(_row_from_json(*row) for row in value["rows"])
    return StandingsTable(PlanInForce(number, plan_input.parse_stored(plan)), rows)


def _row_from_json(
    place: int | None, player: str, figures: Sequence[Any], workings: Iterable[Sequence[Any]]
) -> StandingRow:
    line = TotalLine(*figures)
    return StandingRow(
        place,
        UUID(player),
        line._replace(bonuses=tuple(EarnedBonus(*bonus) for bonus in line.bonuses)),
        tuple(TieBreakWorking(*working) for working in workings),
    )


KNOWN_AT = ReportKind(
    name="known-at/2",
    count=_count_table,
    to_json=_to_json,
    from_json=_from_json,
    needs_audit=lambda question: bool(question["scope"]),
    inputs=_inputs,
    count_little=_count_recent_table,
    rounded=_rounded,
    empty=_empty,
)
