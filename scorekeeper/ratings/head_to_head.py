"""Head-to-head results: how often each player finished before each other in hands that both played.

Only rated hands count, as in `finishing_orders`.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from operator import lt
from typing import NamedTuple
from uuid import UUID

from scorekeeper.ratings import changes as rating_changes
from scorekeeper.ratings import lists as rating_lists
from scorekeeper.ratings import readings
from scorekeeper.ratings.lists import RatingListKey

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


def meetings(key: RatingListKey, players: Collection[UUID]) -> dict[tuple[UUID, UUID], HeadToHead]:
    """Return the result of each of these players against each other one they met."""
    hands: Counter[tuple[UUID, UUID]] = Counter()
    ahead: Counter[tuple[UUID, UUID]] = Counter()
    wanted = {str(player): player for player in players}
    for seated, orders in _rated_sessions(key):
        columns = list(zip(*orders, strict=True))
        present = [(wanted[pk], columns[seat]) for seat, pk in enumerate(seated) if pk in wanted]
        for (one, places), (other, other_places) in combinations(present, 2):
            if one == other:
                continue  # two merged players who sat at one table
            hands[one, other] += len(orders)
            ahead[one, other] += sum(map(lt, places, other_places))
            ahead[other, one] += sum(map(lt, other_places, places))
    both = hands + Counter({(other, one): count for (one, other), count in hands.items()})
    return {
        (one, other): HeadToHead(count, ahead[one, other], ahead[other, one])
        for (one, other), count in both.items()
    }


def _rated_sessions(key: RatingListKey) -> Iterator[tuple[Sequence[str], Sequence[Sequence[int]]]]:
    """Yield the players and the finishing orders of each session, with changes that no worker has applied yet."""
    changes = readings.waiting_changes(key) or []
    for row in rating_changes.changed_sessions(changes, key):
        yield row.players, row.places
    stored = rating_lists.rated_sessions(key).exclude(pk__in=[row.session_id for _, row in changes])
    rows = stored.order_by().values_list("players", "places")
    yield from rows.iterator(chunk_size=CHUNK)
