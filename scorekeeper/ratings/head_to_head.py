"""Head-to-head results: how often each player finished before each other in hands that both played.

Only rated hands count, as in `finishing_orders`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import lt
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.ratings import latest_ratings
from scorekeeper.ratings.changes import changed_sessions
from scorekeeper.ratings.lists import RatingListKey, find_list, rated_sessions, start_of
from scorekeeper.standings import season_reports
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.season_reports import Question, Report, ReportKind

CHUNK = 2000  # rows read at a time


class HeadToHead(NamedTuple):
    """The result of one player against another."""

    hands: int = 0
    ahead: int = 0  # hands in which the player finished before the other
    behind: int = 0  # in the remaining hands the places were equal

    @property
    def share(self) -> float:
        """The share of hands won against the other, from 0 to 1; an equal place is half a win."""
        return (self.ahead + (self.hands - self.ahead - self.behind) / 2) / self.hands


Meetings: TypeAlias = Mapping[tuple[UUID, UUID], HeadToHead]
"""Results by the player and the other player, of everybody who met."""


def season_meetings(count: CountedSeason, variant: str = "") -> Report[Meetings]:
    """Return the result of each player of a season against each other one they met, in one game or in all."""
    return season_reports.read(MEETINGS, count, {"variant": variant})


def _count_meetings(count: CountedSeason, question: Question) -> Meetings:
    hands: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    for seated, orders in _rated_sessions(_key(count, question)):
        columns = zip(seated, zip(*orders, strict=True), strict=True)
        for (one, places), (other, other_places) in combinations(columns, 2):
            if one == other:
                continue  # two merged players who sat at one table
            hands[one, other] += len(orders)
            ahead[one, other] += sum(map(lt, places, other_places))
            ahead[other, one] += sum(map(lt, other_places, places))
    both = hands + Counter({(other, one): number for (one, other), number in hands.items()})
    return {
        (UUID(one), UUID(other)): HeadToHead(number, ahead[one, other], ahead[other, one])
        for (one, other), number in both.items()
    }


def _key(count: CountedSeason, question: Question) -> RatingListKey:
    return RatingListKey(count.season.club_id, count.season.pk, question["variant"])


def _inputs(count: CountedSeason, question: Question) -> Sequence[Any] | None:
    """Return what changes with the finishing orders of the season's sessions, or None if too many changes wait."""
    key = _key(count, question)
    changes = latest_ratings.waiting_changes(key)
    if changes is None:
        return None
    waiting = [
        [str(row.session_id), str(row.season_id), row.variant, row.input_digest]
        for _, row in changes
    ]
    rating_list = find_list(key)
    is_stale = rating_list is not None and bool(start_of(rating_list))
    if is_stale and not season_reports.is_short(count):
        return (
            None  # a list that is stale already looks the same after workers applied more changes
        )
    return [sorted(waiting), [str(each) for each in latest_ratings.version(rating_list) or ()]]


def _to_json(meetings: Meetings) -> Any:
    """Return the players, and a list for each two of them: their numbers in the list of players, and their result."""
    players = sorted({player for pair in meetings for player in pair})
    numbers = {player: number for number, player in enumerate(players)}
    pairs = [
        [numbers[one], numbers[other], *result]
        for (one, other), result in meetings.items()
        if one < other
    ]
    return {"players": [str(player) for player in players], "pairs": pairs}


def _from_json(value: Any) -> Meetings:
    players = [UUID(player) for player in value["players"]]
    meetings = {}
    for one, other, hands, ahead, behind in value["pairs"]:
        meetings[players[one], players[other]] = HeadToHead(hands, ahead, behind)
        meetings[players[other], players[one]] = HeadToHead(hands, behind, ahead)
    return meetings


def _rated_sessions(key: RatingListKey) -> Iterator[tuple[Sequence[str], Sequence[Sequence[int]]]]:
    """Yield the players and the finishing orders of each session, with changes that no worker has applied yet."""
    changes = latest_ratings.waiting_changes(key) or []
    for row in changed_sessions(changes, key):
        yield row.players, row.places
    stored = rated_sessions(key).exclude(pk__in=[row.session_id for _, row in changes])
    rows = stored.order_by().values_list("players", "places")
    yield from rows.iterator(chunk_size=CHUNK)


MEETINGS = ReportKind(
    name="meetings",
    count=_count_meetings,
    to_json=_to_json,
    from_json=_from_json,
    inputs=_inputs,
)
