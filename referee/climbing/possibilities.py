"""Judge an event in every way that the cards nobody saw may be: the verdict that all ways share, else unproven.

``judge`` is the function that judges the event once the cards are named.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from referee.climbing import duties, possible_worlds, reasons
from referee.climbing.event_context import EventContext
from referee.climbing.turns import is_lead
from referee.knowledge import MAX_SEARCH_STEPS
from referee.position import Standing, UnseenPlay
from referee.record import SeatAction
from referee.verdicts import LEGAL, Fault, Illegal, Verdict, common_verdict

Judge: TypeAlias = Callable[[EventContext], Verdict]


def judge_each_world(context: EventContext, judge: Judge) -> Verdict:
    """Return the verdict that holds in every world of the position, else unproven."""
    verdicts = (judge(context._replace(position=world)) for world in context.position.worlds)
    return common_verdict(verdicts) or context.unproven(
        "Whether this was allowed depends on cards played before that nobody saw.",
        "what stood before event {event}",
    )


def judge_each_face(context: EventContext, judge: Judge) -> Verdict:
    """Judge a play with unseen faces as each set of faces that it may have been."""
    sentence = "Not all cards that seat {seat} played were seen."
    needs = "the cards of event {event}"
    plays = possible_worlds.possible_faces(
        context, seat=context.event.seat, cards=context.event.cards
    )
    if plays is None or len(plays) * _count_standings(context.position.standing) > MAX_SEARCH_STEPS:
        return _size_fault(context) or context.unproven(sentence, needs)
    verdicts = (judge(context._replace(event=replace(context.event, cards=play))) for play in plays)
    return common_verdict(verdicts) or context.unproven(sentence, needs)


def _count_standings(standing: Standing) -> int:
    """Return the number of combinations that may stand."""
    return len(standing.candidates or ()) or 1 if isinstance(standing, UnseenPlay) else 1


def judge_each_standing(context: EventContext, sentence: str, judge: Judge) -> Verdict:
    """Judge an event against every combination that may stand."""
    standing = context.position.standing
    if not isinstance(standing, UnseenPlay):
        return LEGAL
    if context.event.action is SeatAction.PASS and _has_no_pass_duty(context, standing):
        return LEGAL
    verdict = None
    if standing.candidates is not None:
        verdict = common_verdict(
            judge(_with_standing(context, play)) for play in standing.candidates
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


def _with_standing(context: EventContext, standing: Standing) -> EventContext:
    """Return the context with this combination to beat and the seat in turn."""
    position = context.position._replace(
        standing=standing, turn=context.event.seat, opened=True, is_turn_certain=True
    )
    return context._replace(position=position)


def _size_fault(context: EventContext) -> Illegal | None:
    """Return the fault of a play whose number of cards is wrong whatever their faces are."""
    standing, number = context.position.standing, len(context.event.cards)
    if not any(shape.size == number for shape in context.rules.shapes):
        return reasons.not_a_combination(context)
    if standing is None or not standing.cards or is_lead(context.position, context.event.seat):
        return None
    size = len(standing.cards)
    if number == size or _has_bombs_of_size(context, number) or context.position.closed:
        return None
    if isinstance(standing, UnseenPlay):
        may_be_bomb = _has_bombs_of_size(context, size)
        return None if may_be_bomb else reasons.wrong_number(context, number, size)
    return None if standing.bomb else reasons.wrong_size(context, number, standing)


def _size_fault_on_unseen(context: EventContext, number: int) -> Illegal | None:
    """Return the fault of a play whose size differs from the standing play, whatever that is; bombs are never faulty."""
    play = context.rules.identify(context.event.cards)
    if play is None or play.bomb or play.size == number:
        return None
    if _has_bombs_of_size(context, number):
        return reasons.wrong_number(context, play.size, number, fault=Fault.DOES_NOT_BEAT)
    return reasons.wrong_number(context, play.size, number)


def _has_bombs_of_size(context: EventContext, number: int) -> bool:
    """Return whether a bomb can have this number of cards."""
    return any(shape.size == number for shape in context.rules.bombs)
