"""The referee's questions about one claim: chi, pong, gan or hu, whether it prevailed or not."""

from collections import Counter

from referee.cards import UNSEEN, Cards
from referee.knowledge import SEARCH_BOUND
from referee.melding import hu
from referee.melding.claims import (
    Claim,
    may_chi,
    must_be_taken,
    precedence,
)
from referee.melding.completion import Completion
from referee.melding.event_context import EventContext
from referee.melding.faces import with_offered
from referee.melding.forced_claims import claims_passed_over
from referee.melding.position import Offer
from referee.reason_texts import Reason
from referee.record import SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Unproven, Verdict


def judge_claim(context: EventContext) -> Verdict:
    """Return the verdict on a claim, asking about cards, meld, offer, rank and completeness in turn (contract §3)."""
    context = _with_unseen_card_known(context)
    event, position = context.event, context.position
    breach = (
        context.possession_breach(event.seat, hu.cards_from_hand(position, event))
        or _not_a_meld(context)
        or _claim_not_available(context)
    )
    if breach is not None:
        return breach
    passed_over = check_passed_over(context)
    if isinstance(passed_over, Illegal):
        return passed_over
    unknown = _unknown_offer(context) or _unknown_meld(context) or passed_over
    if event.action is not SeatAction.HU:
        return _outranked(context) or unknown or LEGAL
    hu_verdict = hu.judge_hu(context)
    if isinstance(hu_verdict, Illegal) and hu_verdict.fault is Fault.CLAIM_NOT_AVAILABLE:
        return hu_verdict
    outranked = _outranked(context)
    if isinstance(outranked, Illegal) or isinstance(hu_verdict, Illegal):
        return outranked if isinstance(outranked, Illegal) else hu_verdict
    return outranked or unknown or hu_verdict


def _with_unseen_card_known(context: EventContext) -> EventContext:
    """Return the context in which an unseen offered card is known from the claimed meld, or the other way round."""
    offer, card = context.position.offer, context.event.cards[0]
    if offer is not None and offer.card != UNSEEN:
        event = with_offered(context.event, offer.card)
        return context if event is context.event else context._replace(event=event)
    if offer is None or not offer.seat or offer.card != UNSEEN or card == UNSEEN:
        return context
    return context._replace(position=context.position._replace(offer=offer._replace(card=card)))


def _not_a_meld(context: EventContext) -> Illegal | None:
    """Return a breach if a set can be no meld, whatever its unseen cards are."""
    for cards in context.event.melds or (context.event.cards,):
        if not could_be_meld(context, cards):
            template = (
                "{cards} alone is no meld." if len(cards) == 1 else "{cards} do not make a meld."
            )
            return context.illegal(
                Fault.NOT_A_MELD, template, rule=_no_meld_ruling(cards), cards=" ".join(cards)
            )
    return None


def _no_meld_ruling(cards: Cards) -> str | None:
    types = {card[0] for card in cards}
    if types == {"S"}:
        return "F6"
    if types in ({"G", "A", "E"}, {"R", "H", "C"}):
        return "F7"
    return None


def could_be_meld(context: EventContext, cards: Cards) -> bool:
    """Return whether the cards are a meld for some choice of the unseen ones."""
    if UNSEEN not in cards:
        return context.rules.identify(cards) is not None
    known_cards = Counter(card for card in cards if card != UNSEEN)
    return any(
        len(face) == len(cards) and not known_cards - Counter(face)
        for face in context.rules.divider.by_cards
    )


def _claim_not_available(context: EventContext) -> Illegal | None:
    """Return a breach if this seat may not claim the card in this way (F12, F13, F15)."""
    position, event = context.position, context.event
    if position.offer is None:
        return None if hu.is_heavenly_hu(context) else _nothing_on_offer(context)
    offer = position.offer
    if not offer.seat:
        return None
    card = event.cards[0]
    first = event.melds[0] if event.action is SeatAction.HU else (card,)
    if offer.card not in first and UNSEEN not in first and offer.card != UNSEEN:
        return context.not_available(
            "The {offered} was on offer, not the {card}.", "F13", offered=offer.card, card=card
        )
    if event.seat == offer.seat and not offer.drawn:
        return context.not_available("Nobody claims its own discard.", "F12")
    return _wrong_claim(context, offer)


def _nothing_on_offer(context: EventContext) -> Illegal:
    template = "No card was on offer: seat {turn} was to discard."
    if not context.position.turn:
        template = "No card was on offer: the first player was to discard."
    return context.not_available(template, "F4", turn=context.position.turn)


def _wrong_claim(context: EventContext, offer: Offer) -> Illegal | None:
    """Return a breach if the meld needs another kind of claim, or another seat."""
    rules, event = context.rules, context.event
    if event.action is SeatAction.HU:
        return None
    made = rules.identify(event.cards)
    if made is not None and made.meld.claim is not event.action:
        return context.not_available(
            "This meld ({meld}) is claimed with {right}, not with {claim}.",
            "F11",
            meld=Reason(made.meld.name),
            right=Reason(str(made.meld.claim)),
            claim=Reason(str(event.action)),
        )
    if event.action is not SeatAction.CHI:
        return None
    if not may_chi(rules, offer, event.seat, seats=len(context.position.melds)):
        template = (
            "Only seat {source}, who drew the card, and the next seat may chi it."
            if offer.drawn and rules.next_may_chi_drawn
            else "Only seat {source}, who drew the card, may chi it."
            if offer.drawn
            else "Only the next seat after seat {source} may chi its discard."
        )
        return context.not_available(template, "F13" if offer.drawn else "F12", source=offer.seat)
    if must_be_taken(rules, offer) and event.seat != offer.seat:
        return context.not_available(
            "Seat {source} drew the {card} and must take it: only hu or gan go before.",
            "F15",
            source=offer.seat,
            card=offer.card,
        )
    if made is not None and len(made.cards) == 2 and rules.pair_chi == "only-for-hu":
        return context.not_available("A pair is made with a claimed card only for hu.", "F24")
    return None


def check_passed_over(context: EventContext) -> Illegal | Unproven | None:
    """Return the breach of passing over a claim that had to be called, or an open verdict if there may be one (F23)."""
    event = context.event
    if not (context.rules.forced_hu or context.rules.forced_gan):
        return None
    claim = None if event.action is SeatAction.DRAWS else Claim(event.seat, event.action)
    every = claims_passed_over(
        context.rules, context.known, context.position, claim, called=event.called
    )
    doubtful = None
    for forced in every:
        if context.asker not in {0, forced.claim.seat}:
            continue
        possible = forced.possibility()
        if possible is Completion.ALWAYS:
            return _passed_over(context, forced.claim)
        if possible is not Completion.NEVER:
            doubtful = doubtful or _may_be_passed_over(context, forced.claim, possible)
    return doubtful


def _passed_over(context: EventContext, claim: Claim) -> Illegal:
    holding = tuple(context.position.holdings[claim.seat - 1])
    return context.not_available(
        "Seat {other} could call {claim} on the {card} and had to: it was passed over.{proof}",
        "F23",
        other=claim.seat,
        claim=Reason(str(claim.action)),
        card=context.position.offer.card if context.position.offer else UNSEEN,
        proof=context.later_proof(claim.seat, holding),
    )


def _may_be_passed_over(context: EventContext, claim: Claim, possible: Completion) -> Unproven:
    needs: str | Reason = "the hand of seat {other} before event {event}"
    return context.unproven(
        "Whether seat {other} could call {claim}, and so had to, is not known.",
        SEARCH_BOUND if possible is Completion.TOO_MANY else needs,
        rule="F23",
        other=claim.seat,
        claim=Reason(str(claim.action)),
    )


def _outranked(context: EventContext) -> Verdict | None:
    """Return a breach, or an open verdict, if an earlier call goes before this claim (F11).

    A mere call is never outranked, since all calls are made at once.
    """
    position, event, offer = context.position, context.event, context.position.offer
    if offer is None or event.called or not offer.seat or not position.calls:
        return None
    seats = len(position.melds)
    own_precedence = precedence(context.rules, offer, Claim(event.seat, event.action), seats=seats)
    for call in position.calls:
        other = Claim(call.seat, call.action)
        if (
            call.seat == event.seat
            or precedence(context.rules, offer, other, seats=seats) > own_precedence
        ):
            continue
        if not call.proved:
            return context.unproven(
                "Whether seat {other}'s {claim}, which goes first, was possible is not known.",
                "the hand of seat {other} before event {event}",
                rule="F11",
                other=call.seat,
                claim=Reason(str(call.action)),
            )
        return context.illegal(
            Fault.CLAIM_OUTRANKED,
            "Seat {other} called {claim}, which goes before seat {seat}'s {own}.",
            other=call.seat,
            claim=Reason(str(call.action)),
            own=Reason(str(event.action)),
        )
    return None


def _unknown_offer(context: EventContext) -> Unproven | None:
    offer = context.position.offer
    if offer is None or offer.seat:
        return None
    return context.unproven(
        "Which card was on offer, and to whom, was not seen.",
        "the card on offer before event {event}",
    )


def _unknown_meld(context: EventContext) -> Unproven | None:
    if UNSEEN not in context.event.cards:
        return None
    return context.unproven(
        "Not all the cards laid down were seen: whether they are a meld is not known.",
        "the cards of event {event}",
    )
