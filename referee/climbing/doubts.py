"""What unseen actions leave open at the end of a hand: plays that were perhaps taken back, and gifts perhaps made."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.timeline import HandTimeline, JudgedEvent
from referee.knowledge import CardMovement, known_faces
from referee.position import Exchange, Position
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL

Gift = tuple[int, int]
"""The giver and the receiver of a card."""


@dataclass(frozen=True)
class Doubts:
    """What is open about a hand because of its unseen actions."""

    taken_back: frozenset[int] = frozenset()  # events that were perhaps taken back unseen
    gifts: frozenset[Gift] = frozenset()  # perhaps made unseen
    seats: frozenset[int] = frozenset()  # whose number of cards is open because of these

    def __bool__(self) -> bool:
        return bool(self.seats)


def find_doubts(timeline: HandTimeline, judged_events: Sequence[JudgedEvent]) -> Doubts:
    """Return what the unseen actions of a hand leave open."""
    if SeatAction.UNSEEN not in timeline.record.actions:
        return Doubts()
    events = timeline.events
    taken_back = _perhaps_taken_back(events, judged_events).difference(timeline.undone.values())
    gifts = _perhaps_given(timeline, taken_back)
    seats = {seat for gift in gifts for seat in gift}
    for number in taken_back:
        seats.update({events[number - 1].seat, events[number - 1].to} - {0})
    return Doubts(taken_back, gifts, frozenset(seats))


def _perhaps_taken_back(
    events: Sequence[HandEvent], judged_events: Sequence[JudgedEvent]
) -> frozenset[int]:
    """Return the events with cards just before an unseen action of their seat, or not proved legal and anywhere before one."""
    perhaps = {
        number
        for number, (event, following) in enumerate(pairwise(events), 1)
        if event.cards
        and following.action is SeatAction.UNSEEN
        and following.seat in {0, event.seat}
    }
    unseen_later: set[int] = set()
    for judged in reversed(judged_events):
        if judged.event.action is SeatAction.UNSEEN:
            unseen_later.add(judged.event.seat)
        plays = judged.event.action is SeatAction.PLAY
        if plays and judged.verdict != LEGAL and unseen_later & {0, judged.event.seat}:
            perhaps.add(judged.number)
    return frozenset(perhaps)


def _perhaps_given(timeline: HandTimeline, taken_back: frozenset[int]) -> frozenset[Gift]:
    """Return the gifts of the exchange that are not on record, where their giver did something unseen."""
    exchange, seats = timeline.start.exchange, timeline.start.seats()
    if exchange is None:
        return frozenset()
    given = [
        (move.seat, move.receiver)
        for move in timeline.knowledge.movements
        if move.receiver and move.stands and move.event not in taken_back
    ]
    parties = _parties(exchange, given)
    unseen = {event.seat for event in timeline.events if event.action is SeatAction.UNSEEN}
    return frozenset(
        gift
        for gift in permutations(seats, 2)
        if parties <= set(gift) and gift not in given and unseen & {0, gift[0]}
    )


def _parties(exchange: Exchange, given: Sequence[Gift]) -> set[int]:
    """Return the seats that are known to exchange cards; a gift on record shows who they are."""
    parties = {exchange.loser, exchange.winner} - {0}
    shown = [gift for gift in given if parties <= set(gift)]
    return {*parties, *(shown[0] if shown else ())}


def with_open_counts(end: Position, doubts: Doubts) -> Position:
    """Return the last position without the numbers of cards that are open."""
    counts = (
        None if seat in doubts.seats and seat not in end.out else count
        for seat, count in enumerate(end.counts, 1)
    )
    return end._replace(counts=tuple(counts))


def may_go_on(end: Position, doubts: Doubts) -> bool:
    """Return whether a seat that is out or blocked by the plays on record perhaps is not."""
    return not doubts.seats.isdisjoint({*end.out, *end.blocked})


def most_left(timeline: HandTimeline, end: Position, doubts: Doubts) -> list[int]:
    """Return, by seat, the most cards that the plays on record leave it, whatever was done unseen.

    A card that it gave may have been returned unseen.
    """
    most = [timeline.rules.hand_size] * len(end.counts)
    if not doubts and None not in end.counts:
        return most  # nothing was done unseen
    gifts = [move for move in timeline.knowledge.movements if move.stands and move.receiver]
    for gift in gifts:
        most[gift.receiver - 1] += len(gift.cards)
    for seat in {to for _, to in doubts.gifts}.difference(gift.seat for gift in gifts):
        most[seat - 1] += 1
    for play in _certain_plays(timeline, end, doubts):
        most[play.seat - 1] -= len(play.cards)
    return [max(0, number) for number in most]


def _certain_plays(timeline: HandTimeline, end: Position, doubts: Doubts) -> list[CardMovement]:
    moves = timeline.knowledge.movements
    plays = [move for move in moves if move.stands and not move.receiver]
    plays = plays[: len(end.played)]  # without those after the end
    return [play for play in plays if play.event not in doubts.taken_back]


def find_impossible_card(
    timeline: HandTimeline, end: Position, doubts: Doubts, place: int
) -> Card | None:
    """Return a card that a seat cannot have left, whatever was done unseen, or None.

    Counts what was dealt, what was certainly played and what is left; a card dealt to a seat that gave or received cards
    may be anywhere.
    """
    hand, nothing = timeline.record, (None,) * len(end.counts)
    shown = [known_faces(cards) for cards in hand.left or nothing]
    for play in _certain_plays(timeline, end, doubts):
        shown[play.seat - 1] += known_faces(play.cards)
    gifts = {(move.seat, move.receiver) for move in timeline.knowledge.movements if move.receiver}
    movers = {seat for gift in gifts | doubts.gifts for seat in gift}
    kept = [
        None if seat in movers else cards for seat, cards in enumerate(hand.dealt or nothing, 1)
    ]
    held = [cards | known_faces(own or ()) for cards, own in zip(shown, kept, strict=True)]
    for card in known_faces((hand.left or nothing)[place]):
        elsewhere = sum(cards[card] for at, cards in enumerate(held) if at != place)
        most = _most_dealt(kept[place], card, timeline.rules.deck.copies[card] - elsewhere)
        if shown[place][card] > most:
            return card
    return None


def _most_dealt(dealt: Cards | None, card: Card, not_elsewhere: int) -> int:
    """Return how many copies of a card may have been dealt to a seat; ``?`` in its deal may be any card."""
    if dealt is None:
        return not_elsewhere
    return min(dealt.count(card) + dealt.count(UNSEEN), not_elsewhere)
