"""A player's figures, added up from hands or from the stored totals of sessions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import Club
from scorekeeper.standings.totals import exact_sum
from scorekeeper.statistics.counted_hands import CountedHand, CountedSeat
from scorekeeper.statistics.play_counts import CountedPlay


class Swing(NamedTuple):
    """The hand that won or lost a player the most points."""

    points: float
    hand: UUID
    day: date


class PlayerFigures(NamedTuple):
    """A player's figures.  Averages are None without values.  The field names are keys of the API's JSON."""

    hands: int  # finished
    unproved: int  # of these, hands whose points the record does not prove
    won: int
    points: float  # as the games count them, penalties included
    adjustments: float
    average_place: float | None
    average_cards_left: float | None  # in hands in which every player's number is known
    left_with_most: int  # hands in which the player alone was left with the most cards
    longest_streak: int  # hands won one after the other
    biggest_swing: Swing | None
    last_card_failures: int
    gangs: int
    bombs: int  # fours of a kind and straight flushes, whatever they beat
    illegal: int  # plays
    unproven: int  # plays
    led: int  # hands in which the player led the first trick
    won_when_leading: int
    sessions: int  # with a finished hand
    lowest_wins: int  # of these, sessions in which the lowest total wins
    penalties: float  # of points and adjustments, those of these sessions
    certain_wins_taken: int  # in the last cards of hands, with all cards open
    certain_wins_given_away: int
    settled_decisions: int  # of which it is known whether a win was certain, and what became of it

    @property
    def mixes_scores(self) -> bool:
        """Whether some sessions count points and others penalties, whose sum means nothing."""
        return 0 < self.lowest_wins < self.sessions

    def shown_in(self, club: Club) -> "PlayerFigures":
        """Return the figures that a club shows: without certain wins if it has them switched off."""
        if club.solves_endings:
            return self
        return self._replace(certain_wins_taken=0, certain_wins_given_away=0, settled_decisions=0)


class SessionTotals(NamedTuple):
    """One player's totals in one session, or in several, ready to be added to those of later sessions.

    They are stored as a list, in this order: raise ``session_figures.FORMAT`` when you change the fields.
    """

    hands: int
    unproved: int
    won: int
    points: float
    adjustments: float
    places: Sequence[int]  # count and sum
    cards_left: Sequence[int]  # count and sum, of hands in which every player's number is known
    left_with_most: int
    opening_streak: int  # hands won from the first hand on
    closing_streak: int  # hands won up to the last hand
    longest_streak: int
    swing: float | None
    swing_hand: str | None
    swing_day: str | None
    play_counts: Mapping[str, int]
    sessions: int
    recorded: int  # hands, finished or not
    lowest_wins: int  # sessions in which the lowest total wins
    penalties: float  # of points and adjustments, those of these sessions


class RunningMean:
    """The mean of the values that are known."""

    def __init__(self) -> None:
        self.count, self.total = 0, 0

    def add(self, value: int | None) -> None:
        """Add a value; None is ignored."""
        if value is not None:
            self.count, self.total = self.count + 1, self.total + value

    def add_all(self, count_and_sum: Sequence[int]) -> None:
        """Add several values at once, given their count and their sum."""
        self.count, self.total = self.count + count_and_sum[0], self.total + count_and_sum[1]

    @property
    def value(self) -> float | None:
        """The mean, rounded to two digits, or None without values."""
        return round(self.total / self.count, 2) if self.count else None


class PlayerAccumulator:
    """Adds up a player's hands, or the totals of sessions, which must come in the order of play."""

    def __init__(self) -> None:
        self.hands = self.unproved = self.won = self.left_with_most = 0
        self.opening_streak = self.streak = self.longest_streak = 0
        self.points = self.adjustments = self.penalties = 0.0
        self.places, self.cards_left = RunningMean(), RunningMean()
        self.swing: Swing | None = None
        self.play_counts: Counter[CountedPlay] = Counter()
        self.sessions = self.recorded = self.lowest_wins = 0

    def add_hand(self, hand: CountedHand, seat: CountedSeat) -> None:
        """Add a hand and the player's seat in it.  A hand whose winner is not proved ends a streak."""
        self.adjustments = exact_sum([self.adjustments, seat.adjustments])
        if not hand.counts:
            return
        won = seat.place == 1
        self.opening_streak += won and self.opening_streak == self.hands
        self.hands += 1
        self.won += won
        self.streak = self.streak + 1 if won else 0
        self.longest_streak = max(self.longest_streak, self.streak)
        self.left_with_most += _has_most_cards(hand, seat)
        self.play_counts[CountedPlay.LAST_CARD_FAILURE] += seat.blocked
        self.places.add(seat.place)
        if all(other.cards_left is not None for other in hand.seats):
            self.cards_left.add(seat.cards_left)  # else whoever went out would lower the average
        if seat.points is None:
            self.unproved += 1
        else:
            self.points = exact_sum([self.points, seat.points])
            self._update_swing(seat.points, hand.hand, hand.day)

    def add_record(self, *, hands: int, lowest_wins: bool) -> None:
        """Add the record of the only session whose hands were added: how many it has, finished or not, and whether the lowest total wins."""
        self.sessions += 1
        self.recorded += hands
        self.lowest_wins += lowest_wins
        if lowest_wins:
            self.penalties = exact_sum([self.points, self.adjustments])

    def add_session(self, totals: SessionTotals) -> None:
        """Add the totals of one session, or of several that were played one after the other."""
        joined_streak = self.streak + totals.opening_streak
        self.longest_streak = max(self.longest_streak, totals.longest_streak, joined_streak)
        won_all = totals.opening_streak == totals.hands
        self.streak = totals.closing_streak + (self.streak if won_all else 0)
        self.opening_streak += totals.opening_streak if self.opening_streak == self.hands else 0
        self.hands += totals.hands
        self.unproved += totals.unproved
        self.won += totals.won
        self.left_with_most += totals.left_with_most
        self.points = exact_sum([self.points, totals.points])
        if totals.adjustments:
            self.adjustments = exact_sum([self.adjustments, totals.adjustments])
        self.places.add_all(totals.places)
        self.cards_left.add_all(totals.cards_left)
        for play, times in totals.play_counts.items():
            self.play_counts[CountedPlay(play)] += times
        if totals.swing is not None and totals.swing_day is not None:
            self._update_swing(
                totals.swing, totals.swing_hand, date.fromisoformat(totals.swing_day)
            )
        self.sessions += totals.sessions
        self.recorded += totals.recorded
        self.lowest_wins += totals.lowest_wins
        if totals.penalties:
            self.penalties = exact_sum([self.penalties, totals.penalties])

    def _update_swing(self, points: float, hand: UUID | str | None, day: date) -> None:
        """Remember the biggest swing; of equal ones the first."""
        if self.swing is None or abs(points) > abs(self.swing.points):
            self.swing = Swing(points, UUID(str(hand)), day)

    def session_totals(self) -> SessionTotals:
        """Return the totals of everything added so far."""
        return SessionTotals(
            hands=self.hands,
            unproved=self.unproved,
            won=self.won,
            points=self.points,
            adjustments=self.adjustments,
            places=[self.places.count, self.places.total],
            cards_left=[self.cards_left.count, self.cards_left.total],
            left_with_most=self.left_with_most,
            opening_streak=self.opening_streak,
            closing_streak=self.streak,
            longest_streak=self.longest_streak,
            swing=self.swing.points if self.swing else None,
            swing_hand=str(self.swing.hand) if self.swing else None,
            swing_day=str(self.swing.day) if self.swing else None,
            play_counts={
                play.value: times for play, times in sorted(self.play_counts.items()) if times
            },
            sessions=self.sessions,
            recorded=self.recorded,
            lowest_wins=self.lowest_wins,
            penalties=self.penalties,
        )

    def figures(self) -> PlayerFigures:
        """Return the figures of everything added so far."""
        return PlayerFigures(
            hands=self.hands,
            unproved=self.unproved,
            won=self.won,
            points=self.points,
            adjustments=self.adjustments,
            average_place=self.places.value,
            average_cards_left=self.cards_left.value,
            left_with_most=self.left_with_most,
            longest_streak=self.longest_streak,
            biggest_swing=self.swing,
            last_card_failures=self.play_counts[CountedPlay.LAST_CARD_FAILURE],
            gangs=self.play_counts[CountedPlay.GANG],
            bombs=self.play_counts[CountedPlay.BOMB],
            illegal=self.play_counts[CountedPlay.ILLEGAL],
            unproven=self.play_counts[CountedPlay.UNPROVEN],
            led=self.play_counts[CountedPlay.LED],
            won_when_leading=self.play_counts[CountedPlay.LED_AND_WON],
            sessions=self.sessions,
            lowest_wins=self.lowest_wins,
            penalties=self.penalties,
            certain_wins_taken=self.play_counts[CountedPlay.WIN_TAKEN],
            certain_wins_given_away=self.play_counts[CountedPlay.WIN_GIVEN_AWAY],
            settled_decisions=self.play_counts[CountedPlay.SETTLED],
        )


def _has_most_cards(hand: CountedHand, seat: CountedSeat) -> bool:
    """Return whether this seat alone has the most cards left; False if any seat's number is not proved."""
    counts = [other.cards_left for other in hand.seats]
    if seat.cards_left is None or None in counts:
        return False
    most = max(filter(None, counts), default=0)
    return seat.cards_left == most and counts.count(most) == 1
