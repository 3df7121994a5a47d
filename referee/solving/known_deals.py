"""What a player could know: in how many of the deals that fit everything the player saw, a play wins."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.cards import Card, Cards, Deck
from referee.climbing import ClimbingRules
from referee.deals import shuffle
from referee.position import Position
from referee.record import Json, SeatAction
from referee.solving.endings import ActionSearch, climbing_position, obstacle
from referee.table import Table, progress_of

MOST_DEALS = 200
"""So many deals are looked at: all where there are no more, else so many that are drawn."""
FEW_DEALS = 50
"""So few are drawn where more than a quarter of them are hard to settle."""
DEAL_STEPS = 1_000
"""How many positions are looked at in each deal, at most; a deal that is not settled then is hard."""
HARD_DEAL_STEPS = 16_000
"""How many more positions are looked at in a hard deal, at most, while steps are left."""
KNOWN_STEPS = 300_000
"""How many positions are looked at for what the players of a hand could know, at most."""
_NORMAL = 1.959964  # the 97.5 % quantile of the normal distribution


@dataclass(frozen=True)
class KnownShare:
    """In how many deals a play wins, of those that fit what its player saw.

    ``won`` and ``unsettled`` (within the steps for a deal) are numbers of deals, of all ``deals`` that were looked at.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
    ...     verdict = table.play(event)
    >>> known = referee.analyze_hand(table, seed="1").marked[-1].known
    >>> known, known.interval
    (KnownShare(won=12, unsettled=0, deals=12, is_complete=True), (1.0, 1.0))
    >>> known.as_json()
    {'won': 12, 'unsettled': 0, 'deals': 12, 'complete': True, 'interval': [1.0, 1.0]}
    """

    won: int
    unsettled: int
    deals: int
    is_complete: bool  # whether these are all deals

    @property
    def interval(self) -> tuple[float, float]:
        """Bounds of the share of deals in which the play wins: exact but for what is not settled, or with 95 % confidence (Wilson's interval)."""
        most = self.won + self.unsettled
        if self.is_complete:
            return self.won / self.deals, most / self.deals
        return _wilson(self.won, self.deals)[0], _wilson(most, self.deals)[1]

    def as_json(self) -> dict[str, Json]:
        """Return the share as JSON."""
        low, high = self.interval
        return {
            "won": self.won,
            "unsettled": self.unsettled,
            "deals": self.deals,
            "complete": self.is_complete,
            "interval": [round(low, 4), round(high, 4)],
        }


def known_shares(
    table: Table,
    actions: Sequence[str],
    *,
    seed: str,
    deals: int = MOST_DEALS,
    steps: int = KNOWN_STEPS,
    between: Callable[[], object] = lambda: None,
) -> dict[str, KnownShare]:
    """Return in how many deals the seat to act can still force going out first after each action, as far as it could know.

    It knows its own cards, what was played, how many cards each seat holds, and the cards that it gave away itself.  What the
    others' passes may tell is not weighed.  Where more than ``deals`` deals fit, so many are drawn: deal N has the cards that it
    does not know in the order of the seed ``SEED:N``, as ``referee.deal`` shuffles.  ``FEW_DEALS`` are enough where many of them
    are hard to settle.  At most ``steps`` positions are looked at, in each deal evenly for the actions: first a few in every deal,
    then more in those that are hard.  ``between`` is called before each deal.

    Empty where the position cannot be solved (``NotSettled``).  Raises KeyError if an action is none of the seat's plays.

    >>> import referee
    >>> from referee.solving.known_deals import known_shares
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> shares = known_shares(table, ["3C", "2S"], seed="1", deals=20)
    >>> shares["3C"].won, shares["2S"].won
    (20, 0)
    """
    if obstacle(table):
        return {}
    rules, position = climbing_position(table)
    hidden = _HiddenCards.of(table, rules, position)
    count = hidden.count_deals()
    is_complete = count <= deals
    ways = hidden.every() if is_complete else hidden.drawn(seed, deals)
    won, unsettled = Counter[str](), Counter[str]()
    left, first = steps, min(DEAL_STEPS, steps // min(count, deals))
    number, hard = 0, list[ActionSearch]()
    for holdings in ways:
        between()
        number += 1
        deal = ActionSearch(rules, position._replace(holdings=holdings), actions)
        left -= deal.settle(first)
        if deal.unsettled:
            hard.append(deal)
        else:
            won.update(deal.won)
        if not is_complete and number == FEW_DEALS and 4 * len(hard) > number:
            break
    for deal in hard:
        between()
        left -= deal.settle(min(HARD_DEAL_STEPS, left))
        won.update(deal.won)
        unsettled.update(deal.unsettled)
    return {
        action: KnownShare(won[action], unsettled[action], number, is_complete)
        for action in actions
    }


@dataclass(frozen=True)
class _HiddenCards:
    """The cards that a seat does not know, and where they can be."""

    deck: Deck
    position: Position
    cards: Cards  # in the order of the deck
    # a seat and how many of these cards it holds; seat 0: nobody
    places: tuple[tuple[int, int], ...]
    certain: Mapping[int, Counter[Card]]  # by seat: cards that it is known to hold

    @classmethod
    def of(cls, table: Table, rules: ClimbingRules, position: Position) -> "_HiddenCards":
        seat = position.turn
        certain = known_gifts(table, seat)
        own = Counter(position.holdings[seat - 1])
        played = Counter(card for play in position.played for card in play)
        unknown = Counter(dict(rules.deck.copies)) - own - played
        for cards in certain.values():
            unknown -= cards
        others = [other for other in position.seats() if other != seat]
        places = [
            (other, (position.counts[other - 1] or 0) - certain[other].total()) for other in others
        ]
        aside = unknown.total() - sum(number for _, number in places)
        return cls(
            rules.deck,
            position,
            rules.deck.in_order(unknown.elements()),
            (*places, (0, aside)),
            certain,
        )

    def count_deals(self) -> int:
        """Return how many ways there are to deal the cards."""
        left, count = len(self.cards), 1
        for _, number in self.places:
            count *= math.comb(left, number)
            left -= number
        return count

    def every(self) -> Iterator[tuple[Mapping[Card, int], ...]]:
        """Yield every deal."""
        return map(self._holdings, _ways(self.cards, self.places))

    def drawn(self, seed: str, number: int) -> Iterator[tuple[Mapping[Card, int], ...]]:
        """Yield so many deals that are drawn, the first one as ``referee.deal`` shuffles with the seed ``SEED:1``."""
        for deal in range(1, number + 1):
            left, pack = Counter(self.cards), []
            for card in shuffle(self.deck, f"{seed}:{deal}"):
                if left[card]:
                    left[card] -= 1
                    pack.append(card)
            way, start = {}, 0
            for seat, count in self.places:
                way[seat] = pack[start : start + count]
                start += count
            yield self._holdings(way)

    def _holdings(self, way: Mapping[int, Sequence[Card]]) -> tuple[Mapping[Card, int], ...]:
        holdings = list(self.position.holdings)
        for seat, cards in way.items():
            if seat:
                holdings[seat - 1] = self.certain[seat] + Counter(cards)
        return tuple(holdings)


def known_gifts(table: Table, seat: int) -> dict[int, Counter[Card]]:
    """Return, by seat, the cards that a seat gave it, and that it has not played or given on since."""
    given: dict[int, Counter[Card]] = defaultdict(Counter)
    for event in progress_of(table).events:
        if event.action is SeatAction.GIVES and event.seat == seat:
            given[event.to].update(event.cards)
        else:
            given[event.seat] -= Counter(event.cards)
    return given


def _ways(cards: Cards, places: Sequence[tuple[int, int]]) -> Iterator[dict[int, Cards]]:
    """Yield every way to deal some cards to seats, each with its number of cards."""
    if not places:
        yield {}
        return
    (seat, number), others = places[0], places[1:]
    for chosen in combinations(range(len(cards)), number):
        rest = tuple(card for at, card in enumerate(cards) if at not in chosen)
        for way in _ways(rest, others):
            yield {seat: tuple(cards[at] for at in chosen), **way}


def _wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return Wilson's interval for a share (E. B. Wilson, 1927)."""
    share, square = successes / trials, _NORMAL**2
    middle = share + square / (2 * trials)
    half = _NORMAL * math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    return max(0.0, (middle - half) / (1 + square / trials)), min(
        1.0, (middle + half) / (1 + square / trials)
    )
