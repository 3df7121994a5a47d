"""The faces that unseen cards of a hand may have shown, so that everything on record can have been held."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations_with_replacement, islice, product

from referee.accounts import Accounts
from referee.cards import UNSEEN, Card, Cards
from referee.knowledge import STEPS, CutOffError, Movement, Steps
from referee.melding.courses import Setting
from referee.melding.evidence import kept, movements, shown, sizes_of
from referee.melding.offers import TURNED_UP, Events, claimed_by, offered_to
from referee.record import Action, Event

MOST_EVENTS = 500
"""A longer hand was not played: of the deck's 112 cards each is turned up, called and claimed a few times at most."""

LONG = 50
"""So many movements are counted up in one step."""

NOBODY: frozenset[int] = frozenset()


def gaps(events: Sequence[Event]) -> list[int]:
    """The places, from 0, of events that were not wholly seen."""
    return [place for place, event in enumerate(events) if UNSEEN in event.cards]


def with_faces(event: Event, faces: Sequence[Card]) -> Event:
    """The event with these faces for the first of its cards that nobody saw."""
    rest = iter(faces)
    melds = tuple(tuple(_face(card, rest) for card in one) for one in event.melds)
    cards = tuple(chain(*melds)) or tuple(_face(card, rest) for card in event.cards)
    return replace(event, cards=cards, melds=melds)


def _face(card: Card, rest: Iterator[Card]) -> Card:
    return next(rest, card) if card == UNSEEN else card


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
        if event.action in {*TURNED_UP, Action.LUCKY}:
            yield from self._turned_up(events, place)
            return
        for tied in self._with_offer(events, place):
            if UNSEEN not in tied[place].cards:
                yield tied
                continue
            fits = self._test(tied, place)
            for faces in _once(self._sets(tied[place], fits)):
                filled = with_faces(tied[place], faces)
                if fits(filled):
                    yield _put(tied, place, filled)

    def meld_ways(self, events: Events, place: int) -> Iterator[Events]:
        """Those in which every set of a claim is a meld."""
        for tied in self._with_offer(events, place):
            if UNSEEN not in tied[place].cards:
                if self._is_made(tied[place]):
                    yield tied
                continue
            fits = self._test(tied, place)
            for faces in _once(self._melds(tied[place])):
                filled = with_faces(tied[place], faces)
                if fits(filled):
                    yield _put(tied, place, filled)

    def other_ways(self, events: Events, place: int) -> Iterator[Events]:
        """Those in which a set of a claim is no meld."""
        for tied in self._with_offer(events, place):
            fits = self._test(tied, place)
            for faces in self._any(tied[place], fits):
                filled = with_faces(tied[place], faces)
                if not self._is_made(filled) and fits(filled):
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
        fits, claim = self._test(events, place), claimed_by(events, place, self.setting.undone)
        faces = self._telling()
        if claim is not None:
            told = _told(events[claim])
            faces = [face for face in told if fits(with_faces(events[place], (face,)))] or faces
        for face in faces:
            filled = with_faces(events[place], (face,))
            if fits(filled):
                found = _put(events, place, filled)
                yield found if claim is None else _put(found, claim, _named(found[claim], face))

    def _with_offer(self, events: Events, place: int) -> Iterator[Events]:
        """The claim with the card that it took, which is filled in as well."""
        offer = offered_to(events, place, self.setting.undone)
        if offer is None:
            yield events
        elif UNSEEN not in events[offer].cards:
            yield _put(events, place, _named(events[place], events[offer].cards[0]))
        elif events[place].called:
            yield events
        else:
            yield from self._turned_up(events, offer)

    def _telling(self) -> list[Card]:
        """A general and another card first."""
        faces = list(self.setting.rules.deck.copies)
        is_kept = self.setting.rules.is_kept
        firsts = [next(card for card in faces if is_kept(card) is kept) for kept in (True, False)]
        return list(dict.fromkeys((*firsts, *faces)))

    def _sets(self, event: Event, fits: "_Test") -> Iterator[Cards]:
        return chain(self._melds(event), self._any(event, fits))

    def _any(self, event: Event, fits: "_Test") -> Iterator[Cards]:
        faces = [
            face for face in self.setting.rules.deck.copies if fits(with_faces(event, (face,)))
        ]
        number = event.cards.count(UNSEEN)
        if len(event.melds) > 1:  # which of them lies where makes a difference
            return product(faces, repeat=number)
        return combinations_with_replacement(faces, number)

    def _melds(self, event: Event) -> Iterator[Cards]:
        """What the unseen cards may be if all the sets are melds."""
        sets = event.melds or (event.cards,)
        for faces in product(*(list(self._meld(one)) for one in sets)):
            yield tuple(chain(*faces))

    def _meld(self, cards: Cards) -> Iterator[Cards]:
        if UNSEEN not in cards:
            yield ()
            return
        seen = Counter(card for card in cards if card != UNSEEN)
        for face in self.setting.rules.divider.by_face:
            if len(face) == len(cards) and seen <= Counter(face):
                yield tuple((Counter(face) - seen).elements())

    def _is_made(self, event: Event) -> bool:
        return all(map(self.setting.rules.identify, event.melds or (event.cards,)))

    def _moves(self, events: Events) -> list[Movement]:
        """What was shown; what was called was held, but stays."""
        undone, wall = set(self.setting.undone.values()), self.setting.seats + 1
        moves = movements(events, undone, wall=wall, calls=self.calls)
        return [move._replace(held=move.event not in self.strays) for move in moves]

    def _test(self, events: Events, place: int) -> "_Test":
        return _Test(self, events, place)


class _Test:
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

    def __call__(self, event: Event) -> bool:
        """May the seat have shown this?"""
        self._steps.count(self._cost)
        if any(
            event.cards.count(card) > self._copies[card] for card in set(event.cards) - {UNSEEN}
        ):
            return False
        return self._trial is None or self._trial.fits(
            shown(event, self._offered, first=self._first)
        )


def _once(every: Iterator[Cards]) -> Iterator[Cards]:
    """Each once, as they come: there may be very many."""
    seen: set[Cards] = set()
    for faces in every:
        if faces not in seen:
            seen.add(faces)
            yield faces


def _put(events: Events, place: int, event: Event) -> Events:
    return (*events[:place], event, *events[place + 1 :])


def _told(claim: Event) -> list[Card]:
    """The faces that the card may have had which this took; none: any."""
    taken = claim.melds[0] if claim.melds else claim.cards[:1]
    return [] if UNSEEN in taken else list(dict.fromkeys(taken))


def _named(claim: Event, offered: Card) -> Event:
    """The claim with the card that lay there: it comes first, in a hu anywhere in the first meld."""
    taken = claim.melds[0] if claim.melds else claim.cards[:1]
    if offered in taken or UNSEEN not in taken:
        return claim
    place = taken.index(UNSEEN)
    cards = (*claim.cards[:place], offered, *claim.cards[place + 1 :])
    melds = (cards[: len(taken)], *claim.melds[1:]) if claim.melds else ()
    return replace(claim, cards=cards, melds=melds)


def filling_of(setting: Setting, *, most: int = STEPS) -> Filling:
    """How the gaps of a hand are filled in, as long as nothing is known to have been held by somebody else."""
    hand, seats = setting.hand, setting.seats
    unseen = {event.seat for event in hand.events or () if event.action is Action.UNSEEN}
    everybody = frozenset(range(1, seats + 2))
    accounts = Accounts(
        setting.rules.deck,
        sizes_of(setting.rules, setting.first, seats=seats),
        (*(hand.dealt or (None,) * seats), None),
        (*kept(hand, seats=seats), None),
        everybody if 0 in unseen else frozenset({*unseen, seats + 1} if unseen else ()),
    )
    return Filling(setting, accounts, Steps(most))
