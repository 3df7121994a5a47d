"""Judge one event of a climbing game: the checks in the order of contract §3."""

from dataclasses import replace

from referee.cards import UNSEEN
from referee.climbing import duties, exchange, possible_worlds
from referee.climbing.possession import possession_fault
from referee.climbing.reasons import EventContext
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
from referee.knowledge import MAX_SEARCH_STEPS, Knowledge
from referee.position import Position, Standing, UnseenPlay
from referee.record import HandEvent, SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Verdict, common_verdict


def judge(
    rules: ClimbingRules, knowledge: Knowledge, position: Position, event: HandEvent, *, number: int
) -> Verdict:
    """Return the verdict on the hand's ``number``-th event."""
    context = EventContext(rules, knowledge, position, event, number)
    return _judge_each_world(context) if position.worlds else judge_event(context)


def _judge_each_world(context: EventContext) -> Verdict:
    """Return the verdict that holds in every world of the position, else unproven."""
    verdicts = (judge_event(context._replace(position=world)) for world in context.position.worlds)
    return common_verdict(verdicts) or context.unproven(
        "Whether this was allowed depends on cards played before that nobody saw.",
        "what stood before event {event}",
    )


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
        return context.out_of_turn()
    return context.wrong_leader()


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
        return context.out_of_turn()
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
        return _judge_each_standing(
            context, "Whether seat {seat} had the lead depends on what nobody saw."
        )
    return _unproven_lead(context) if may_lead(position, seat) else duties.check_pass(context)


def _judge_play(context: EventContext) -> Verdict:
    missing = possession_fault(context)
    if missing is not None:
        return missing
    if UNSEEN in context.event.cards:
        return _judge_each_face(context)
    combination = context.rules.identify(context.event.cards)
    if combination is None:
        return context.not_a_combination()
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
        return context.leader_unknown()
    return duties.check_lead(context, combination)


def _opening_fault(context: EventContext, combination: Combination) -> Illegal | None:
    """Return the fault of an opening lead without the card it must contain (B2, P2)."""
    rules = context.rules
    if context.position.opened or rules.opening == "free":
        return None
    if rules.opening_card not in combination.cards:
        aside = context.knowledge.may_be_undealt(rules.opening_card)
        return None if aside else context.opening_card_missing()
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
        return _judge_each_standing(context, "What seat {seat} had to beat was not seen.")
    bombs = combination.bomb or standing.bomb
    if combination.size != standing.size and not bombs and not position.closed:
        return context.wrong_size(combination.size, standing)
    if (
        rules.needs_same_kind(combination, standing)
        and combination.size == standing.size
        and not position.closed
    ):
        return context.wrong_type(combination, standing)
    if not rules.beats(combination, standing) or (position.closed and not combination.bomb):
        return context.does_not_beat(combination, standing)
    return duties.check_follow(context, combination, standing)


def _judge_each_face(context: EventContext) -> Verdict:
    """Judge a play with unseen faces as each set of faces that it may have been."""
    sentence = "Not all cards that seat {seat} played were seen."
    needs = "the cards of event {event}"
    plays = possible_worlds.possible_faces(
        context, seat=context.event.seat, cards=context.event.cards
    )
    if plays is None or len(plays) * _count_standings(context.position.standing) > MAX_SEARCH_STEPS:
        return _size_fault(context) or context.unproven(sentence, needs)
    verdicts = (
        _judge_play(context._replace(event=replace(context.event, cards=play))) for play in plays
    )
    return common_verdict(verdicts) or context.unproven(sentence, needs)


def _count_standings(standing: Standing) -> int:
    """Return the number of combinations that may stand."""
    return len(standing.candidates or ()) or 1 if isinstance(standing, UnseenPlay) else 1


def _size_fault(context: EventContext) -> Illegal | None:
    """Return the fault of a play whose number of cards is wrong whatever their faces are."""
    standing, number = context.position.standing, len(context.event.cards)
    if not any(shape.size == number for shape in context.rules.shapes):
        return context.not_a_combination()
    if standing is None or not standing.cards or is_lead(context.position, context.event.seat):
        return None
    size = len(standing.cards)
    if number == size or _has_bombs_of_size(context, number) or context.position.closed:
        return None
    if isinstance(standing, UnseenPlay):
        return None if _has_bombs_of_size(context, size) else context.wrong_number(number, size)
    return None if standing.bomb else context.wrong_size(number, standing)


def _has_bombs_of_size(context: EventContext, number: int) -> bool:
    """Return whether a bomb can have this number of cards."""
    return any(shape.size == number for shape in context.rules.bombs)


def _judge_each_standing(context: EventContext, sentence: str) -> Verdict:
    """Judge an event against every combination that may stand."""
    standing = context.position.standing
    if not isinstance(standing, UnseenPlay):
        return LEGAL
    if context.event.action is SeatAction.PASS and _has_no_pass_duty(context, standing):
        return LEGAL
    verdict = None
    if standing.candidates is not None:
        verdict = common_verdict(
            judge_event(_with_standing(context, play)) for play in standing.candidates
        )
    elif context.event.action is SeatAction.PLAY and standing.cards:
        verdict = _size_fault_on_unseen(context, len(standing.cards))
    return verdict or context.unproven(sentence, "what stood before event {event}")


def _has_no_pass_duty(context: EventContext, standing: UnseenPlay) -> bool:
    """Return whether a pass is allowed whatever stands."""
    if standing.cards:
        return len(standing.cards) > 1
    known = context.position.is_turn_certain or context.position.owner
    return bool(known) and duties.next_seat_has_one(context) is False


def _size_fault_on_unseen(context: EventContext, number: int) -> Illegal | None:
    """Return the fault of a play whose size differs from the standing play, whatever that is; bombs are never faulty."""
    play = context.rules.identify(context.event.cards)
    if play is None or play.bomb or play.size == number:
        return None
    if _has_bombs_of_size(context, number):
        return context.wrong_number(play.size, number, fault=Fault.DOES_NOT_BEAT)
    return context.wrong_number(play.size, number)


def _with_standing(context: EventContext, standing: Standing) -> EventContext:
    """Return the context with this combination to beat and the seat in turn."""
    position = context.position._replace(
        standing=standing, turn=context.event.seat, opened=True, is_turn_certain=True
    )
    return context._replace(position=position)
