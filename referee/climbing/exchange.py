"""The exchange before a hand of Gang of Four: the loser's highest card, and any other card in return (G22 to G24)."""

from collections.abc import Callable, Collection
from dataclasses import replace

from referee.cards import UNSEEN, Card
from referee.climbing.event_context import EventContext
from referee.climbing.gifts import is_deduced, is_shown_later, possible_gifts, proved_gift
from referee.climbing.hidden import Breach, hidden_hand, holds_none_higher
from referee.position import Position
from referee.reason_texts import Reason
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Verdict, common_verdict

NOT_HIGHEST_CARD = Breach(
    Fault.NOT_HIGHEST_CARD,
    "G22",
    "Seat {seat} had to give its highest card: it held the {card}; {proof}.",
    "Seat {seat} had to give its highest card: by elimination it held the {card} or a higher one.",
)


def judge_gift(
    context: EventContext, possession: Callable[[EventContext], Illegal | None]
) -> Verdict:
    """Return the verdict on a gift: whether it is due, is the right card, and was held."""
    due, event = context.position.exchange, context.event
    if due is None:
        return context.illegal(Fault.EXCHANGE_NOT_DUE, "No card was due from seat {seat}.")
    if not due.winner or not due.loser:
        return possession(context) or context.unproven(
            "Who won and who lost the hand before is not known.",
            "the result of the hand before",
            rule="G24",
        )
    giver, receiver = (due.winner, due.loser) if due.loser_gave else (due.loser, due.winner)
    if (event.seat, event.to) != (giver, receiver):
        return context.illegal(
            Fault.EXCHANGE_NOT_DUE,
            "The exchange was at seat {giver}'s gift to seat {receiver}, not seat {seat}'s to seat {to}.",
            giver=giver,
            receiver=receiver,
            to=event.to,
        )
    if UNSEEN in event.cards and due.loser_gave and context.rules.exchange_may_return_received:
        return LEGAL
    verdict = _judge_unseen_gift(context) if UNSEEN in event.cards else _judge_seen_gift(context)
    if isinstance(verdict, Illegal) and is_deduced(event):
        verdict = _with_card_named(context, verdict, event.cards[0])
    return verdict if isinstance(verdict, Illegal) else possession(context) or verdict


def _judge_seen_gift(context: EventContext) -> Verdict:
    """Return the verdict on the giver's duty: first the loser's, then the winner's."""
    due = context.position.exchange
    return _check_returned(context) if due and due.loser_gave else _check_highest_given(context)


def _judge_unseen_gift(context: EventContext) -> Verdict:
    """Return the verdict on an unseen gift that holds for each card that it may have been."""
    verdicts = [
        _judge_seen_gift(context._replace(event=replace(context.event, cards=(card,))))
        for card in possible_gifts(context)
    ]
    verdict = common_verdict(verdicts) if verdicts else None
    if isinstance(verdict, Illegal):
        return _with_later_proof(context, verdict)
    return verdict or context.unproven(
        "Nobody saw the card given.", "the card of event {event}", rule="G22"
    )


def _with_later_proof(context: EventContext, verdict: Illegal) -> Illegal:
    """Return the fault with its proof: the receiver shows the card later, or the giver still had a higher one."""
    given = proved_gift(context)
    if given:
        return _with_card_named(context, verdict, given)
    if verdict.fault is not Fault.NOT_HIGHEST_CARD:
        return verdict
    holding = context.position.holdings[context.event.seat - 1]
    highest = max(holding, key=context.rules.order.heights.__getitem__)
    return context.illegal(
        verdict.fault,
        "Seat {seat} had to give its highest card: it still held the {card}; {proof}.",
        rule=verdict.rule,
        card=highest,
        proof=context.proof_afterwards(context.event.seat, highest),
    )


def _with_card_named(context: EventContext, verdict: Illegal, given: Card) -> Illegal:
    """Return the fault with the proof of which card was given: its receiver shows it, or its giver has no other."""
    holder = context.event.to if is_shown_later(context, given) else context.event.seat
    shown = context.proof_afterwards(holder, given)
    reason = Reason(
        "The card was the {card}: {shown}. {reason}",
        {"card": given, "shown": shown, "reason": verdict.reason},
    )
    return replace(verdict, reason=reason)


def _check_highest_given(context: EventContext) -> Verdict:
    """Return the verdict on the loser's duty to give its highest single (G22)."""
    return holds_none_higher(context, context.event.cards[0], NOT_HIGHEST_CARD)


def _check_returned(context: EventContext) -> Verdict:
    """Return the verdict on the winner's duty not to return the card it was given; its twin is allowed (G23)."""
    due, card = context.position.exchange, context.event.cards[0]
    if (
        due is None
        or card not in _possible_received(context)
        or context.rules.exchange_may_return_received
    ):
        return LEGAL
    if due.received == UNSEEN:
        return _check_returned_after_unseen(context)
    hidden = hidden_hand(context)
    if hidden.known[card] > 1:
        return LEGAL
    if hidden.most and hidden.candidates[card]:
        return context.unproven(
            "Whether seat {seat} held the twin of the card it was given was not seen.",
            "the hand of seat {seat}",
            rule="G23",
        )
    return _returned_received_card(context)


def _returned_received_card(context: EventContext) -> Illegal:
    return context.illegal(
        Fault.RETURNED_RECEIVED_CARD,
        "Seat {seat} returned the {card} that it had been given; any other card was due.",
        card=context.event.cards[0],
    )


def _possible_received(context: EventContext) -> Collection[Card | None]:
    """Return the cards that the winner may have been given."""
    due = context.position.exchange
    if due is None or due.received != UNSEEN:
        return {due.received if due else None}
    shown_later = context.knowledge.certain[due.loser - 1]  # the gift may have been returned
    return context.knowledge.candidates(context.event.seat, unseen=0) | shown_later


def _check_returned_after_unseen(context: EventContext) -> Verdict:
    """Return the verdict on a return after an unseen gift: only the winner's own deal can prove it another card."""
    dealt = context.knowledge.certain[context.event.seat - 1]
    if dealt[context.event.cards[0]] or context.number in context.knowledge.impossible_events:
        return LEGAL  # its own card, or one that it did not hold
    if not context.knowledge.slots[context.event.seat - 1]:
        return _returned_received_card(context)
    return context.unproven(
        "Whether seat {seat} returned the card that it had been given was not seen.",
        "the card given to seat {seat}",
        rule="G23",
    )


def missing_gift_fault(context: EventContext) -> Illegal | None:
    """Return the fault of a play or pass while a gift is due (G24)."""
    due = context.position.exchange
    if due is None or not due.winner or not due.loser or context.event.action is SeatAction.UNSEEN:
        return None
    giver, receiver = (due.winner, due.loser) if due.loser_gave else (due.loser, due.winner)
    return context.illegal(
        Fault.EXCHANGE_MISSING,
        "Seat {giver} owed seat {receiver} a card before the first play.",
        giver=giver,
        receiver=receiver,
    )


def after_gift(position: Position, event: HandEvent) -> Position:
    """Return the position after a gift; an illegal one between winner and loser counts as given."""
    due = position.exchange
    if due is None:
        return position
    loser, winner = due.loser or event.seat, due.winner or event.to
    if (event.seat, event.to) == (winner, loser):
        due = due._replace(winner_returned=True)
    elif (event.seat, event.to) == (loser, winner):
        due = due._replace(loser=loser, winner=winner, loser_gave=True, received=event.cards[0])
    return position._replace(exchange=None if due.loser_gave and due.winner_returned else due)
