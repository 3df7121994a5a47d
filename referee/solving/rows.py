"""The plays that the hands of a position can make, as numbers: what a search needs to know of the rules.

A hand is a number with a small field of bits for each face, which holds how many copies of it the hand has; a play is what it
takes away.  Cards of one seat that make no difference to anybody, such as two neighbors that no card of another seat lies
between, count as copies of one face.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.cards import Card, Cards
from referee.climbing.plays import combinations_in
from referee.climbing.rules import ClimbingRules
from referee.combinations import Combination, Strength

Effect = tuple[object, ...]
"""What a play does to the other seats: plays of one seat with the same effect are answered alike."""


class PlayRow(NamedTuple):
    """A play that a hand can make, or several that make no difference."""

    number: int  # among all rows
    cost: int  # what it takes away from the hand
    places: int  # of its faces, a bit for each
    size: int
    height: int  # of a single, how high it is among all singles; otherwise -1
    play: Combination


class Hands:
    """The hands of some seats as numbers, and their plays.  Seats are counted from 0, in the order of play."""

    def __init__(
        self,
        rules: ClimbingRules,
        holdings: Sequence[Mapping[Card, int]],
        apart: frozenset[Card] = frozenset(),
    ) -> None:
        """Read the plays of these hands; faces that are ``apart`` count as no other."""
        self.rules = rules
        plays = [combinations_in(rules, holding) for holding in holdings]
        effects = list(_effects(rules, plays))
        # by seat: cards that are alike, lowest first, as often as they are held
        self.groups = [
            _alike(rules, holding, effect, apart)
            for holding, effect in zip(holdings, effects, strict=True)
        ]
        most = max((len(group) for groups in self.groups for group in groups), default=1)
        self._width = most.bit_length() + 1
        fields = max(map(len, self.groups))
        self._guard = sum(1 << self._width * (place + 1) - 1 for place in range(fields))
        self._places = [
            {card: place for place, group in enumerate(groups) for card in group}
            for groups in self.groups
        ]
        self.full = [
            sum(len(group) << self._width * place for place, group in enumerate(groups))
            for groups in self.groups
        ]
        self.combinations: list[Combination] = []  # by the number of their row
        self._row_of: list[dict[Cards, PlayRow]] = []  # by seat and cards
        self._rows = [
            {full: self._merged(seat, effects[seat])} for seat, full in enumerate(self.full)
        ]

    def _merged(self, seat: int, effects: Mapping[Combination, Effect]) -> tuple[PlayRow, ...]:
        """Return the plays of a seat, the largest first, one of those that make no difference."""
        rows: dict[tuple[int, Effect], PlayRow] = {}
        keys: dict[Cards, tuple[int, Effect]] = {}
        groups, places = self.groups[seat], self._places[seat]
        for play, effect in effects.items():
            cost = sum(1 << self._width * places[card] for card in play.cards)
            bits = sum(1 << place for place in {places[card] for card in play.cards})
            top = groups[places[play.cards[0]]][-1]
            height = self.rules.order.heights[top] if play.size == 1 else -1
            keys[play.cards] = cost, effect
            rows[cost, effect] = PlayRow(self.add(play), cost, bits, play.size, height, play)
        self._row_of.append({cards: rows[key] for cards, key in keys.items()})
        return tuple(
            sorted(rows.values(), key=lambda row: (-row.size, row.play.bomb, row.play.strength))
        )

    def add(self, play: Combination) -> int:
        """Return a number for a combination that is played or stands."""
        self.combinations.append(play)
        return len(self.combinations) - 1

    def rows(self, seat: int, hand: int) -> tuple[PlayRow, ...]:
        """Return every play of what is left of a seat's hand."""
        rows = self._rows[seat].get(hand)
        if rows is None:
            rows = tuple(self.within(hand, self._rows[seat][self.full[seat]]))
            self._rows[seat][hand] = rows
        return rows

    def within(self, hand: int, rows: Sequence[PlayRow]) -> list[PlayRow]:
        """Return those of some plays that a hand has all the cards of."""
        guard = self._guard
        guarded = hand | guard
        return [row for row in rows if (guarded - row.cost) & guard == guard]

    def lowest_place(self, hand: int) -> int:
        """Return the bit of the first face that a hand has, as ``PlayRow.places`` has it."""
        return 1 << ((hand & -hand).bit_length() - 1) // self._width

    def size(self, hand: int) -> int:
        """Return the number of cards of a hand."""
        number, mask = 0, (1 << self._width) - 1
        while hand:
            number += hand & mask
            hand >>= self._width
        return number

    def number(self, seat: int, holding: Mapping[Card, int]) -> int | None:
        """Return what is left of a seat's hand; None if it is no part of the hand that was read."""
        places, total = self._places[seat], 0
        for card, count in holding.items():
            place = places.get(card)
            if place is None or count > self.groups[seat][place].count(card):
                return None
            total += count << self._width * place
        return total

    def row(self, seat: int, cards: Sequence[str]) -> PlayRow:
        """Return the play that these cards of a hand make."""
        return self._row_of[seat][self.rules.order.sort(tuple(map(Card, cards)))]

    def cards(self, seat: int, row: PlayRow, holding: Mapping[Card, int]) -> Cards:
        """Return the cards with which this hand makes the play: of those that are alike the highest."""
        places = self._places[seat]
        chosen: list[Card] = []
        for place, needed in Counter(places[card] for card in row.play.cards).items():
            faces = dict.fromkeys(self.groups[seat][place])
            own = [face for face in faces for _ in range(holding.get(face, 0))]
            chosen += own[-needed:]
        return self.rules.order.sort(tuple(chosen))


def _effects(
    rules: ClimbingRules, plays: Sequence[Sequence[Combination]]
) -> Iterator[dict[Combination, Effect]]:
    """Yield, by seat, the effect of each of its plays: between which plays of others it lies, and whether it closes the trick."""
    for seat, own in enumerate(plays):
        others: dict[tuple[int, int], list[Strength]] = defaultdict(list)
        for other, theirs in enumerate(plays):
            if other != seat:
                for play in theirs:
                    others[play.rung, play.tier].append(play.strength)
        for strengths in others.values():
            strengths.sort()
        effects: dict[Combination, Effect] = {}
        for play in own:
            shape = play.rung, play.tier
            lower = bisect_left(others[shape], play.strength)
            not_higher = bisect_right(others[shape], play.strength)
            # a bomb of a game from outside may look at the very cards
            closer = play.cards if rules.chops else play.cards == (rules.top_single,)
            effects[play] = (*shape, lower, not_higher, closer)
        yield effects


def _alike(
    rules: ClimbingRules,
    holding: Mapping[Card, int],
    effects: Mapping[Combination, Effect],
    apart: frozenset[Card],
) -> list[list[Card]]:
    """Return the faces of a hand in groups, as often as they are held: within a group it makes no difference which is played.

    Where the highest single may be due (G29), a group has neighbors of the hand only.
    """
    groups: list[list[Card]] = []
    for card in rules.order.sort(tuple(holding)):
        candidates = groups[-1:] if rules.protect_last_card else groups
        for group in candidates:
            faces = set(group)
            if not apart & {card, *faces} and all(
                _are_alike(holding, effects, face, card) for face in faces
            ):
                group += [card] * holding[card]
                break
        else:
            groups.append([card] * holding[card])
    return groups


def _are_alike(
    holding: Mapping[Card, int], effects: Mapping[Combination, Effect], one: Card, other: Card
) -> bool:
    """Return whether only the number of these two faces in a play decides, and not which of them they are."""
    ways: dict[tuple[Cards, int], list[Effect]] = defaultdict(list)
    for play, effect in effects.items():
        rest = tuple(card for card in play.cards if card not in {one, other})
        if len(rest) < play.size:
            ways[rest, play.size - len(rest)].append(effect)
    for (_, number), some in ways.items():
        feasible = min(holding[one], number) - max(0, number - holding[other]) + 1
        if len(some) != feasible or len(set(some)) > 1:
            return False
    return True
