"""What a player's hands come to, in figures."""

from collections import Counter
from datetime import date
from typing import NamedTuple
from uuid import UUID

from scorekeeper.counting import exact
from scorekeeper.deeds import Deed
from scorekeeper.played import Played, Seated


class Swing(NamedTuple):
    """The hand that moved a player furthest, up or down."""

    points: float
    hand: UUID
    day: date


class Figures(NamedTuple):
    """A player in numbers.  None where there is nothing to take an average of."""

    hands: int  # finished ones
    unproved: int  # of these, the ones whose points the record does not prove
    won: int
    points: float  # as the games count them
    adjustments: float
    average_place: float | None
    average_cards_left: float | None
    left_with_most: int  # hands ended with more cards than everybody else
    longest_streak: int  # hands won one after the other
    biggest_swing: Swing | None
    last_card_failures: int
    gangs: int
    bombs: int  # fours of a kind and straight flushes, whatever they beat
    illegal: int
    unproven: int
    led: int  # first tricks
    won_when_leading: int


class Mean:
    """An average of what is there."""

    def __init__(self) -> None:
        self.count, self.total = 0, 0

    def add(self, value: int | None) -> None:
        """One more; None is not there."""
        if value is not None:
            self.count, self.total = self.count + 1, self.total + value

    @property
    def value(self) -> float | None:
        """To two digits."""
        return round(self.total / self.count, 2) if self.count else None


class Ledger:
    """Figures under way, given a player's hands in the order of play."""

    def __init__(self) -> None:
        self.hands = self.unproved = self.won = self.most = self.streak = self.longest = 0
        self.points = self.adjustments = 0.0
        self.places, self.cards_left = Mean(), Mean()
        self.swing: Swing | None = None
        self.deeds: Counter[Deed] = Counter()

    def add(self, hand: Played, own: Seated) -> None:
        """One more hand.  A hand whose winner is not proved ends a streak."""
        self.adjustments = exact([self.adjustments, own.adjustments])
        if not hand.counts:
            return
        won = own.place == 1
        self.hands += 1
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)
        self.most += _has_most(hand, own)
        self.deeds[Deed.LAST_CARD_FAILURE] += own.blocked
        self.places.add(own.place)
        self.cards_left.add(own.cards_left)
        self._score(hand, own.points)

    def _score(self, hand: Played, points: float | None) -> None:
        if points is None:
            self.unproved += 1
            return
        self.points = exact([self.points, points])
        if self.swing is None or abs(points) > abs(self.swing.points):
            self.swing = Swing(points, hand.hand, hand.day)

    def figures(self) -> Figures:
        """What they come to."""
        return Figures(
            hands=self.hands,
            unproved=self.unproved,
            won=self.won,
            points=self.points,
            adjustments=self.adjustments,
            average_place=self.places.value,
            average_cards_left=self.cards_left.value,
            left_with_most=self.most,
            longest_streak=self.longest,
            biggest_swing=self.swing,
            last_card_failures=self.deeds[Deed.LAST_CARD_FAILURE],
            gangs=self.deeds[Deed.GANG],
            bombs=self.deeds[Deed.BOMB],
            illegal=self.deeds[Deed.ILLEGAL],
            unproven=self.deeds[Deed.UNPROVEN],
            led=self.deeds[Deed.LED],
            won_when_leading=self.deeds[Deed.LED_AND_WON],
        )


def _has_most(hand: Played, own: Seated) -> bool:
    """Was this player alone left with the most cards?  Not told where somebody's are not proved."""
    counts = [seated.cards_left for seated in hand.seats]
    if own.cards_left is None or None in counts:
        return False
    return own.cards_left == max(filter(None, counts), default=0) and counts.count(own.cards_left) == 1  # fmt: skip
