"""Check whether the record proves that a seat did not hold the cards it played."""

from collections.abc import Mapping

from referee.cards import UNSEEN, Card, Cards
from referee.climbing import reasons
from referee.climbing.event_context import EventContext
from referee.verdicts import Illegal


def possession_fault(context: EventContext) -> Illegal | None:
    """Return the fault if the record proves that the seat did not hold these cards, else None."""
    missing = _missing_from_hand(context)
    seen_cards = set(context.event.cards) - {UNSEEN}  # only a seen card can be named
    if missing is None and seen_cards and context.number in context.knowledge.impossible_events:
        return _not_accounted_for(context)
    return missing


def _not_accounted_for(context: EventContext) -> Illegal:
    """Return a fault that names a card not proved to be held; whatever the unseen cards were, not all cards were held."""
    holding = context.position.holdings[context.event.seat - 1]
    seen_cards = [card for card in context.event.cards if card != UNSEEN]
    return reasons.not_held(
        context, next((card for card in seen_cards if not holding.get(card)), seen_cards[0])
    )


def _missing_from_hand(context: EventContext) -> Illegal | None:
    """Return the fault that the seat's own hand proves, else None."""
    position, seat = context.position, context.event.seat
    cards = context.event.cards
    holding, count = position.holdings[seat - 1], position.counts[seat - 1]
    if (
        not position.has_unproved_play
        and _is_certainly_held(cards, holding)
        and (count is None or len(cards) <= count)
    ):
        return None
    played = {card: cards.count(card) for card in cards if card != UNSEEN}
    left = {card: context.rules.deck.copies[card] - position.count_played(card) for card in played}
    for card in played:
        if left[card] <= 0:
            return reasons.already_played(context, card)
    for card, number in played.items():
        if number > left[card]:
            return reasons.too_few_copies(context, card, number, left[card])
    if count is not None and len(cards) > count:
        return reasons.too_few_cards(context, count)
    lacking = {
        card: number - holding.get(card, 0)
        for card, number in played.items()
        if number > holding.get(card, 0)
    }
    if not lacking:
        return None
    hidden = None if count is None else count - sum(holding.values())
    candidates = context.knowledge.candidates(seat, unseen=position.unseen[seat - 1])
    for card, number in lacking.items():
        if (hidden is not None and sum(lacking.values()) > hidden) or candidates[card] < number:
            return reasons.not_held(context, card)
    return None


def _is_certainly_held(cards: Cards, holding: Mapping[Card, int]) -> bool:
    """Return whether these are different faces, all proved to be in the hand."""
    faces = set(cards)
    return len(faces) == len(cards) and holding.keys() >= faces
