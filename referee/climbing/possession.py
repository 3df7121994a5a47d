"""What the record proves about the possession of the cards that are played."""

from collections.abc import Mapping

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.reasons import EventContext
from referee.verdicts import Fault, Illegal


def possession_fault(context: EventContext) -> Illegal | None:
    """Does the record prove that the seat did not hold these cards?"""
    missing = _missing_from_hand(context)
    seen_cards = set(context.event.cards) - {UNSEEN}  # of cards that nobody saw none can be named
    if missing is None and seen_cards and context.number in context.knowledge.impossible_events:
        return _not_accounted_for(context)
    return missing


def _not_accounted_for(context: EventContext) -> Illegal:
    """Whatever the unseen cards were, not all of these were holding: one that is not proved to be there is named."""
    holding = context.position.holdings[context.event.seat - 1]
    seen_cards = [card for card in context.event.cards if card != UNSEEN]
    return context.not_held(
        next((card for card in seen_cards if not holding.get(card)), seen_cards[0])
    )


def _missing_from_hand(context: EventContext) -> Illegal | None:
    """What this seat's hand tells by itself."""
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
    for card, number in played.items():
        if position.count_played(card) + number > context.rules.deck.copies[card]:
            return context.already_played(card)
    if count is not None and len(cards) > count:
        return context.illegal(
            Fault.CARD_NOT_HELD, "Seat {seat} had only {count} cards left, not {number}.", count=count,
            number=len(cards),
        )  # fmt: skip
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
            return context.not_held(card)
    return None


def _is_certainly_held(cards: Cards, holding: Mapping[Card, int]) -> bool:
    """Different faces, all of them proved to be in the hand: nothing to look into."""
    faces = set(cards)
    return len(faces) == len(cards) and holding.keys() >= faces
