"""What a recorded hand proves of its deal: built from all events together, before any of them is judged."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, partial

from referee.cards import UNSEEN, Card, Cards, Deck
from referee.climbing.gaps import Filling
from referee.climbing.impossible_cards import find_impossible_events
from referee.climbing.movements import NO_EVENTS, card_accounts, list_movements
from referee.climbing.rules import ClimbingRules
from referee.knowledge import CardMovement, Knowledge, known_faces
from referee.record import HandEvent, HandRecord


def prove_hand(
    rules: ClimbingRules, hand: HandRecord, undone: dict[int, int], *, seats: int
) -> tuple[Sequence[HandEvent], Knowledge]:
    """Return the events, unseen faces named where only one fits, and everything that they prove."""
    events = hand.events or ()
    if not hand.has_unseen_faces:
        return events, prove_events(rules, hand, events, undone, seats=seats)
    accounts = card_accounts(rules, hand, seats=seats)
    filling = Filling(rules, accounts, set(undone.values()), NO_EVENTS)
    not_held = find_impossible_events(filling, events)
    events = replace(filling, impossible_events=not_held).fill_certain(events)
    return events, prove_events(rules, hand, events, undone, seats=seats, not_held=not_held)


def prove_events(
    rules: ClimbingRules,
    hand: HandRecord,
    events: Sequence[HandEvent],
    undone: Mapping[int, int],
    *,
    seats: int,
    not_held: frozenset[int] = NO_EVENTS,
) -> Knowledge:
    """Return what these events prove, together with the deal and the cards left at the end."""
    nobody = (None,) * seats
    gone = set(undone.values())
    knowledge = _prove(
        rules.deck,
        size=rules.hand_size,
        dealt=hand.dealt or nobody,
        movements=partial(list_movements, events, gone, not_held),
        left=hand.left or nobody,
    )
    return replace(knowledge, impossible_events=not_held) if not_held else knowledge


def _prove(
    deck: Deck,
    *,
    size: int,
    dealt: Sequence[Cards | None],
    movements: Callable[[], Iterable[CardMovement]],
    left: Sequence[Cards | None],
) -> Knowledge:
    """Return everything that the deal, the movements and the cards left at the end prove together."""
    proof = _Proof(deck, size, dealt)
    if any(proof.slots):
        for move in movements():
            proof.add(move)
        for seat, cards in enumerate(left, 1):
            proof.add_left(seat, known_faces(cards))
    return proof.conclude(movements, left)


class GrowingEvidence:
    """What a hand proves while it grows by one event at a time.  No card is unseen, and none is known to be left at the end."""

    def __init__(self, proof: "_Proof") -> None:
        self._proof = proof

    @classmethod
    def of_deal(cls, rules: ClimbingRules, dealt: Sequence[Cards | None]) -> "GrowingEvidence":
        """Return what the deal alone proves."""
        return cls(_Proof(rules.deck, rules.hand_size, dealt))

    def with_movement(self, move: CardMovement) -> "GrowingEvidence":
        """Return the evidence with one movement more."""
        proof = self._proof.copy()
        proof.add(move)
        return GrowingEvidence(proof)

    def knowledge(self, movements: Callable[[], Iterable[CardMovement]]) -> Knowledge:
        """Return everything that the deal and the movements so far prove together."""
        return self._proof.copy().conclude(movements, (None,) * len(self._proof.dealt))


class _Proof:
    """A deal while facts about it are being collected."""

    def __init__(self, deck: Deck, size: int, dealt: Sequence[Cards | None]) -> None:
        self.deck = deck
        self.size, self.dealt = size, tuple(dealt)
        self.certain = [known_faces(cards) for cards in dealt]
        self.slots = [size - cards.total() for cards in self.certain]
        self.gone = Counter[Card]()

    def copy(self) -> "_Proof":
        """Return a copy to which facts can be added."""
        other = copy(self)
        other.certain = [cards.copy() for cards in self.certain]
        other.slots = list(self.slots)
        other.gone = self.gone.copy()
        other.shown = [cards.copy() for cards in self.shown]
        other.received = [cards.copy() for cards in self.received]
        other.received_unseen = list(self.received_unseen)
        return other

    def conclude(
        self, movements: Callable[[], Iterable[CardMovement]], left: Sequence[Cards | None]
    ) -> Knowledge:
        """Return what is proved, by elimination too."""
        pool = self.eliminate()
        return Knowledge(
            deck=self.deck,
            certain=tuple(self.certain),
            slots=tuple(self.slots),
            pool=pool,
            undealt=len(self.deck) - self.size * len(self.dealt),
            dealt=self.dealt,
            list_movements=movements,
            left=tuple(left),
        )

    @cached_property
    def shown(self) -> list[Counter[Card]]:
        """By seat, the faces that lay on the table or changed hands."""
        return [Counter[Card]() for _ in self.certain]

    @cached_property
    def received(self) -> list[Counter[Card]]:
        """By seat, the faces that another seat gave it."""
        return [Counter[Card]() for _ in self.certain]

    @cached_property
    def received_unseen(self) -> list[int]:
        """By seat, how many unseen cards it was given; each may be any card that it shows later."""
        return [0 for _ in self.certain]

    def add(self, move: CardMovement) -> None:
        """Add the proof that the seat held the cards that it played or gave."""
        place = move.seat - 1
        if move.receiver and move.stands:
            self.received_unseen[move.receiver - 1] += move.cards.count(UNSEEN)
        for card, number in known_faces(move.cards).items():
            if not move.was_held or self.gone[card] + number > self.deck.copies[card]:
                continue  # the card lay on the table before: this proves nothing more
            self._prove_held(place, card, self.shown[place][card] + number)
            if not move.stands:
                continue
            self.shown[place][card] += number
            if move.receiver:
                self.received[move.receiver - 1][card] += number
            else:
                self.gone[card] += number

    def add_left(self, seat: int, cards: Counter[Card]) -> None:
        """Add the proof that the seat held the cards left at the end."""
        for card, number in cards.items():
            self.shown[seat - 1][card] += number
            self._prove_held(seat - 1, card, self.shown[seat - 1][card])

    def _prove_held(self, place: int, card: Card, number: int) -> None:
        """Count faces as dealt to a seat that held ``number`` of them in all, less those that it received."""
        mine = self.certain[place][card]
        more = number - self.received[place][card] - self.received_unseen[place] - mine
        if not 0 < more <= self.slots[place]:
            return
        if sum(cards[card] for cards in self.certain) + more <= self.deck.copies[card]:
            self.certain[place][card] += more
            self.slots[place] -= more

    def eliminate(self) -> Counter[Card]:
        """Assign faces that no other seat has room for, and return the faces proved nowhere."""
        if len(self.deck) == sum(cards.total() for cards in self.certain):
            return Counter()
        pool = Counter(self.deck.copies)
        for cards in self.certain:
            pool.subtract(cards)
        pool = +pool
        for place, room in enumerate(list(self.slots)):
            elsewhere = pool.total() - room
            if not room or elsewhere >= max(pool.values(), default=0):
                continue  # all copies of every face have room elsewhere
            for card, number in list(pool.items()):
                forced = min(number - elsewhere, room)
                if forced > 0:
                    self.certain[place][card] += forced
                    self.slots[place] -= forced
                    pool[card] -= forced
        return +pool
