"""What cards of one event may show that nobody saw: melds, and anything else."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations_with_replacement, product

from referee.cards import UNSEEN, Card, Cards
from referee.melding.rules import MeldingRules
from referee.record import HandEvent


def with_faces(event: HandEvent, faces: Sequence[Card]) -> HandEvent:
    """The event with these faces for the first of its cards that nobody saw."""
    rest = iter(faces)
    melds = tuple(tuple(_face(card, rest) for card in one) for one in event.melds)
    cards = tuple(chain(*melds)) or tuple(_face(card, rest) for card in event.cards)
    return replace(event, cards=cards, melds=melds)


def _face(card: Card, rest: Iterator[Card]) -> Card:
    return next(rest, card) if card == UNSEEN else card


def faces_to_try(rules: MeldingRules) -> list[Card]:
    """All faces, a general and another card first."""
    faces = list(rules.deck.copies)
    firsts = [next(card for card in faces if rules.is_undiscardable(card) is kept) for kept in (True, False)]
    return list(dict.fromkeys((*firsts, *faces)))


def face_combinations(event: HandEvent, faces: Sequence[Card]) -> Iterator[Cards]:
    """The unseen cards of a claim as any of these faces."""
    number = event.cards.count(UNSEEN)
    if len(event.melds) > 1:  # which of them lies where makes a difference
        return product(faces, repeat=number)
    return combinations_with_replacement(faces, number)


def meld_faces(rules: MeldingRules, event: HandEvent) -> Iterator[Cards]:
    """What the unseen cards of a claim may be if all its sets are melds; each once, as they come: there may be many."""
    sets = event.melds or (event.cards,)
    seen: set[Cards] = set()
    for parts in product(*(list(_faces_of_meld(rules, one)) for one in sets)):
        faces = tuple(chain(*parts))
        if faces not in seen:
            seen.add(faces)
            yield faces


def _faces_of_meld(rules: MeldingRules, cards: Cards) -> Iterator[Cards]:
    if UNSEEN not in cards:
        yield ()
        return
    seen = Counter(card for card in cards if card != UNSEEN)
    for face in rules.divider.by_face:
        if len(face) == len(cards) and seen <= Counter(face):
            yield tuple((Counter(face) - seen).elements())


def is_all_melds(rules: MeldingRules, event: HandEvent) -> bool:
    """Is every set of a claim a meld?"""
    return all(map(rules.identify, event.melds or (event.cards,)))


def faces_claimed(claim: HandEvent) -> list[Card]:
    """The faces that the card may have had which this took; none: any."""
    taken = claim.melds[0] if claim.melds else claim.cards[:1]
    return [] if UNSEEN in taken else list(dict.fromkeys(taken))


def with_offered(claim: HandEvent, offered: Card) -> HandEvent:
    """The claim with the card that lay there: it comes first, in a hu anywhere in the first meld."""
    taken = claim.melds[0] if claim.melds else claim.cards[:1]
    if offered in taken or UNSEEN not in taken:
        return claim
    place = taken.index(UNSEEN)
    cards = (*claim.cards[:place], offered, *claim.cards[place + 1 :])
    melds = (cards[: len(taken)], *claim.melds[1:]) if claim.melds else ()
    return replace(claim, cards=cards, melds=melds)
