"""The faces that the unseen cards of one event may have."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations_with_replacement, product

from referee.cards import UNSEEN, Card, Cards
from referee.melding.rules import MeldingRules
from referee.record import HandEvent


def with_faces(event: HandEvent, faces: Sequence[Card]) -> HandEvent:
    """Return the event with these faces in place of its first unseen cards."""
    remaining = iter(faces)
    melds = tuple(tuple(_face(card, remaining) for card in meld) for meld in event.melds)
    cards = tuple(chain(*melds)) or tuple(_face(card, remaining) for card in event.cards)
    return replace(event, cards=cards, melds=melds)


def _face(card: Card, remaining: Iterator[Card]) -> Card:
    return next(remaining, card) if card == UNSEEN else card


def faces_to_try(rules: MeldingRules) -> list[Card]:
    """Return all faces of the deck, starting with one that may be discarded and one that may not."""
    faces = list(rules.deck.copies)
    representatives = [
        next(card for card in faces if rules.is_undiscardable(card) is undiscardable)
        for undiscardable in (True, False)
    ]
    return list(dict.fromkeys((*representatives, *faces)))


def face_combinations(event: HandEvent, faces: Sequence[Card]) -> Iterator[Cards]:
    """Yield the faces that the unseen cards of a claim may take from ``faces``."""
    number = event.cards.count(UNSEEN)
    if len(event.melds) > 1:  # it matters which meld each card is in
        return product(faces, repeat=number)
    return combinations_with_replacement(faces, number)


def meld_faces(rules: MeldingRules, event: HandEvent) -> Iterator[Cards]:
    """Yield each choice of faces for a claim's unseen cards that makes all its sets melds.

    A generator, because there may be very many.
    """
    sets = event.melds or (event.cards,)
    yielded: set[Cards] = set()
    for chosen in product(*(list(_faces_of_meld(rules, one)) for one in sets)):
        faces = tuple(chain(*chosen))
        if faces not in yielded:
            yielded.add(faces)
            yield faces


def _faces_of_meld(rules: MeldingRules, cards: Cards) -> Iterator[Cards]:
    if UNSEEN not in cards:
        yield ()
        return
    visible = Counter(card for card in cards if card != UNSEEN)
    for face in rules.divider.by_cards:
        if len(face) == len(cards) and visible <= Counter(face):
            yield tuple((Counter(face) - visible).elements())


def is_all_melds(rules: MeldingRules, event: HandEvent) -> bool:
    """Return whether every set of the claim is a meld."""
    return all(map(rules.identify, event.melds or (event.cards,)))


def faces_claimed(claim: HandEvent) -> list[Card]:
    """Return the faces that the card taken by this claim may have had; empty if it may have had any."""
    taken = claim.melds[0] if claim.melds else claim.cards[:1]
    return [] if UNSEEN in taken else list(dict.fromkeys(taken))


def with_offered(claim: HandEvent, offered: Card) -> HandEvent:
    """Return the claim with its unseen offered card named.

    The offered card comes first, or anywhere in the first meld of a hu.
    """
    taken = claim.melds[0] if claim.melds else claim.cards[:1]
    if offered in taken or UNSEEN not in taken:
        return claim
    place = taken.index(UNSEEN)
    cards = (*claim.cards[:place], offered, *claim.cards[place + 1 :])
    melds = (cards[: len(taken)], *claim.melds[1:]) if claim.melds else ()
    return replace(claim, cards=cards, melds=melds)
