"""Results of tie-breaks that need hands: added up by the database, and stored with a season's count.

A result is stored under the digest of everything it depends on, so a stored one is never out of date.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias
from uuid import UUID

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Sum, When

import referee
from scorekeeper.models import Score, Season, Tally
from scorekeeper.standings import tie_breaks
from scorekeeper.standings.plans.plan import Plan, TieBreak
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tallies import COUNTING_STATUSES
from scorekeeper.standings.totals import TotalLine, exact_sum, has_place

TieResults: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""By `key`: the number of each player, by id."""
LowestWins: TypeAlias = Mapping[UUID, bool]
"""By session, of those without a current stored tally: whether the lowest total wins."""


def key(tie_break: TieBreak, group: Collection[UUID], digests: Mapping[UUID, str]) -> str:
    """Return the digest of what the result of a tie-break in a group of equal players depends on."""
    inputs = sorted((str(player), digests[player]) for player in group)
    return referee.sha256(referee.canonical([tie_break.value, inputs]))


def needed(
    plan: Plan,
    lines: Mapping[UUID, TotalLine],
    digests: Mapping[UUID, str],
    find: Callable[[str, TieBreak, Sequence[UUID]], Mapping[str, float | None]],
) -> TieResults:
    """Return all results that the table of these lines needs; ``find`` looks each up or counts it."""
    if tie_breaks.NEEDING_HANDS.isdisjoint(plan.tie_breaks):
        return {}
    results: dict[str, Mapping[str, float | None]] = {}

    def compare(tie_break: TieBreak, group: Sequence[UUID]) -> Mapping[UUID, float | None]:
        wanted = key(tie_break, group, digests)
        results[wanted] = find(wanted, tie_break, group)
        return {player: results[wanted][str(player)] for player in group}

    placed = {player: line for player, line in lines.items() if has_place(plan, line)}
    tie_breaks.rank_by(plan, placed, compare)
    return results


def count(
    scores: QuerySet[Score], tie_break: TieBreak, group: Sequence[UUID], lowest_wins: LowestWins
) -> dict[str, float | None]:
    """Return the numbers of these players in a tie-break that needs hands, over these scores."""
    scores = scores.filter(
        player__in=group,
        hand__adjudication__status__in=COUNTING_STATUSES,
        points__isnull=False,  # an annulled hand has no points
    ).order_by()
    if tie_break is TieBreak.MEDIAN:
        medians = _medians(scores, lowest_wins)
        return {str(player): medians.get(player) for player in group}
    met = _head_to_head(scores, group)
    return {str(player): met.get(player, 0.0) for player in group}


def season_scores(season: Season) -> QuerySet[Score]:
    """Return the scores of a whole season."""
    return Score.objects.filter(hand__session__season=season)


def scores_in(season: Season, scope: Scope) -> QuerySet[Score]:
    """Return the scores of a part of a season."""
    scores = Score.objects.filter(hand__session__in=scope.sessions(season).values("pk"))
    return scores if scope.as_of is None else scores.filter(scope.hand_filter("hand", season))


def _head_to_head(scores: QuerySet[Score], group: Sequence[UUID]) -> dict[UUID, float]:
    """Return a point for each other player who was beaten in a hand, half a point for an equal place."""
    compared = scores.filter(
        place__isnull=False,
        hand__scores__player__in=group,
        hand__scores__points__isnull=False,
        hand__scores__place__gte=F("place"),
    )
    halves = Case(
        When(hand__scores__place__gt=F("place"), then=2),
        When(hand__scores__seat=F("seat"), then=0),  # the player's own score
        default=1,
    )
    rows = compared.values("player").annotate(halves=Sum(halves)).values_list("player", "halves")
    return {player: halves / 2 for player, halves in rows}


def _medians(scores: QuerySet[Score], lowest_wins: LowestWins) -> dict[UUID, float]:
    """Return the median of each player's points per hand, negated where the lowest total wins."""
    stored = Exists(Tally.objects.filter(session=OuterRef("hand__session"), lowest_wins=True))
    lowest = Q(hand__session__in=[pk for pk in lowest_wins if lowest_wins[pk]])
    named = Q(hand__session__in=list(lowest_wins))
    signed = Case(When(lowest | (~named & stored), then=-F("points")), default=F("points"))
    rows = scores.annotate(signed=signed).values("player", "signed").annotate(hands=Count("pk"))
    times: dict[UUID, list[tuple[float, int]]] = defaultdict(list)
    for player, points, hands in rows.values_list("player", "signed", "hands"):
        times[player].append((points, hands))
    return {player: exact_sum([_median(sorted(rows))]) for player, rows in times.items()}


def _median(times: Sequence[tuple[float, int]]) -> float:
    """Return the median of numbers in order, each with how often it comes.

    >>> _median([(-5, 1), (2, 2), (7, 1)]), _median([(1, 2), (2, 2)])
    (2.0, 1.5)
    """
    total, passed = sum(number for _, number in times), 0
    middle: list[float] = []
    for value, number in times:
        passed += number
        if not middle and passed > (total - 1) // 2:
            middle.append(value)
        if passed > total // 2:
            return (middle[0] + value) / 2
    raise ValueError("There are no numbers.")
