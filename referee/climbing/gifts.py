"""What an unseen gift may have been, judged by the cards that its giver and receiver show afterwards (G22, G23)."""

from collections import Counter

from referee.cards import UNSEEN, Card
from referee.climbing.event_context import EventContext
from referee.knowledge import CardMovement
from referee.record import HandEvent


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
