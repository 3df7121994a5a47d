"""Claims on a card: which goes first, and what each seat could claim (F11–F16)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.cards import Card
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


def melds_with(rules: MeldingRules, card: Card, holding: Counter[Card]) -> Iterator[FormedMeld]:
    """Yield the melds that this card forms with cards of the holding, the card itself first."""
    for made in rules.divider.with_card.get(card, ()):
        rest = list(made.cards)
        rest.remove(card)
        if not Counter(rest) - holding:
            yield FormedMeld(made.meld, (card, *rest))


def winning_meld(rules: MeldingRules, made: FormedMeld, offer: Offer, seat: int) -> LaidCards:
    """Return the meld with the winning card.

    It is exposed, unless the club counts a card that the finisher drew as part of the hand (F10).
    """
    own = offer.drawn and offer.seat == seat and rules.hu_card_counts_as_hand == "if-self-drawn"
    return LaidCards(made.meld, made.cards, exposed=not own)


def possible_finishes(rules: MeldingRules, position: MeldingPosition, seat: int) -> list[Finish]:
    """Return every way in which a seat with a known hand could call hu on the offered card, the best first (F25)."""
    offer = position.offer
    if offer is None or position.unknown_count(seat) != 0:
        return []
    holding = Counter(position.holdings[seat - 1])
    finishes = []
    for made in melds_with(rules, offer.card, holding):
        division = rules.divider.best((holding - Counter(made.cards[1:])).elements())
        if division is None:
            continue
        concealed = tuple(LaidCards(rest.meld, rest.cards, exposed=False) for rest in division[1])
        melds = (*position.melds[seat - 1], winning_meld(rules, made, offer, seat), *concealed)
        finish = Finish(seat, melds, forced=False, source=offer, proved=True)
        if finish.points >= rules.threshold or not rules.hu_requires_threshold:
            finishes.append(finish)
    return sorted(finishes, key=lambda finish: -finish.points)


def can_call_gan(rules: MeldingRules, position: MeldingPosition, seat: int) -> bool:
    """Return whether the record proves that the seat can call gan."""
    offer = position.offer
    if offer is None or position.holdings[seat - 1].get(offer.card, 0) < 3:
        return False
    made = rules.identify((offer.card,) * 4)
    return made is not None and made.meld.claim is SeatAction.GAN


def forced_claim_passed_over(
    rules: MeldingRules, position: MeldingPosition, claim: Claim | None, *, called: bool = False
) -> Claim | None:
    """Return a hu or gan that had to be called but is passed over by ``claim``; None if there is none (F23).

    ``claim`` is None for a draw.  A claim that is only called takes the card from nobody, so it can pass over only a better
    claim of its own seat.
    """
    offer = position.offer
    if offer is None or not offer.seat or not (rules.forced_hu or rules.forced_gan):
        return None
    seats = len(position.melds)
    calls = {Claim(call.seat, call.action) for call in position.calls}
    for other in _forced_claims(rules, position, eligible_seats(offer, seats=seats)):
        if other in calls or other == claim or (called and claim and other.seat != claim.seat):
            continue
        if claim is None or precedence(rules, offer, other, seats=seats) < precedence(
            rules, offer, claim, seats=seats
        ):
            return other
        if claim.seat == other.seat and claim.action is SeatAction.PONG:
            return other
    return None


def _forced_claims(
    rules: MeldingRules, position: MeldingPosition, seats: list[int]
) -> Iterator[Claim]:
    for seat in seats:
        if rules.forced_hu and possible_finishes(rules, position, seat):
            yield Claim(seat, SeatAction.HU)
    for seat in seats:
        if rules.forced_gan and can_call_gan(rules, position, seat):
            yield Claim(seat, SeatAction.GAN)
