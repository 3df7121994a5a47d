"""Claims that had to be called under ``forced_hu`` and ``forced_gan`` but were passed over (F23)."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.knowledge import CutOffError, StepBudget
from referee.melding.claims import (
    Claim,
    complete_hands,
    eligible_seats,
    has_unseen_meld,
    possible_finishes,
    precedence,
)
from referee.melding.completion import Completion, count_choices, each_choice, each_completion
from referee.melding.holdings import Holdings
from referee.melding.position import MeldingPosition
from referee.melding.rules import MeldingRules
from referee.record import SeatAction

MAX_STEPS = 200
"""The number of steps to find out whether one seat could make one claim."""

MIN_STEPS = 10
"""The number of steps for each face that a card nobody saw may have, where an equal share of MAX_STEPS is less."""


class ForcedClaim(NamedTuple):
    """A hu or gan on the card on offer, which its seat had to call if its hand made it possible."""

    rules: MeldingRules
    known: Holdings
    position: MeldingPosition
    claim: Claim
    steps: int = MAX_STEPS

    @property
    def pool(self) -> Counter[Card]:
        """The faces that the unknown cards of the seat may have."""
        seat = self.claim.seat
        return self.known.candidates(seat, unseen=self.position.unseen[seat - 1])

    @property
    def unknown(self) -> int | None:
        """How many cards of the seat are unknown; None if the size of its hand is unknown too."""
        return self.position.unknown_count(self.claim.seat)

    def possibility(self) -> Completion:
        """Return whether the claim was possible, whatever the unseen cards are."""
        offer = self.position.offer
        if offer is None:
            return Completion.NEVER
        if offer.card == UNSEEN:
            return self._possibility_on_unseen()
        if self.claim.action is SeatAction.GAN:
            return self._possibility_of_gan(offer.card)
        if self.unknown is None:
            return Completion.OPEN
        if self._lacks_too_many(offer.card, self.unknown):
            return Completion.NEVER
        drawn = islice(self._choices(), self.steps + 1)
        tried = (self._is_possible_with(Counter(cards)) for cards in drawn)
        if count_choices(self.pool, self.unknown) > self.steps:
            return self._possibility_of_many(may_fail=not all(tried))
        return self._possibility_of_few(tried)

    def find_cards(self, *, possible: bool) -> Cards | None:
        """Return cards for the unknown ones that make the claim possible, or impossible; None if none were found."""
        offer = self.position.offer
        if offer is None or offer.card == UNSEEN or not self.unknown:
            return None
        try:
            drawn = (
                self._enabling() if possible else map(Counter, islice(self._choices(), self.steps))
            )
            fitting = (some for some in drawn if self._is_possible_with(some) is possible)
            return next((tuple(some.elements()) for some in fitting), None)
        except CutOffError:
            return None

    def _possibility_on_unseen(self) -> Completion:
        """Return whether the claim may have been possible on a card that nobody saw."""
        offer = self.position.offer
        if offer is None:
            return Completion.NEVER
        source = len(self.position.counts) if offer.drawn else offer.seat
        faces = self.known.candidates(source, unseen=1)
        steps = max(MIN_STEPS, self.steps // max(1, len(faces)))
        for card in faces:
            shown = self.position._replace(offer=offer._replace(card=card))
            on_card = self._replace(position=shown, steps=steps)
            if on_card.possibility() is not Completion.NEVER:
                return Completion.OPEN
        return Completion.NEVER

    def _possibility_of_gan(self, card: Card) -> Completion:
        """Return whether the seat held the other three copies of the card."""
        pool, unknown = self.pool, self.unknown
        lacking = Counter(
            {card: max(0, 3 - self.position.holdings[self.claim.seat - 1].get(card, 0))}
        )
        made = self.rules.identify((card,) * 4)
        if made is None or made.meld.claim is not SeatAction.GAN or not lacking <= pool:
            return Completion.NEVER
        if unknown is not None and lacking.total() > unknown:
            return Completion.NEVER
        room_elsewhere = pool.total() - pool[card]
        certain = not lacking.total() or (unknown or 0) - room_elsewhere >= lacking.total()
        return Completion.ALWAYS if certain else Completion.OPEN

    def _lacks_too_many(self, card: Card, unknown: int) -> bool:
        """Return whether the seat's known cards and this one need more cards for hu than it has unknown ones."""
        cards = Counter(self.position.holdings[self.claim.seat - 1]) + Counter((card,))
        return self.rules.divider.fewest_lacking(cards.elements()) > unknown

    def _possibility_of_few(self, outcomes: Iterator[bool]) -> Completion:
        """Return whether the claim was possible in all, some or none of the hands that the seat may have had."""
        first = next(outcomes, False)
        if any(other != first for other in outcomes):
            return Completion.OPEN
        if not first:
            return Completion.NEVER
        return Completion.ALWAYS if self._are_points_known() else Completion.OPEN

    def _possibility_of_many(self, *, may_fail: bool) -> Completion:
        """Return whether the claim was possible where the seat may have had too many hands to try them all."""
        try:
            if not any(map(self._is_possible_with, self._enabling())):
                return Completion.NEVER
        except CutOffError:
            return Completion.TOO_MANY
        return Completion.OPEN if may_fail else Completion.TOO_MANY

    def _choices(self) -> Iterator[Cards]:
        pool = self.pool
        return each_choice(sorted(pool), pool, self.unknown or 0)

    def _enabling(self) -> Iterator[Counter[Card]]:
        """Yield unknown cards that may make the claim possible, all that do among them.  Raises CutOffError."""
        offer, pool, unknown = self.position.offer, self.pool, self.unknown or 0
        holding = Counter(self.position.holdings[self.claim.seat - 1])
        if offer is None:
            return
        if self.claim.action is SeatAction.HU:
            yield from each_completion(
                self.rules.divider,
                holding + Counter((offer.card,)),
                unknown=unknown,
                pool=pool,
                steps=StepBudget(self.steps),
            )
            return
        lacking = Counter({offer.card: max(0, 3 - holding[offer.card])})
        if lacking <= pool and lacking.total() <= unknown:
            others = (pool - lacking).elements()
            yield lacking + Counter(islice(others, unknown - lacking.total()))

    def _is_possible_with(self, drawn: Counter[Card]) -> bool:
        """Return whether the claim was possible if these were the unknown cards; enough points are assumed if unknown."""
        offer, seat = self.position.offer, self.claim.seat
        if offer is None:
            return False
        holding = Counter(self.position.holdings[seat - 1]) + drawn
        if self.claim.action is SeatAction.GAN:
            made = self.rules.identify((offer.card,) * 4)
            is_gan = made is not None and made.meld.claim is SeatAction.GAN
            return is_gan and holding[offer.card] >= 3
        holdings = list(self.position.holdings)
        holdings[seat - 1] = holding
        position = self.position._replace(holdings=tuple(holdings))
        if self._are_points_known():
            return bool(possible_finishes(self.rules, position, seat))
        return any(complete_hands(self.rules, position, seat))

    def _are_points_known(self) -> bool:
        """Return whether the points of laid melds are known, where hu depends on them."""
        if self.claim.action is SeatAction.GAN or not self.rules.hu_requires_threshold:
            return True
        return not has_unseen_meld(self.position, self.claim.seat)


def claims_passed_over(
    rules: MeldingRules,
    known: Holdings,
    position: MeldingPosition,
    claim: Claim | None,
    *,
    called: bool = False,
) -> Iterator[ForcedClaim]:
    """Yield the forced claims, possible or not, that go before ``claim`` and were not called.

    ``claim`` is None for a draw.  A claim that is only called takes the card from nobody, so it can pass over only a better
    claim of its own seat.
    """
    offer = position.offer
    if offer is None or not offer.seat:
        return
    calls = {Claim(call.seat, call.action) for call in position.calls}
    seats = eligible_seats(offer, seats=len(position.melds))
    forced = [Claim(seat, SeatAction.HU) for seat in seats if rules.forced_hu]
    forced += [Claim(seat, SeatAction.GAN) for seat in seats if rules.forced_gan]
    for other in forced:
        own = claim is not None and claim.seat == other.seat
        if other == claim or other in calls or (called and not own):
            continue
        if _goes_before(rules, position, other, claim):
            yield ForcedClaim(rules, known, position, other)


def _goes_before(
    rules: MeldingRules, position: MeldingPosition, forced: Claim, claim: Claim | None
) -> bool:
    """Return whether the forced claim goes before the other claim, or a draw; gan before pong of the same seat."""
    offer, seats = position.offer, len(position.melds)
    if (
        offer is None
        or claim is None
        or (claim.seat == forced.seat and claim.action is SeatAction.PONG)
    ):
        return offer is not None
    return precedence(rules, offer, forced, seats=seats) < precedence(
        rules, offer, claim, seats=seats
    )
