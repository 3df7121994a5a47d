"""The faces that unseen cards of a hand may have shown, so that everything on record can have been held."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from referee.card_accounting import Accounts
from referee.cards import UNSEEN, Cards
from referee.knowledge import STEPS, CardMovement, CutOffError, Steps
from referee.melding.claims import CLAIMS
from referee.melding.evidence import kept, movements, shown, sizes_of
from referee.melding.faces import (
    face_combinations,
    is_all_melds,
    meld_faces,
    faces_to_try,
    faces_claimed,
    with_faces,
    with_offered,
)
from referee.melding.offers import TURNED_UP, Events, claim_of_offer, offer_of_claim
from referee.melding.timeline import Setting
from referee.record import HandEvent, HandRecord, SeatAction

MOST_EVENTS = 500
"""A longer hand was not played: of the deck's 112 cards each is turned up, called and claimed a few times at most."""

LONG = 50
"""So many movements are counted up in one step."""

NOBODY: frozenset[int] = frozenset()


def gaps(events: Sequence[HandEvent]) -> list[int]:
    """The places, from 0, of events that were not wholly seen."""
    return [place for place, event in enumerate(events) if UNSEEN in event.cards]


@dataclass(frozen=True)
class Filling:
    """How gaps of a hand are filled in."""

    setting: Setting
    accounts: Accounts
    steps: Steps
    strays: frozenset[int] = NOBODY  # events whose cards were not held
    calls: bool = True  # do claims that were called show what was held, too?

    def fits(self, events: Events) -> bool:
        """May the cards of these events have been held?"""
        self.steps.count(1 + len(events) // LONG)
        return self.accounts.fit(self._moves(events))

    def ways(self, events: Events, place: int) -> Iterator[Events]:
        """The events with one gap filled, in each way that fits; what else is unseen may still be anything.

        A card that is claimed is the one that lay there.  Melds come before what is none.
        """
        event = events[place]
        if event.action in {*TURNED_UP, SeatAction.LUCKY}:
            yield from self._turned_up(events, place)
            return
        yield from self.meld_ways(events, place)
        yield from self.other_ways(events, place)

    def meld_ways(self, events: Events, place: int) -> Iterator[Events]:
        """Those in which every set of a claim is a meld."""
        rules = self.setting.rules
        for tied in self._with_offer(events, place):
            fits = _FitCheck(self, tied, place)
            for faces in meld_faces(rules, tied[place]):
                filled = with_faces(tied[place], faces)
                if is_all_melds(rules, filled) and fits(filled):
                    yield _put(tied, place, filled)

    def other_ways(self, events: Events, place: int) -> Iterator[Events]:
        """Those in which a set of a claim is no meld."""
        rules = self.setting.rules
        for tied in self._with_offer(events, place):
            fits, claim = _FitCheck(self, tied, place), tied[place]
            faces = [face for face in rules.deck.copies if fits(with_faces(claim, (face,)))]
            for some in face_combinations(claim, faces):
                filled = with_faces(claim, some)
                if not is_all_melds(rules, filled) and fits(filled):
                    yield _put(tied, place, filled)

    def named(self, events: Events) -> Events:
        """The events with each gap filled that can be filled in one way only, until nothing more follows."""
        if len(events) > MOST_EVENTS:
            return events
        before, filled = None, events
        try:
            if not self.fits(events):
                return events
            while before != filled:
                before = filled
                for place in gaps(filled):
                    some = list(islice(self.ways(filled, place), 2))
                    filled = some[0] if len(some) == 1 else filled
        except CutOffError:
            return filled
        return filled

    def _turned_up(self, events: Events, place: int) -> Iterator[Events]:
        fits, claim = _FitCheck(self, events, place), claim_of_offer(events, place, self.setting.undone)
        faces = faces_to_try(self.setting.rules)
        if claim is not None:
            told = faces_claimed(events[claim])
            faces = [face for face in told if fits(with_faces(events[place], (face,)))] or faces
        for face in faces:
            filled = with_faces(events[place], (face,))
            if fits(filled):
                found = _put(events, place, filled)
                yield (
                    found if claim is None else _put(found, claim, with_offered(found[claim], face))
                )

    def _with_offer(self, events: Events, place: int) -> Iterator[Events]:
        """The claim with the card that it took, which is filled in as well."""
        offer = offer_of_claim(events, place, self.setting.undone)
        if offer is None:
            yield events
        elif UNSEEN not in events[offer].cards:
            yield _put(events, place, with_offered(events[place], events[offer].cards[0]))
        elif events[place].called:
            yield events
        else:
            yield from self._turned_up(events, offer)

    def _moves(self, events: Events) -> list[CardMovement]:
        """What was shown; what was called was held, but stays."""
        undone, wall = set(self.setting.undone.values()), self.setting.seats + 1
        moves = movements(events, undone, wall=wall, calls=self.calls)
        return [move._replace(held=move.event not in self.strays) for move in moves]


class _FitCheck:
    """One event whose cards are tried, among others that stay as they are."""

    def __init__(self, filling: Filling, events: Events, place: int) -> None:
        self._steps = filling.steps
        self._offered = next(
            (event.cards for event in reversed(events[:place]) if event.action in TURNED_UP), ()
        )
        self._first = place == 0
        self._copies = filling.setting.rules.deck.copies
        moves = filling._moves(events)
        self._cost = 1 + len(moves) // LONG
        at = next((at for at, move in enumerate(moves) if move.event == place + 1), None)
        self._trial = None if at is None else filling.accounts.trial(moves, at)

    def __call__(self, event: HandEvent) -> bool:
        """May the seat have shown this?"""
        self._steps.count(self._cost)
        if any(
            event.cards.count(card) > self._copies[card] for card in set(event.cards) - {UNSEEN}
        ):
            return False
        return self._trial is None or self._trial.fits(
            shown(event, self._offered, first=self._first)
        )


def _put(events: Events, place: int, event: HandEvent) -> Events:
    return (*events[:place], event, *events[place + 1 :])


def filling_of(setting: Setting, *, most: int = STEPS) -> Filling:
    """How the gaps of a hand are filled in, as long as nothing is known to have been held by somebody else."""
    hand, seats = setting.hand, setting.seats
    unseen = {event.seat for event in hand.events or () if event.action is SeatAction.UNSEEN}
    everybody = frozenset(range(1, seats + 2))
    accounts = Accounts(
        setting.rules.deck,
        sizes_of(setting.rules, setting.first, seats=seats),
        (*(hand.dealt or (None,) * seats), None),
        (*_unlaid(hand, seats=seats), None),
        everybody if 0 in unseen else frozenset({*unseen, seats + 1} if unseen else ()),
    )
    return Filling(setting, accounts, Steps(most))


def _unlaid(hand: HandRecord, *, seats: int) -> list[Cards | None]:
    """The cards left at the end; who laid everything down had some that were not named."""
    left = list(kept(hand, seats=seats))
    done = [
        event
        for event in hand.events or ()
        if event.action not in {SeatAction.LUCKY, SeatAction.PASS}
    ]
    if done and done[-1].action in CLAIMS and left[done[-1].seat - 1] == ():
        left[done[-1].seat - 1] = None
    return left
