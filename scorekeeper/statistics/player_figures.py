"""What a player's hands come to, in figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from scorekeeper.standings.totals import exact
from scorekeeper.statistics.counted_hands import Played, Seated
from scorekeeper.statistics.play_counts import Deed


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


class Showing(NamedTuple):
    """How somebody did in one session, ready to be added to what they did in others."""

    hands: int
    unproved: int
    won: int
    points: float
    adjustments: float
    places: Sequence[int]  # how many, and their sum
    cards_left: Sequence[int]
    most: int
    opening: int  # hands won one after the other: the first ones,
    closing: int  # the last ones
    longest: int  # and wherever they were most
    swing: float | None
    swing_hand: str | None
    deeds: Mapping[str, int]


class Mean:
    """An average of what is there."""

    def __init__(self) -> None:
        self.count, self.total = 0, 0

    def add(self, value: int | None) -> None:
        """One more; None is not there."""
        if value is not None:
            self.count, self.total = self.count + 1, self.total + value

    def add_all(self, pair: Sequence[int]) -> None:
        """So many more, and their sum."""
        self.count, self.total = self.count + pair[0], self.total + pair[1]

    @property
    def value(self) -> float | None:
        """To two digits."""
        return round(self.total / self.count, 2) if self.count else None


class Ledger:
    """Figures under way, given a player's hands, or what sessions came to, in the order of play."""

    def __init__(self) -> None:
        self.hands = self.unproved = self.won = self.most = 0
        self.opening = self.streak = self.longest = 0
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
        self.opening += won and self.opening == self.hands
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
        self._swing(points, hand.hand, hand.day)

    def add_session(self, showing: Showing, day: date) -> None:
        """The hands of one more session."""
        self.longest = max(self.longest, showing.longest, self.streak + showing.opening)
        self.streak = showing.closing + (self.streak if showing.opening == showing.hands else 0)
        self.opening += showing.opening if self.opening == self.hands else 0
        self.hands += showing.hands
        self.unproved += showing.unproved
        self.won += showing.won
        self.most += showing.most
        self.points = exact([self.points, showing.points])
        if showing.adjustments:
            self.adjustments = exact([self.adjustments, showing.adjustments])
        self.places.add_all(showing.places)
        self.cards_left.add_all(showing.cards_left)
        for deed, times in showing.deeds.items():
            self.deeds[Deed(deed)] += times
        if showing.swing is not None:
            self._swing(showing.swing, showing.swing_hand, day)

    def _swing(self, points: float, hand: UUID | str | None, day: date) -> None:
        """Of equal ones the first is kept."""
        if self.swing is None or abs(points) > abs(self.swing.points):
            self.swing = Swing(points, UUID(str(hand)), day)

    def showing(self) -> Showing:
        """What the hands of a session came to."""
        return Showing(
            hands=self.hands,
            unproved=self.unproved,
            won=self.won,
            points=self.points,
            adjustments=self.adjustments,
            places=[self.places.count, self.places.total],
            cards_left=[self.cards_left.count, self.cards_left.total],
            most=self.most,
            opening=self.opening,
            closing=self.streak,
            longest=self.longest,
            swing=self.swing.points if self.swing else None,
            swing_hand=str(self.swing.hand) if self.swing else None,
            deeds={deed.value: times for deed, times in sorted(self.deeds.items()) if times},
        )

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
