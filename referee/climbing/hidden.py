"""What is proved of the acting seat's hand, and the duties that this decides."""

from collections import Counter
from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from referee.cards import Card
from referee.climbing.event_context import EventContext
from referee.climbing.rules import ClimbingRules
from referee.record import RulingId
from referee.verdicts import LEGAL, Fault, Verdict


class HiddenHand(NamedTuple):
    """A hand as far as it is known."""

    known: Counter[Card]  # faces proved to be held
    least: int  # the fewest other cards it can hold
    most: int  # the most other cards it can hold
    candidates: Counter[Card]  # the faces that those may have


class Breach(NamedTuple):
    """A duty that a card in the hand breaks: fault, ruling and reason templates."""

    fault: Fault
    rule: RulingId
    # for a proved card; takes ``card`` and ``proof``
    proved_template: str
    # where the numbers prove that there is such a card; ``card`` is the lowest it can be
    eliminated_template: str


def hidden_hand(context: EventContext) -> HiddenHand:
    """Return what is proved of the acting seat's hand, including the cards it plays."""
    position, seat = context.position, context.event.seat
    known = Counter(position.holdings[seat - 1])
    for card in context.event.cards:
        known[card] = max(known[card], 1)
    count = position.counts[seat - 1]
    if count is not None and known.total() >= count:  # nothing is hidden
        return HiddenHand(+known, 0, 0, Counter())
    candidates = context.knowledge.candidates(seat, unseen=position.unseen[seat - 1])
    if count is None:
        return HiddenHand(+known, 0, min(candidates.total(), context.rules.hand_size), candidates)
    others = count - known.total()
    return HiddenHand(+known, others, min(others, candidates.total()), candidates)


def holds_none_higher(context: EventContext, card: Card, breach: Breach) -> Verdict:
    """Return the verdict on the duty to hold no single higher than this card."""
    return holds_none_of(context, _higher_faces(context.rules, card), breach)


@lru_cache(1024)
def _higher_faces(rules: ClimbingRules, card: Card) -> frozenset[Card]:
    heights = rules.order.heights
    return frozenset(other for other in rules.deck.copies if heights[other] > heights[card])


def holds_none_of(context: EventContext, faces: Set[Card], breach: Breach) -> Verdict:
    """Return the verdict on the duty to hold none of these faces: illegal, legal or unproven."""
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
    """Return the unproven verdict for a duty that unseen cards decide."""
    return context.unproven(
        "Cards of seat {seat} that nobody saw decide whether this was allowed.",
        "the hand of seat {seat}",
        rule=rule,
    )
