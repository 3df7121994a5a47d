"""What the record proves about the possession of the cards that are played."""

from collections.abc import Mapping

from referee.cards import UNSEEN, Card, Cards
from referee.climbing.reasons import EventContext
from referee.verdicts import Fault, Illegal


def possession_fault(table: EventContext) -> Illegal | None:
    """Does the record prove that the seat did not hold these cards?"""
    missing = _missing_from_hand(table)
    seen = set(table.event.cards) - {UNSEEN}  # of cards that nobody saw none can be named
    if missing is None and seen and table.number in table.knowledge.impossible_events:
        return _not_accounted_for(table)
    return missing


def _not_accounted_for(table: EventContext) -> Illegal:
    """Whatever the unseen cards were, not all of these were held: one that is not proved to be there is named."""
    held = table.position.holdings[table.event.seat - 1]
    seen = [card for card in table.event.cards if card != UNSEEN]
    return table.not_held(next((card for card in seen if not held.get(card)), seen[0]))


def _missing_from_hand(table: EventContext) -> Illegal | None:
    """What this seat's hand tells by itself."""
    position, seat = table.position, table.event.seat
    cards = table.event.cards
    held, count = position.holdings[seat - 1], position.counts[seat - 1]
    if (
        not position.has_unproved_play
        and _is_certainly_held(cards, held)
        and (count is None or len(cards) <= count)
    ):
        return None
    played = {card: cards.count(card) for card in cards if card != UNSEEN}
    for card, number in played.items():
        if position.count_played(card) + number > table.rules.deck.copies[card]:
            return table.already_played(card)
    if count is not None and len(cards) > count:
        return table.illegal(
            Fault.CARD_NOT_HELD, "Seat {seat} had only {count} cards left, not {number}.", count=count,
            number=len(cards),
        )  # fmt: skip
    lacking = {
        card: number - held.get(card, 0)
        for card, number in played.items()
        if number > held.get(card, 0)
    }
    if not lacking:
        return None
    hidden = None if count is None else count - sum(held.values())
    candidates = table.knowledge.candidates(seat, unseen=position.unseen[seat - 1])
    for card, number in lacking.items():
        if (hidden is not None and sum(lacking.values()) > hidden) or candidates[card] < number:
            return table.not_held(card)
    return None


def _is_certainly_held(cards: Cards, held: Mapping[Card, int]) -> bool:
    """Different faces, all of them proved to be in the hand: nothing to look into."""
    faces = set(cards)
    return len(faces) == len(cards) and held.keys() >= faces
