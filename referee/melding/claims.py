"""Claims on a card: which goes first, and what each seat could claim (F11–F16)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.cards import UNSEEN, Card
from referee.melding.division import FormedMeld
from referee.melding.position import Finish, LaidCards, MeldingPosition, Offer
from referee.melding.rules import MeldingRules
from referee.record import SeatAction

CLAIMS = frozenset({SeatAction.CHI, SeatAction.PONG, SeatAction.GAN, SeatAction.HU})


class Claim(NamedTuple):
    """A seat's claim on the offered card."""

    seat: int
    action: SeatAction


def precedence(rules: MeldingRules, offer: Offer, claim: Claim, *, seats: int) -> tuple[int, int]:
    """Return a sort key for claims: kind of claim, then turn order from the seat that turned the card up (F11).

    The lowest key goes first.
    """
    kind = next(
        place for place, actions in enumerate(rules.order_of_claims) if claim.action in actions
    )
    return kind, _distance(offer, claim.seat, seats=seats)


def _distance(offer: Offer, seat: int, *, seats: int) -> int:
    return (seat - offer.seat) % seats


def prevailing_claim(
    rules: MeldingRules, offer: Offer, claims: Iterable[Claim], *, seats: int
) -> Claim | None:
    """Return the claim that goes first; None if there is no claim."""
    return min(claims, key=lambda claim: precedence(rules, offer, claim, seats=seats), default=None)


def eligible_seats(offer: Offer, *, seats: int) -> list[int]:
    """Return the seats that may claim, in turn order: the drawer first after a draw, never the discarder (F13)."""
    first = 0 if offer.drawn else 1
    return [(offer.seat - 1 + step) % seats + 1 for step in range(first, seats)]


def may_chi(rules: MeldingRules, offer: Offer, seat: int, *, seats: int) -> bool:
    """Return whether this seat may chi: the next seat after a discard, the drawer or the next seat after a draw (F12, F13)."""
    away = _distance(offer, seat, seats=seats)
    if not offer.drawn:
        return away == 1
    return away == 0 or (away == 1 and rules.next_may_chi_drawn)


def must_be_taken(rules: MeldingRules, offer: Offer) -> bool:
    """Return whether the drawer must take this card (F15)."""
    return offer.drawn and rules.drawn_general_forced and rules.is_undiscardable(offer.card)


def melds_with(
    rules: MeldingRules, card: Card, holding: Mapping[Card, int]
) -> Iterator[FormedMeld]:
    """Yield the melds that this card forms with cards of the holding, the card itself first."""
    for made, needed in rules.divider.completed_by.get(card, ()):
        if all(holding.get(other, 0) >= number for other, number in needed):
            yield made


def winning_meld(rules: MeldingRules, made: FormedMeld, offer: Offer, seat: int) -> LaidCards:
    """Return the meld with the winning card.

    It is exposed, unless the club counts a card that the finisher drew as part of the hand (F10).
    """
    own = offer.drawn and offer.seat == seat and rules.hu_card_counts_as_hand == "if-self-drawn"
    return LaidCards(made.meld, made.cards, exposed=not own)


def possible_finishes(rules: MeldingRules, position: MeldingPosition, seat: int) -> list[Finish]:
    """Return every way in which a seat with a known hand could call hu on the offered card, the best first (F25)."""
    finishes = [
        finish
        for finish in complete_hands(rules, position, seat)
        if finish.points >= rules.threshold or not rules.hu_requires_threshold
    ]
    return sorted(finishes, key=lambda finish: -finish.points)


def complete_hands(rules: MeldingRules, position: MeldingPosition, seat: int) -> Iterator[Finish]:
    """Yield the finishes in which a known hand is all melds with the offered card, however little it scores."""
    offer = position.offer
    if offer is None or position.unknown_count(seat) != 0:
        return
    holding = position.holdings[seat - 1]
    cards = [card for card, number in holding.items() for _ in range(number)]
    for made in melds_with(rules, offer.card, holding):
        rest = cards.copy()
        for card in made.cards[1:]:
            rest.remove(card)
        division = rules.divider.best(rest)
        if division is None:
            continue
        concealed = tuple(LaidCards(one.meld, one.cards, exposed=False) for one in division[1])
        melds = (*position.melds[seat - 1], winning_meld(rules, made, offer, seat), *concealed)
        yield Finish(seat, melds, forced=False, source=offer, proved=True)


def has_unseen_meld(position: MeldingPosition, seat: int) -> bool:
    """Return whether cards that the seat laid down were not seen, so that their points are not known."""
    return any(UNSEEN in laid.cards for laid in position.melds[seat - 1])
