"""Judge one event of a climbing game: the checks in the order of contract §3."""

from referee.cards import UNSEEN
from referee.climbing import duties, exchange, reasons
from referee.climbing.event_context import EventContext
from referee.climbing.possession import possession_fault
from referee.climbing.possibilities import judge_each_face, judge_each_standing, judge_each_world
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import (
    cannot_act,
    is_idle_pass,
    is_lead,
    is_turn,
    is_turn_only_by_doubt,
    may_lead,
    must_lead,
)
from referee.combinations import Combination
from referee.knowledge import Knowledge
from referee.position import Position, UnseenPlay
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Verdict, common_verdict


def judge(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, event: HandEvent, *, number: int
) -> Verdict:
    """Return the verdict on the hand's ``number``-th event."""
    context = EventContext(rules, knowledge, position, event, number)
    return judge_each_world(context, judge_event) if position.worlds else judge_event(context)


def judge_event(context: EventContext) -> Verdict:
    """Return the verdict on an event in a position without worlds.

    Checks first what does not depend on the cards: whether the hand goes on, and whose turn it is.
    """
    event = context.event
    if event.action is SeatAction.TAKES_BACK:
        return LEGAL
    if context.position.over:
        return context.illegal(Fault.HAND_OVER, "The hand was over: nothing after it counts.")
    if event.action is SeatAction.GIVES:
        return exchange.judge_gift(context, possession_fault)
    if event.seat != context.position.turn or context.position.exchange is not None:
        out_of_place = exchange.missing_gift_fault(context) or _turn_fault(context)
        if out_of_place is not None:
            return out_of_place
    verdict = _judge_action(context)
    if context.position.is_turn_certain or verdict != LEGAL:
        return verdict
    return _unproven_turn(context) if _acts_only_by_doubt(context) else verdict


def _judge_action(context: EventContext) -> Verdict:
    action = context.event.action
    if action is SeatAction.PASS:
        return _judge_pass(context)
    return _judge_unseen(context) if action is SeatAction.UNSEEN else _judge_play(context)


def _acts_only_by_doubt(context: EventContext) -> bool:
    """Return whether the seat may act only because something was not seen, and its action changes something."""
    rules, position, seat = context.rules, context.position, context.event.seat
    if context.event.action is not SeatAction.PASS:
        return position.standing is not None  # the seat may have passed itself out unseen
    certain = position._replace(is_turn_certain=True)
    return is_turn_only_by_doubt(position, seat) and not is_idle_pass(rules, certain, seat)


def _unproven_turn(context: EventContext) -> Verdict:
    return context.unproven(
        "Whether it was seat {seat}'s turn depends on what nobody saw.",
        "who was to act in event {event}",
    )


def _turn_fault(context: EventContext) -> Illegal | None:
    """Return the fault of a seat that is not to act.  A pass of a seat that cannot act is legal and changes nothing."""
    position, seat = context.position, context.event.seat
    # an unseen action may be a pass
    may_pass = context.event.action in {SeatAction.PASS, SeatAction.UNSEEN}
    if may_pass and is_idle_pass(context.rules, position, seat):
        return None
    if seat in position.blocked:
        return _judge_blocked(context)
    if cannot_act(context.rules, position, seat) or not is_turn(position, seat):
        return reasons.out_of_turn(context)
    return reasons.wrong_leader(context)


def _judge_unseen(context: EventContext) -> Verdict:
    if not context.event.seat:
        return context.unproven("Nobody saw what was done here.", "what was done in event {event}")
    return context.unproven(
        "Nobody saw what seat {seat} did.", "what seat {seat} did in event {event}"
    )


def _judge_blocked(context: EventContext) -> Illegal:
    """Return ``blocked`` for a blocked seat that plays in its own place, else ``out-of-turn`` (G25)."""
    position = context.position
    waiting = [
        seat
        for seat in position.seats_after(context.event.seat)
        if not cannot_act(context.rules, position, seat)
    ]
    if position.turn and position.turn not in waiting[:1]:
        return reasons.out_of_turn(context)
    return context.illegal(
        Fault.BLOCKED,
        "Seat {seat} did not announce its last card: it may only pass for the rest of the hand.",
    )


def _judge_pass(context: EventContext) -> Verdict:
    position, seat = context.position, context.event.seat
    if is_idle_pass(context.rules, position, seat):
        return LEGAL
    if must_lead(position, seat):
        return context.illegal(Fault.PASS_ON_LEAD, "Seat {seat} has the lead and must play.")
    if isinstance(position.standing, UnseenPlay):
        return judge_each_standing(
            context, "Whether seat {seat} had the lead depends on what nobody saw.", judge_event
        )
    return _unproven_lead(context) if may_lead(position, seat) else duties.check_pass(context)


def _judge_play(context: EventContext) -> Verdict:
    missing = possession_fault(context)
    if missing is not None:
        return missing
    if UNSEEN in context.event.cards:
        return judge_each_face(context, _judge_play)
    combination = context.rules.identify(context.event.cards)
    if combination is None:
        return reasons.not_a_combination(context)
    if is_lead(context.position, context.event.seat):
        return _judge_lead(context, combination)
    verdict = _judge_follow(context, combination)
    if not may_lead(context.position, context.event.seat):
        return verdict
    return common_verdict([verdict, _judge_lead(context, combination)]) or _unproven_lead(context)


def _unproven_lead(context: EventContext) -> Verdict:
    return context.unproven(
        "Whether seat {seat} had the lead depends on what nobody saw.",
        "who had passed before event {event}",
    )


def _judge_lead(context: EventContext, combination: Combination) -> Verdict:
    missing = _opening_fault(context, combination)
    if missing is not None:
        return missing
    if (
        not context.position.turn
        and context.position.is_turn_certain
        and not _proves_opener(context, combination)
    ):
        return reasons.leader_unknown(context)
    return duties.check_lead(context, combination)


def _opening_fault(context: EventContext, combination: Combination) -> Illegal | None:
    """Return the fault of an opening lead without the card it must contain (B2, P2)."""
    rules = context.rules
    if context.position.opened or rules.opening == "free":
        return None
    if rules.opening_card not in combination.cards:
        aside = context.knowledge.may_be_undealt(rules.opening_card)
        return None if aside else reasons.opening_card_missing(context)
    if rules.opening == "lowest-single" and combination.size > 1:
        return context.illegal(
            Fault.OPENING_CARD_MISSING,
            "The hand is opened with the {card} alone.",
            card=rules.opening_card,
        )
    return None


def _proves_opener(context: EventContext, combination: Combination) -> bool:
    """Return whether the lead contains the opening card, which proves that its seat was to lead."""
    return not context.position.opened and context.rules.opening_card in combination.cards


def _judge_follow(context: EventContext, combination: Combination) -> Verdict:
    rules, position = context.rules, context.position
    standing = position.standing
    if not isinstance(standing, Combination):
        return judge_each_standing(
            context, "What seat {seat} had to beat was not seen.", judge_event
        )
    bombs = combination.bomb or standing.bomb
    if combination.size != standing.size and not bombs and not position.closed:
        return reasons.wrong_size(context, combination.size, standing)
    if (
        rules.needs_same_kind(combination, standing)
        and combination.size == standing.size
        and not position.closed
    ):
        return reasons.wrong_type(context, combination, standing)
    if not rules.beats(combination, standing) or (position.closed and not combination.bomb):
        return reasons.does_not_beat(context, combination, standing)
    return duties.check_follow(context, combination, standing)
