"""Head to head: who came before whom in the hands that both sat in.

Read off the places that ratings are made of, so it is about the same hands: those that count, and in which the places of
all players are proved.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from operator import lt
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import RatedSession
from scorekeeper.ratings.lists import Where

READ = 2000  # rows read at a time


class Met(NamedTuple):
    """Two players at one table, as one of them sees it."""

    hands: int = 0
    ahead: int = 0  # came before the other
    behind: int = 0  # the rest were equal places

    @property
    def share(self) -> float:
        """How much of it was won, an equal place being half."""
        return (self.ahead + (self.hands - self.ahead - self.behind) / 2) / self.hands


def meetings(where: Where, players: Collection[UUID]) -> dict[tuple[UUID, UUID], Met]:
    """How it went between each two of these players who ever met: one query."""
    hands: Counter[tuple[UUID, UUID]] = Counter()
    ahead: Counter[tuple[UUID, UUID]] = Counter()
    wanted = {str(player): player for player in players}
    for seated, places in _sat(where):
        columns = list(zip(*places, strict=True))
        here = [(wanted[who], columns[seat]) for seat, who in enumerate(seated) if who in wanted]
        for (one, his), (other, theirs) in combinations(here, 2):
            if one == other:
                continue  # two who turned out to be one
            hands[one, other] += len(places)
            ahead[one, other] += sum(map(lt, his, theirs))
            ahead[other, one] += sum(map(lt, theirs, his))
    both = hands + Counter({(other, one): count for (one, other), count in hands.items()})
    return {(one, other): Met(count, ahead[one, other], ahead[other, one]) for (one, other), count in both.items()}  # fmt: skip


def _sat(where: Where) -> Iterator[tuple[Sequence[str], Sequence[Sequence[int]]]]:
    """The players of each session, and the places that they took."""
    rows = RatedSession.objects.filter(club=where.club_id, hands__gt=0).order_by()
    if where.season_id is not None:
        rows = rows.filter(season=where.season_id)
    if where.variant:
        rows = rows.filter(variant=where.variant)
    yield from rows.values_list("players", "places").iterator(chunk_size=READ)
