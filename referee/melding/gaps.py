"""The faces that unseen cards of a hand may have, so that every recorded card can have been held."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from referee.card_accounting import CardAccounts
from referee.cards import UNSEEN, Cards
from referee.knowledge import MAX_SEARCH_STEPS, CardMovement, CutOffError, StepBudget
from referee.melding.claims import CLAIMS
from referee.melding.evidence import cards_left, dealt_sizes, movements, shown_cards
from referee.melding.faces import (
    face_combinations,
    faces_claimed,
    faces_to_try,
    is_all_melds,
    meld_faces,
    with_faces,
    with_offered,
)
from referee.melding.offers import TURNED_UP, Events, claim_of_offer, offer_of_claim
from referee.melding.timeline import Setting
from referee.record import HandEvent, HandRecord, SeatAction

MOST_EVENTS = 500
"""Longer records are not searched: each of the deck's 112 cards is turned up, called and claimed a few times at most."""

MOVEMENTS_PER_STEP = 50
"""How many movements count as one search step."""

NO_EVENTS: frozenset[int] = frozenset()


def gap_places(events: Sequence[HandEvent]) -> list[int]:
    """Return the indexes of events with unseen cards."""
    return [place for place, event in enumerate(events) if UNSEEN in event.cards]


@dataclass(frozen=True)
class Filling:
    """Fills the gaps of a hand with faces that fit the record."""

    setting: Setting
    accounts: CardAccounts
    steps: StepBudget
    impossible: frozenset[int] = NO_EVENTS  # numbers of events whose cards cannot have been held
    calls: bool = True  # whether called claims also show held cards

    def fits(self, events: Events) -> bool:
        """Return whether the cards of these events can all have been held."""
        self.steps.spend(1 + len(events) // MOVEMENTS_PER_STEP)
        return self.accounts.can_be_held(self.movements(events))

    def ways(self, events: Events, place: int) -> Iterator[Events]:
        """Yield the events with one gap filled, in each way that fits; other unseen cards stay open.

        A claimed card is the one that was on offer.  Ways that make melds come first.
        """
        event = events[place]
        if event.action in {*TURNED_UP, SeatAction.LUCKY}:
            yield from self._turned_up_ways(events, place)
            return
        yield from self.meld_ways(events, place)
        yield from self.other_ways(events, place)

    def meld_ways(self, events: Events, place: int) -> Iterator[Events]:
        """Yield the ways in which every set of the claim is a meld."""
        rules = self.setting.rules
        for candidate in self._ways_with_offer(events, place):
            fits = _FitCheck(self, candidate, place)
            for faces in meld_faces(rules, candidate[place]):
                filled = with_faces(candidate[place], faces)
                if is_all_melds(rules, filled) and fits(filled):
                    yield _replaced(candidate, place, filled)

    def other_ways(self, events: Events, place: int) -> Iterator[Events]:
        """Yield the ways in which some set of the claim is no meld."""
        rules = self.setting.rules
        for candidate in self._ways_with_offer(events, place):
            fits, claim = _FitCheck(self, candidate, place), candidate[place]
            faces = [face for face in rules.deck.copies if fits(with_faces(claim, (face,)))]
            for chosen in face_combinations(claim, faces):
                filled = with_faces(claim, chosen)
                if not is_all_melds(rules, filled) and fits(filled):
                    yield _replaced(candidate, place, filled)

    def fill_unique_gaps(self, events: Events) -> Events:
        """Return the events with every gap filled that has only one way, repeated until nothing changes."""
        if len(events) > MOST_EVENTS:
            return events
        before, filled = None, events
        try:
            if not self.fits(events):
                return events
            while before != filled:
                before = filled
                for place in gap_places(filled):
                    ways = list(islice(self.ways(filled, place), 2))
                    filled = ways[0] if len(ways) == 1 else filled
        except CutOffError:
            return filled
        return filled

    def _turned_up_ways(self, events: Events, place: int) -> Iterator[Events]:
        fits = _FitCheck(self, events, place)
        claim = claim_of_offer(events, place, self.setting.undone)
        faces = faces_to_try(self.setting.rules)
        if claim is not None:
            claimed = faces_claimed(events[claim])
            faces = [face for face in claimed if fits(with_faces(events[place], (face,)))] or faces
        for face in faces:
            filled = with_faces(events[place], (face,))
            if fits(filled):
                filled_events = _replaced(events, place, filled)
                yield (
                    filled_events
                    if claim is None
                    else _replaced(filled_events, claim, with_offered(filled_events[claim], face))
                )

    def _ways_with_offer(self, events: Events, place: int) -> Iterator[Events]:
        """Yield the events with the card that the claim took filled in too."""
        offer = offer_of_claim(events, place, self.setting.undone)
        if offer is None:
            yield events
        elif UNSEEN not in events[offer].cards:
            yield _replaced(events, place, with_offered(events[place], events[offer].cards[0]))
        elif events[place].called:
            yield events
        else:
            yield from self._turned_up_ways(events, offer)

    def movements(self, events: Events) -> list[CardMovement]:
        """Return the cards that left each hand; called cards count as held and stay there."""
        undone, stock_seat = set(self.setting.undone.values()), self.setting.seats + 1
        moves = movements(events, undone, stock_seat=stock_seat, with_calls=self.calls)
        return [move._replace(was_held=move.event not in self.impossible) for move in moves]


class _FitCheck:
    """Tests faces for one event while the other events stay fixed."""

    def __init__(self, filling: Filling, events: Events, place: int) -> None:
        self._steps = filling.steps
        self._offered = next(
            (event.cards for event in reversed(events[:place]) if event.action in TURNED_UP), ()
        )
        self._first = place == 0
        self._copies = filling.setting.rules.deck.copies
        moves = filling.movements(events)
        self._cost = 1 + len(moves) // MOVEMENTS_PER_STEP
        at = next((at for at, move in enumerate(moves) if move.event == place + 1), None)
        self._trial = None if at is None else filling.accounts.trial(moves, at)

    def __call__(self, event: HandEvent) -> bool:
        """Return whether the seat may have shown these cards."""
        self._steps.spend(self._cost)
        if any(
            event.cards.count(card) > self._copies[card] for card in set(event.cards) - {UNSEEN}
        ):
            return False
        return self._trial is None or self._trial.can_be(
            shown_cards(event, self._offered, first=self._first)
        )


def _replaced(events: Events, place: int, event: HandEvent) -> Events:
    return (*events[:place], event, *events[place + 1 :])


def filling_of(setting: Setting, *, most: int = MAX_SEARCH_STEPS) -> Filling:
    """Return the filling of a hand that assumes every shown card was held."""
    hand, seats = setting.hand, setting.seats
    unseen = {event.seat for event in hand.events or () if event.action is SeatAction.UNSEEN}
    everybody = frozenset(range(1, seats + 2))
    accounts = CardAccounts(
        setting.rules.deck,
        dealt_sizes(setting.rules, setting.first, seats=seats),
        (*(hand.dealt or (None,) * seats), None),
        (*_cards_left(hand, seats=seats), None),
        everybody if 0 in unseen else frozenset({*unseen, seats + 1} if unseen else ()),
    )
    return Filling(setting, accounts, StepBudget(most))


def _cards_left(hand: HandRecord, *, seats: int) -> list[Cards | None]:
    """Return the cards left at the end; None for a seat that laid everything down, since it held unnamed cards."""
    left = list(cards_left(hand, seats=seats))
    actions = [
        event
        for event in hand.events or ()
        if event.action not in {SeatAction.LUCKY, SeatAction.PASS}
    ]
    if actions and actions[-1].action in CLAIMS and left[actions[-1].seat - 1] == ():
        left[actions[-1].seat - 1] = None
    return left
