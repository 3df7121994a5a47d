"""The standings after each day of play, and one player's after each session, by the scoring plan in force now.

A session without a date has no day: those come after all days, as one step of the season; among a player's sessions, which are in
the order of play, it comes where it was entered.  Under plans with days of entry it counts on the day on which it was opened.
Sessions of one day come in the order in which they were opened.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from scorekeeper.models import Hand
from scorekeeper.models.days import told
from scorekeeper.standings import scope_lines, season_reports, tie_breaks, totals
from scorekeeper.standings.plans.plan_versions import PlanInForce
from scorekeeper.standings.scope import Scope, counted_day, day_of
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind
from scorekeeper.standings.table import rank, tied_hands
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

MOST_DAYS = 120
"""Days returned at most.  Of more days, this many are returned at equal distances, the last one included."""
FEWEST_DAYS = 12
MOST_SCORES_READ = 300_000
"""Limit of days times session scores under a plan that does not add up: each of its days reads every session again."""
_Step = TypeVar("_Step", date, int)  # a day, or the number of a session


class PlayerStanding(NamedTuple):
    """A player's place and total at some time."""

    place: int | None  # None: too few hands, or no total
    total: float | None


class DayStandings(NamedTuple):
    """The standings at the end of one day of play."""

    day: date | None  # None: with the sessions that have no day
    rows: Mapping[UUID, PlayerStanding]  # by player: everybody who has played so far


class SessionStanding(NamedTuple):
    """One player's standing at the end of one session."""

    session: UUID
    day: date | None
    played: bool  # False: the last session of all, without this player
    value: float | None  # of the session under the plan; None: nothing to count
    row: PlayerStanding


def daily_standings(count: CountedSeason, scope: Scope) -> Report[Sequence[DayStandings]]:
    """Return the standings day by day."""
    return season_reports.read(COURSE, count, season_reports.question_about(count.season, scope))


def standings_of_player(
    count: CountedSeason, scope: Scope, player: UUID
) -> Report[Sequence[SessionStanding]]:
    """Return a player's standing after each of the player's sessions and after the last of all."""
    question = season_reports.question_about(count.season, scope, player=str(player))
    return season_reports.read(COURSE_OF_PLAYER, count, question)


def _count_days(count: CountedSeason, question: Question) -> Sequence[DayStandings]:
    season, plan = count.season, count.plan
    scope = Scope.from_json(question["scope"]).under(plan.plan)
    sessions = scope.sessions(season).annotate(day=counted_day(plan.plan))
    day_of_session: dict[UUID, date] = dict(sessions.values_list("pk", "day"))
    scores: dict[date, list[SessionScore]] = defaultdict(list)
    for score in scope_lines.session_scores(count, scope, None):
        if score.session in day_of_session:
            scores[day_of_session[score.session]].append(score)
    most = _most_steps(plan, sum(map(len, scores.values())))
    lines_by_day = dict(_lines_at(plan, scores, evenly_spaced(sorted(scores), most)))
    hands = _hands_of_tied(count, scope, lines_by_day, day_of_session)
    return [
        DayStandings(told(day), _rank(count, lines, hands, day))
        for day, lines in lines_by_day.items()
    ]


def _count_steps(count: CountedSeason, question: Question) -> Sequence[SessionStanding]:
    season, plan = count.season, count.plan
    scope = Scope.from_json(question["scope"]).under(plan.plan)
    player = UUID(question["player"])
    sessions = scope.sessions(season).annotate(day=counted_day(plan.plan))
    in_order = sessions.order_by(day_of(""), "created_at", "pk")
    ordered = list(in_order.values_list("pk", "day"))
    number_of_session: dict[UUID, int] = {pk: number for number, (pk, _) in enumerate(ordered)}
    scores: dict[int, list[SessionScore]] = defaultdict(list)
    own: dict[int, SessionScore] = {}
    for score in scope_lines.session_scores(count, scope, None):
        if score.session in number_of_session:
            number = number_of_session[score.session]
            scores[number].append(score)
            if score.player == player:
                own[number] = score
    if not own:
        return []
    numbers = sorted({*own, max(scores)})
    wanted = evenly_spaced(numbers, _most_steps(plan, sum(map(len, scores.values()))))
    lines_by_number = dict(_lines_at(plan, scores, wanted))
    hands = _hands_of_tied(count, scope, lines_by_number, number_of_session)
    values = totals.session_values(plan.plan, own.values())
    value_of_session = {value.session: value.value for value in values}
    return [
        SessionStanding(
            ordered[number][0],
            told(ordered[number][1]),
            played=number in own,
            value=value_of_session.get(ordered[number][0]),
            row=_rank(count, lines, hands, number)[player],
        )
        for number, lines in lines_by_number.items()
    ]


def _lines_at(
    plan: PlanInForce, scores: Mapping[_Step, Sequence[SessionScore]], wanted: Collection[_Step]
) -> Iterable[tuple[_Step, dict[UUID, TotalLine]]]:
    """Yield everybody's line at the end of each wanted day or session."""
    all_scores: dict[UUID, list[SessionScore]] = defaultdict(list)
    lines: dict[UUID, TotalLine] = {}
    new_scores: dict[UUID, list[SessionScore]] = defaultdict(list)  # since the step yielded last
    for step in sorted(scores):
        for score in scores[step]:
            new_scores[score.player].append(score)
        if step not in wanted:
            continue
        for player, added in new_scores.items():
            all_scores[player] += added
            lines[player] = _line(plan, lines.get(player), all_scores[player], added)
        new_scores.clear()
        yield step, dict(lines)


def _most_steps(plan: PlanInForce, scores: int) -> int:
    if plan.plan.adds_up:
        return MOST_DAYS
    return min(MOST_DAYS, max(FEWEST_DAYS, MOST_SCORES_READ // max(1, scores)))


def _line(
    plan: PlanInForce,
    before: TotalLine | None,
    all_scores: Sequence[SessionScore],
    added: Sequence[SessionScore],
) -> TotalLine:
    if before is None or not plan.plan.adds_up:
        return totals.line(plan.plan, all_scores)
    return totals.replace_sessions(
        before, totals.line(plan.plan, []), totals.line(plan.plan, added)
    )


def evenly_spaced(days: Sequence[_Step], most: int) -> Collection[_Step]:
    """Return at most this many of the days, at equal distances, the last one included.

    >>> sorted(evenly_spaced(range(10), 4))
    [0, 3, 6, 9]
    """
    if len(days) <= most:
        return set(days)
    return {days[number * (len(days) - 1) // (most - 1)] for number in range(most)}


def _hands_of_tied(
    count: CountedSeason,
    scope: Scope,
    lines_by_step: Mapping[_Step, Mapping[UUID, TotalLine]],
    step_of_session: Mapping[UUID, _Step],
) -> Sequence[tuple[_Step, TiedHand]]:
    """Return the hands of every player who was tied at some step, if a tie-break of the plan needs hands."""
    if not tie_breaks.NEEDING_HANDS.intersection(count.plan.plan.tie_breaks):
        return ()
    tied = {player for lines in lines_by_step.values() for player in _tied_players(lines)}
    sessions = scope.sessions(count.season)
    rows = tied_hands(count, sessions, scope, tied) if tied else ()
    hands = Hand.objects.filter(session__in=sessions.values("pk")).order_by()
    step_of_hand = {
        pk: step_of_session[session]
        for pk, session in (hands.values_list("pk", "session") if tied else ())
        if session in step_of_session  # others are new meanwhile
    }
    return [(step_of_hand[row.hand], row) for row in rows if row.hand in step_of_hand]


def _tied_players(lines: Mapping[UUID, TotalLine]) -> Iterable[UUID]:
    by_total: dict[float | None, list[UUID]] = defaultdict(list)
    for player, line in lines.items():
        by_total[line.total].append(player)
    return (player for group in by_total.values() if len(group) > 1 for player in group)


def _rank(
    count: CountedSeason,
    lines: Mapping[UUID, TotalLine],
    hands: Sequence[tuple[_Step, TiedHand]],
    until: _Step,
) -> Mapping[UUID, PlayerStanding]:
    def find_hands(players: Collection[UUID]) -> Iterable[TiedHand]:
        wanted = frozenset(players)
        return [hand for step, hand in hands if step <= until and hand.player in wanted]

    table = rank(count.plan, lines, find_hands)
    return {row.player: PlayerStanding(row.place, row.line.total) for row in table.rows}


def _empty(count: CountedSeason, question: Question) -> Sequence[Any] | None:
    """Return no days and no steps for a part without sessions, or None for any other part."""
    scope = Scope.from_json(question["scope"]).under(count.plan.plan)
    return None if scope.has_sessions(count.season) else []


def _days_to_json(days: Sequence[DayStandings]) -> Any:
    """Return the days, and by player a list with place and total of each day; null before the player's first day."""
    players = {player for day in days for player in day.rows}
    return {
        "days": [day.day and day.day.isoformat() for day in days],
        "players": {str(player): [day.rows.get(player) for day in days] for player in players},
    }


def _days_from_json(value: Any) -> Sequence[DayStandings]:
    rows: list[dict[UUID, PlayerStanding]] = [{} for _ in value["days"]]
    for player, standings in value["players"].items():
        pk = UUID(player)
        for of_day, standing in zip(rows, standings, strict=True):
            if standing is not None:
                of_day[pk] = PlayerStanding(*standing)
    days = (day and date.fromisoformat(day) for day in value["days"])
    return [DayStandings(day, of_day) for day, of_day in zip(days, rows, strict=True)]


def _steps_to_json(steps: Sequence[SessionStanding]) -> Any:
    return [
        [str(step.session), step.day and step.day.isoformat(), step.played, step.value, step.row]
        for step in steps
    ]


def _steps_from_json(value: Any) -> Sequence[SessionStanding]:
    return [
        SessionStanding(
            UUID(pk), day and date.fromisoformat(day), played, points, PlayerStanding(*row)
        )
        for pk, day, played, points, row in value
    ]


COURSE = ReportKind(
    name="course/2",
    count=_count_days,
    to_json=_days_to_json,
    from_json=_days_from_json,
    empty=_empty,
)
COURSE_OF_PLAYER = ReportKind(
    name="course-of-player/2",
    count=_count_steps,
    to_json=_steps_to_json,
    from_json=_steps_from_json,
    empty=_empty,
)
