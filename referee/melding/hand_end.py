"""The end of a melding hand: forced ends without a discard, and the lucky card (F19, F20, F26)."""

from collections import Counter

from referee.melding.division import FormedMeld
from referee.melding.event_context import EventContext
from referee.melding.position import Finish, LaidCards, MeldingPosition, Offer
from referee.melding.rules import MeldingRules
from referee.verdicts import LEGAL, Fault, Verdict


def forced_finish(rules: MeldingRules, position: MeldingPosition, seat: int) -> Finish | None:
    """Return the end of the hand if the seat that took a card cannot discard (F19); None otherwise."""
    count = position.counts[seat - 1]
    cards = position.holdings[seat - 1] if count else {}
    if not all(map(rules.is_undiscardable, cards)):
        return None
    unknown = position.unknown_count(seat)
    if unknown is None or unknown > 0:
        return None
    holding = Counter(cards)
    division = rules.divider.best(holding.elements())
    rest: tuple[FormedMeld, ...] = division[1] if division else ()
    melds = (
        *position.melds[seat - 1],
        *(LaidCards(made.meld, made.cards, exposed=False) for made in rest),
    )
    proved = division is not None and holding.total() == count
    return Finish(seat, melds, forced=True, source=position.source, proved=proved)


def may_have_no_discard(context: EventContext) -> bool:
    """Return whether the seat that took a card may have been unable to discard, as far as is known."""
    position, seat = context.position, context.event.seat
    if not position.has_claimed or position.offer is not None or position.turn not in {0, seat}:
        return False
    unknown = position.unknown_count(seat)
    pool = context.known.candidates(seat, unseen=position.unseen[seat - 1])
    undiscardable = sum(
        number for card, number in pool.items() if context.rules.is_undiscardable(card)
    )
    known_are_undiscardable = all(map(context.rules.is_undiscardable, position.holdings[seat - 1]))
    return known_are_undiscardable and undiscardable >= (unknown or 0)


def is_lucky_card_due(rules: MeldingRules, end: Finish) -> bool:
    """Return whether a lucky card is turned after this end (F20, F26)."""
    return rules.lucky_card and (rules.lucky_on_forced or not end.forced)


def judge_lucky(context: EventContext) -> Verdict:
    """Return the verdict on turning the top card of the stock (F26)."""
    position = context.position
    if position.finish is None:
        return _judge_early_lucky(context)
    if position.lucky is not None or not is_lucky_card_due(context.rules, position.finish):
        return context.illegal(Fault.HAND_OVER, "The hand was over: no card is turned any more.")
    if position.finish.seat != context.event.seat:
        return context.illegal(
            Fault.OUT_OF_TURN,
            "The lucky card is seat {finisher}'s.",
            rule="F26",
            finisher=position.finish.seat,
        )
    if position.stock == 0:
        return context.illegal(
            Fault.STOCK_EXHAUSTED, "The stock was empty: there is no lucky card.", rule="F26"
        )
    not_in_stock = context.possession_breach(
        len(position.counts), context.event.cards, counted=False
    )
    return not_in_stock or LEGAL


def _judge_early_lucky(context: EventContext) -> Verdict:
    """Judge a lucky card before any hu: only a seat without a discard can have ended the hand."""
    if (
        may_have_no_discard(context)
        or not context.position.is_turn_certain
        or context.position.doubtful_finisher
    ):
        return context.unproven(
            "Whether seat {seat} had nothing to discard, which ends the hand, is not known.",
            "the hand of seat {seat} before event {event}",
            rule="F19",
        )
    return context.illegal(
        Fault.OUT_OF_TURN,
        "A lucky card is turned when the hand has ended, and it had not.",
        rule="F26",
    )


def winning_discard(end: Finish) -> Offer | None:
    """Return the discard that completed the finisher's melds; None after a draw."""
    return end.source if end.source is not None and not end.source.drawn else None
