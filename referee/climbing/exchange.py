"""The exchange before a hand of Gang of Four: the loser's highest card, and any other card in return (G22 to G24)."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace

from referee.cards import UNSEEN, Card
from referee.climbing.event_context import EventContext
from referee.climbing.hidden import Breach, hidden_hand, holds_none_higher
from referee.knowledge import CardMovement
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


def possible_gifts(context: EventContext) -> list[Card]:
    """Return every face that an unseen gift may be, lowest first: its giver may have held it and shows it nowhere else."""
    forced = proved_gift(context)
    may_be = {forced} if forced else set(_giver_candidates(context))
    return sorted(may_be, key=context.rules.order.heights.__getitem__)


def proved_gift(context: EventContext) -> Card | None:
    """Return the face that the receiver shows later and can only have from this gift, or None."""
    receiver, number = context.event.to, context.number
    moves = [move for move in context.knowledge.movements if move.stands and move.was_held]
    if sum(move.receiver == receiver and UNSEEN in move.cards for move in moves) != 1:
        return None
    later = Counter(context.knowledge.left[receiver - 1] or ())
    for move in moves:
        if move.seat == receiver and move.event > number:
            later.update(move.cards)
    lacking = _shown_by_receiver(context, moves) - context.knowledge.certain[receiver - 1]
    if context.knowledge.slots[receiver - 1]:
        lacking -= context.knowledge.pool
    return next((card for card in lacking if later[card]), None)


def is_deduced(event: HandEvent) -> bool:
    """Return whether nobody saw the card, but the rest of the record proves it."""
    return UNSEEN not in event.cards and UNSEEN in event.text


def is_shown_later(context: EventContext, card: Card) -> bool:
    """Return whether the receiver shows the card after the gift."""
    receiver = context.event.to
    moves = (move for move in context.knowledge.movements if move.event > context.number)
    shown = any(move.seat == receiver and card in move.cards for move in moves)
    return shown or card in (context.knowledge.left[receiver - 1] or ())


def _giver_candidates(context: EventContext) -> Counter[Card]:
    """Return the faces that the giver may have given, judged by its own hand."""
    knowledge, seat = context.knowledge, context.event.seat
    due, holding = context.position.exchange, Counter(context.position.holdings[seat - 1])
    if due and due.loser_gave:
        may_be = knowledge.candidates(seat, unseen=1)
        if due.received == UNSEEN:  # the winner may return the gift, and the loser show it later
            may_be = may_be | knowledge.certain[due.loser - 1]
    else:  # an unseen card that is returned may be the gift itself
        own = holding if seat in knowledge.unseen_givers else knowledge.unaccounted[seat - 1]
        may_be = own + (knowledge.pool if knowledge.slots[seat - 1] else Counter())
    return may_be & holding if holding.total() == context.position.counts[seat - 1] else may_be


def _shown_by_receiver(context: EventContext, moves: list[CardMovement]) -> Counter[Card]:
    """Return the cards that the receiver showed, less those that it was seen to receive."""
    receiver, copies = context.event.to, context.rules.deck.copies
    shown, gone = Counter(context.knowledge.left[receiver - 1] or ()), Counter[Card]()
    for move in moves:
        for card in move.cards:
            played_twice = not move.receiver and gone[card] == copies.get(card, 0)
            gone[card] += not move.receiver
            shown[card] += move.seat == receiver and not played_twice
            shown[card] -= move.receiver == receiver
    del shown[UNSEEN]
    return shown
