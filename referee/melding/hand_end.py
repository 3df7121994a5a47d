"""How a hand of a melding game ends: hu and whether it is complete, forced ends, the lucky card (F19–F27)."""

from collections import Counter
from typing import NamedTuple

from referee.cards import UNSEEN, Card, Cards
from referee.knowledge import SEARCH_BOUND
from referee.melding.claims import winning_meld
from referee.melding.completion import Completion, completion
from referee.melding.division import FormedMeld
from referee.melding.position import Finish, LaidCards, MeldingPosition, Offer
from referee.melding.reasons import EventContext
from referee.melding.rules import MeldingRules
from referee.reason_texts import Reason
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Verdict


class UndeclaredCards(NamedTuple):
    """What is left of a hand beside the melds that were named."""

    known: Counter[Card]
    unknown: int | None  # how many more; None: nobody knows


def is_heavenly(table: EventContext) -> bool:
    """Is this hu on the deal, where the club allows it (F4)?"""
    position, event = table.position, table.event
    first = not position.started and position.offer is None and position.turn in {0, event.seat}
    return first and event.action is SeatAction.HU and table.rules.heavenly_hu


def claimed_place(position: MeldingPosition, cards: Cards) -> int | None:
    """Where in the meld of a hu the claimed card stands; None: hu on the deal, nothing is claimed."""
    if position.offer is None and not position.started:
        return None
    offered = position.offer.card if position.offer else UNSEEN
    return cards.index(offered) if offered in cards else 0


def from_hand(position: MeldingPosition, event: HandEvent) -> Cards:
    """The cards that a claim takes from the hand: all but the one on offer."""
    if event.action is not SeatAction.HU:
        return event.cards[1:]
    place = claimed_place(position, event.melds[0])
    return event.cards if place is None else (*event.cards[:place], *event.cards[place + 1 :])


def rest_of(position: MeldingPosition, event: HandEvent) -> UndeclaredCards:
    """What a hu leaves to be divided."""
    named = from_hand(position, event)
    count = position.counts[event.seat - 1]
    known = Counter(position.holdings[event.seat - 1]) - Counter(named)
    if count is None:
        return UndeclaredCards(known, None)
    left = count - len(named)
    return UndeclaredCards(known if left else Counter(), max(0, left - known.total()))


def judge_hu(table: EventContext) -> Verdict:
    """Is the whole hand melds (F22), and worth enough where the club asks for it?"""
    rules, event = table.rules, table.event
    rest = rest_of(table.position, event)
    if rest.unknown == 0 and UNSEEN not in event.cards:
        if rules.divider.best(rest.known.elements()) is None:
            return _left_over(table, rest.known)
        return _below_threshold(table) or LEGAL
    needs: str | Reason = "the hand of seat {seat} before event {event}"
    if UNSEEN in event.cards or rest.unknown is None:
        unseen = "Whether cards were left over was not seen."
        return LEGAL if _laid_all(table) else table.unproven(unseen, needs, rule="F22")
    pool = table.known.candidates(event.seat, unseen=table.position.unseen[event.seat - 1])
    found = completion(rules.divider, rest.known, unknown=rest.unknown, pool=pool)
    if found is Completion.NEVER:
        return _left_over(table, rest.known)
    if _laid_all(table) or (found is Completion.ALWAYS and not rules.hu_requires_threshold):
        return LEGAL
    if found is Completion.TOO_MANY:
        needs = SEARCH_BOUND
    return table.unproven(
        "Whether the rest of seat {seat}'s hand is all melds is not known.", needs, rule="F22"
    )


def _laid_all(table: EventContext) -> bool:
    """Did the seat have no card at the end, which it takes a complete hand for?"""
    if table.event.called or table.known.left[table.event.seat - 1] != ():
        return False
    return any(move.event == table.number and move.stands for move in table.known.movements)


def _left_over(table: EventContext, rest: Counter[Card]) -> Illegal:
    if not rest:
        template = "Cards are left over, whatever they are."
        return table.illegal(Fault.HAND_NOT_COMPLETE, template)
    cards = tuple(rest.elements())
    return table.illegal(
        Fault.HAND_NOT_COMPLETE,
        "Cards are left over: {cards} cannot all be laid in melds.{proof}",
        cards=" ".join(cards),
        proof=table.shown_later(table.event.seat, cards),
    )


def _below_threshold(table: EventContext) -> Illegal | None:
    """Is the hand worth too little, where the club asks for more (F22)?"""
    rules = table.rules
    if not rules.hu_requires_threshold:
        return None
    points = finish(table.rules, table.position, table.event).points
    if points >= rules.threshold:
        return None
    template = "Seat {seat}'s melds score {points}; hu takes {threshold} here."
    return table.not_available(template, "F22", points=points, threshold=rules.threshold)  # type: ignore[arg-type]


def finish(rules: MeldingRules, position: MeldingPosition, event: HandEvent) -> Finish:
    """What a hu ends the hand with: the melds that were named stand, the rest is divided for the most (F25)."""
    rest = rest_of(position, event)
    first, *others = event.melds
    melds = [*position.melds[event.seat - 1], _first(rules, position, event, first)]
    melds += [_laid(rules, cards) for cards in others]
    divided = rules.divider.best(rest.known.elements()) if rest.unknown == 0 else None
    melds += [
        LaidCards(made.meld, made.cards, exposed=False) for made in (divided[1] if divided else ())
    ]
    proved = divided is not None and UNSEEN not in event.cards
    return Finish(event.seat, tuple(melds), forced=False, source=position.offer, proved=proved)


def _first(rules: MeldingRules, position: MeldingPosition, event: HandEvent, cards: Cards) -> LaidCards:
    made = rules.identify(cards)
    if claimed_place(position, cards) is None or position.offer is None or made is None:
        return LaidCards(made.meld if made else None, cards, exposed=False)
    return winning_meld(rules, made, position.offer, event.seat)


def _laid(rules: MeldingRules, cards: Cards) -> LaidCards:
    made = rules.identify(cards)
    return LaidCards(made.meld if made else None, cards, exposed=False)


def forced_finish(rules: MeldingRules, position: MeldingPosition, seat: int) -> Finish | None:
    """The end of the hand, if a seat that has taken a card can discard nothing (F19)."""
    count, hidden = position.counts[seat - 1], position.unknown_count(seat)
    held = Counter(position.holdings[seat - 1] if count else ())
    if hidden is None or hidden > 0 or not all(map(rules.is_undiscardable, held)):
        return None
    divided = rules.divider.best(held.elements())
    rest: tuple[FormedMeld, ...] = divided[1] if divided else ()
    melds = (
        *position.melds[seat - 1],
        *(LaidCards(made.meld, made.cards, exposed=False) for made in rest),
    )
    proved = divided is not None and held.total() == count
    return Finish(seat, melds, forced=True, source=position.source, proved=proved)


def may_be_forced(table: EventContext) -> bool:
    """May the seat that took a card have been without a discard, as far as anybody knows?"""
    position, seat = table.position, table.event.seat
    if not position.has_claimed or position.offer is not None or position.turn not in {0, seat}:
        return False
    hidden = position.unknown_count(seat)
    pool = table.known.candidates(seat, unseen=position.unseen[seat - 1])
    kept = sum(number for card, number in pool.items() if table.rules.is_undiscardable(card))
    return all(map(table.rules.is_undiscardable, position.holdings[seat - 1])) and kept >= (hidden or 0)


def lucky_is_due(rules: MeldingRules, end: Finish) -> bool:
    """Is a lucky card turned after this end (F20, F26)?"""
    return rules.lucky_card and (rules.lucky_on_forced or not end.forced)


def judge_lucky(table: EventContext) -> Verdict:
    """May the top card of the stock be turned (F26)?"""
    position = table.position
    if position.finish is None:
        return _judge_early(table)
    if position.lucky is not None or not lucky_is_due(table.rules, position.finish):
        return table.illegal(Fault.HAND_OVER, "The hand was over: no card is turned any more.")
    if position.finish.seat != table.event.seat:
        return table.illegal(
            Fault.OUT_OF_TURN, "The lucky card is seat {finisher}'s.", rule="F26", finisher=position.finish.seat
        )  # fmt: skip
    if position.stock == 0:
        return table.illegal(
            Fault.STOCK_EXHAUSTED, "The stock was empty: there is no lucky card.", rule="F26"
        )
    missing = table.possession(len(position.counts), table.event.cards, counted=False)
    return missing or LEGAL


def _judge_early(table: EventContext) -> Verdict:
    """A lucky card though nobody has called hu: only a seat without a discard can have ended the hand."""
    if may_be_forced(table) or not table.position.turn_is_certain or table.position.doubtful_finisher:
        return table.unproven(
            "Whether seat {seat} had nothing to discard, which ends the hand, is not known.",
            "the hand of seat {seat} before event {event}",
            rule="F19",
        )
    return table.illegal(
        Fault.OUT_OF_TURN, "A lucky card is turned when the hand has ended, and it had not.", rule="F26"
    )  # fmt: skip


def offered_by_hand(end: Finish) -> Offer | None:
    """The discard that completed a finisher's melds; None after a draw."""
    return end.source if end.source is not None and not end.source.drawn else None
