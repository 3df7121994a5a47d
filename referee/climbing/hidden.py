"""What is proved of the hand of the seat that acts, and what that decides."""

from collections import Counter
from typing import NamedTuple

from referee.cards import Card
from referee.climbing.reasons import EventContext
from referee.record import RulingId
from referee.verdicts import LEGAL, Fault, Verdict


class HiddenHand(NamedTuple):
    """A hand as far as it is known."""

    known: Counter[Card]  # faces proved to be held
    least: int  # how many others it holds, at the least
    most: int  # and at the most
    candidates: Counter[Card]  # what those may be


class Breach(NamedTuple):
    """A duty that a card in the hand breaks: the fault, the ruling, and the sentences."""

    fault: Fault
    rule: RulingId
    proved_template: str  # a card is proved: ``card`` and ``proof`` are filled in
    eliminated_template: (
        str  # that there is one follows from the numbers: ``card`` is the lowest it can be
    )


def hidden_hand(context: EventContext) -> HiddenHand:
    """What is proved of the acting seat's hand, the cards it plays among it."""
    position, seat = context.position, context.event.seat
    known = Counter(position.holdings[seat - 1])
    for card in context.event.cards:
        known[card] = max(known[card], 1)
    count = position.counts[seat - 1]
    candidates = context.knowledge.candidates(seat, unseen=position.unseen[seat - 1])
    if count is None:
        return HiddenHand(+known, 0, min(candidates.total(), context.rules.hand_size), candidates)
    others = max(0, count - known.total())
    return HiddenHand(+known, others, min(others, candidates.total()), candidates)


def holds_none_higher(context: EventContext, card: Card, breach: Breach) -> Verdict:
    """Is it proved that the seat held a higher single than this, or none?"""
    heights = context.rules.order.heights
    higher = {other for other in context.rules.deck.copies if heights[other] > heights[card]}
    return holds_none_of(context, higher, breach)


def holds_none_of(context: EventContext, faces: set[Card], breach: Breach) -> Verdict:
    """Is it proved that the seat held one of these, or none?"""
    hidden = hidden_hand(context)
    heights = context.rules.order.heights
    breaking = [card for card in hidden.known if card in faces]
    if breaking:
        shown = max(breaking, key=heights.__getitem__)
        proof = context.proof(context.event.seat, shown)
        return context.illegal(
            breach.fault, breach.proved_template, rule=breach.rule, card=shown, proof=proof
        )
    may_be = Counter({card: n for card, n in hidden.candidates.items() if card in faces})
    if not hidden.most or not may_be:
        return LEGAL
    if hidden.least > hidden.candidates.total() - may_be.total():
        lowest = min(may_be, key=heights.__getitem__)
        return context.illegal(
            breach.fault, breach.eliminated_template, rule=breach.rule, card=lowest
        )
    return unproven_by_hidden_cards(context, breach.rule)


def unproven_by_hidden_cards(context: EventContext, rule: RulingId) -> Verdict:
    """Cards that nobody saw decide."""
    return context.unproven(
        "Cards of seat {seat} that nobody saw decide whether this was allowed.",
        "the hand of seat {seat}",
        rule=rule,
    )
