"""Hu: whether the whole hand is melds, and the finish that it makes (F4, F22, F25)."""

from collections import Counter
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.knowledge import SEARCH_BOUND
from referee.melding.claims import has_unseen_meld, winning_meld
from referee.melding.completion import Completion, completion
from referee.melding.event_context import EventContext
from referee.melding.position import Finish, LaidCards, MeldingPosition
from referee.melding.rules import MeldingRules
from referee.reason_texts import Reason
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Unproven, Verdict


class UndeclaredCards(NamedTuple):
    """The cards of a hand outside the melds that were named."""

    known: Counter[Card]
    unknown: int | None  # how many unknown cards besides; None if even that is unknown


def is_heavenly_hu(context: EventContext) -> bool:
    """Return whether this is a hu on the deal, and the club allows it (F4)."""
    position, event = context.position, context.event
    first = not position.started and position.offer is None and position.turn in {0, event.seat}
    return first and event.action is SeatAction.HU and context.rules.heavenly_hu


def claimed_place(position: MeldingPosition, cards: Cards) -> int | None:
    """Return the index of the claimed card in the meld of a hu; None for a hu on the deal."""
    if position.offer is None and not position.started:
        return None
    offered = position.offer.card if position.offer else UNSEEN
    return cards.index(offered) if offered in cards else 0


def cards_from_hand(position: MeldingPosition, event: HandEvent) -> Cards:
    """Return the cards that a claim takes from the hand: all but the offered one."""
    if event.action is not SeatAction.HU:
        return event.cards[1:]
    place = claimed_place(position, event.melds[0])
    return event.cards if place is None else (*event.cards[:place], *event.cards[place + 1 :])


def undeclared_cards(position: MeldingPosition, event: HandEvent) -> UndeclaredCards:
    """Return the cards that a hu leaves to be divided."""
    taken = cards_from_hand(position, event)
    count = position.counts[event.seat - 1]
    known = Counter(position.holdings[event.seat - 1]) - Counter(taken)
    if count is None:
        return UndeclaredCards(known, None)
    left = count - len(taken)
    return UndeclaredCards(known if left else Counter(), max(0, left - known.total()))


def judge_hu(context: EventContext) -> Verdict:
    """Return the verdict on a hu: the whole hand must be melds (F22), and reach the threshold where the club asks for it."""
    rules, event = context.rules, context.event
    undeclared = undeclared_cards(context.position, event)
    if undeclared.unknown == 0 and UNSEEN not in event.cards:
        if rules.divider.best(undeclared.known.elements()) is None:
            return _left_over(context, undeclared.known)
        return _below_threshold(context) or LEGAL
    needs: str | Reason = "the hand of seat {seat} before event {event}"
    if UNSEEN in event.cards or undeclared.unknown is None:
        unseen = "Whether cards were left over was not seen."
        return LEGAL if _laid_every_card(context) else context.unproven(unseen, needs, rule="F22")
    pool = context.known.candidates(event.seat, unseen=context.position.unseen[event.seat - 1])
    complete = completion(rules.divider, undeclared.known, unknown=undeclared.unknown, pool=pool)
    if complete is Completion.NEVER:
        return _left_over(context, undeclared.known)
    if _laid_every_card(context) or (
        complete is Completion.ALWAYS and not rules.hu_requires_threshold
    ):
        return LEGAL
    if complete is Completion.TOO_MANY:
        needs = SEARCH_BOUND
    return context.unproven(
        "Whether the rest of seat {seat}'s hand is all melds is not known.", needs, rule="F22"
    )


def _laid_every_card(context: EventContext) -> bool:
    """Return whether the seat had no card left at the end, which requires a complete hand."""
    if context.event.called or context.known.left[context.event.seat - 1] != ():
        return False
    return any(move.event == context.number and move.stands for move in context.known.movements)


def _left_over(context: EventContext, rest: Counter[Card]) -> Illegal:
    if not rest:
        template = "Cards are left over, whatever they are."
        return context.illegal(Fault.HAND_NOT_COMPLETE, template)
    cards = tuple(rest.elements())
    template = "Cards are left over: {cards} cannot all be laid in melds.{proof}"
    if len(cards) == 1:
        template = "A card is left over: {cards} alone is no meld.{proof}"
    return context.illegal(
        Fault.HAND_NOT_COMPLETE,
        template,
        cards=" ".join(cards),
        proof=context.later_proof(context.event.seat, cards),
    )


def _below_threshold(context: EventContext) -> Illegal | Unproven | None:
    """Return a breach if the hand scores too little, where the club requires the threshold (F22)."""
    rules = context.rules
    if not rules.hu_requires_threshold:
        return None
    points = hu_finish(context.rules, context.position, context.event).points
    if points >= rules.threshold:
        return None
    if has_unseen_meld(context.position, context.event.seat):
        return context.unproven(
            "Whether hu reaches the threshold depends on cards laid before that nobody saw.",
            "the melds that seat {seat} had laid",
            rule="F22",
        )
    template = "Seat {seat}'s melds score {points}; hu takes {threshold} here."
    return context.not_available(template, "F22", points=points, threshold=rules.threshold)  # type: ignore[arg-type]


def hu_finish(rules: MeldingRules, position: MeldingPosition, event: HandEvent) -> Finish:
    """Return the finish by hu: named melds stand, the rest is divided for the most points (F25)."""
    undeclared = undeclared_cards(position, event)
    first_set, *other_sets = event.melds
    melds = [*position.melds[event.seat - 1], _winning_meld(rules, position, event, first_set)]
    melds += [_concealed_meld(rules, cards) for cards in other_sets]
    division = rules.divider.best(undeclared.known.elements()) if undeclared.unknown == 0 else None
    melds += [
        LaidCards(made.meld, made.cards, exposed=False)
        for made in (division[1] if division else ())
    ]
    proved = division is not None and UNSEEN not in event.cards
    return Finish(event.seat, tuple(melds), forced=False, source=position.offer, proved=proved)


def _winning_meld(
    rules: MeldingRules, position: MeldingPosition, event: HandEvent, cards: Cards
) -> LaidCards:
    made = rules.identify(cards)
    if claimed_place(position, cards) is None or position.offer is None or made is None:
        return LaidCards(made.meld if made else None, cards, exposed=False)
    return winning_meld(rules, made, position.offer, event.seat)


def _concealed_meld(rules: MeldingRules, cards: Cards) -> LaidCards:
    made = rules.identify(cards)
    return LaidCards(made.meld if made else None, cards, exposed=False)
