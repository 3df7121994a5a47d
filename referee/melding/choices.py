"""Who may act next in a hand of a melding game, and with what.

A claim is given up by a written pass, for as long as the card is on offer; the seat to draw gives it up by drawing.  A claim that
must be called (F15, F23) cannot be given up.
"""

from collections.abc import Callable, Sequence

from referee.cards import UNSEEN, Card
from referee.melding.claims import eligible_seats, must_be_taken
from referee.melding.completion import Completion
from referee.melding.event_context import EventContext
from referee.melding.forced_claims import claims_passed_over
from referee.melding.holdings import Holdings
from referee.melding.judging import judge
from referee.melding.position import MeldingPosition, Offer
from referee.melding.rules import MeldingRules
from referee.record import HandEvent, SeatAction
from referee.verdicts import Legal

Actions = tuple[str, ...] | None
"""What a seat may do, as texts without the seat; None if its cards, or the card on offer, are not known."""


def choices(
    rules: MeldingRules,
    known: Holdings,
    position: MeldingPosition,
    events: Sequence[HandEvent],
    legal_actions: Callable[[int], Actions],  # discards and claims of a seat
    *,
    next_card: Card = UNSEEN,
) -> dict[int, Actions]:
    """Return, by seat, what those who may act can do; ``next_card`` is the top card of the stock."""
    number, offer = len(events) + 1, position.offer

    def turn_up(seat: int, action: SeatAction) -> Sequence[str]:
        """Return the legal action with the next card: not known if the top one of the stock was used otherwise."""
        for card in (next_card, UNSEEN):
            event = HandEvent(seat, action, "", (card,))
            if isinstance(judge(EventContext(rules, known, position, event, number)), Legal):
                return (f"{action} {card}",)
        return ()

    if position.finish is not None:
        finisher = position.finish.seat
        lucky = turn_up(finisher, SeatAction.LUCKY)
        return {finisher: tuple(lucky)} if lucky else {}
    if offer is None:
        return {position.turn: legal_actions(position.turn)} if position.turn else {}
    bound = _bound_to_claim(rules, known, position, offer)
    passed = _passed_on_offer(events) - bound
    every: dict[int, Actions] = {}
    for seat in eligible_seats(offer, seats=len(position.melds)) if offer.seat else ():
        legal = legal_actions(seat)
        is_next = seat == position.turn
        draw = turn_up(seat, SeatAction.DRAWS) if is_next else ()
        claims = () if legal is None or seat in passed else legal
        if legal is None and (is_next or seat not in passed):
            every[seat] = None
        elif draw:
            every[seat] = (*claims, *draw)
        elif claims:
            every[seat] = claims if seat in bound else (*claims, str(SeatAction.PASS))
    return every


def _passed_on_offer(events: Sequence[HandEvent]) -> set[int]:
    """Return the seats that have passed since a card was put on offer, and did not take that back."""
    passed: set[int] = set()
    is_undone = False
    for event in reversed(events):
        if is_undone:
            is_undone = False
        elif event.action is SeatAction.TAKES_BACK:
            is_undone = True
        elif event.action in {SeatAction.DISCARDS, SeatAction.DRAWS}:
            break
        elif event.action is SeatAction.PASS:
            passed.add(event.seat)
    return passed


def _bound_to_claim(
    rules: MeldingRules, known: Holdings, position: MeldingPosition, offer: Offer
) -> set[int]:
    """Return the seats that must call a claim: the drawer of a general (F15), and under house rules who has hu or gan (F23)."""
    bound = {offer.seat} if must_be_taken(rules, offer) else set[int]()
    forced_claims = claims_passed_over(rules, known, position, None)
    for forced in forced_claims if rules.forced_hu or rules.forced_gan else ():
        if forced.possibility() is Completion.ALWAYS:
            bound.add(forced.claim.seat)
    return bound
