"""The referee's questions about one event of a climbing game, in the order of the contract."""

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
    """Rule on one event, the hand's ``number``-th, asking in the order of contract §3."""
    table = EventContext(rules, knowledge, position, event, number)
    return _judge_each_world(table) if position.worlds else judge_event(table)


def _judge_each_world(table: EventContext) -> Verdict:
    """Judge where an unseen play was a combination or none: what holds in every case."""
    verdicts = (judge_event(table._replace(position=world)) for world in table.position.worlds)
    return common_verdict(verdicts) or table.unproven(
        "Whether this was allowed depends on cards played before that nobody saw.",
        "what stood before event {event}",
    )


def judge_event(table: EventContext) -> Verdict:
    """The questions that come before what was done: whether the hand goes on, and whose turn it is."""
    event = table.event
    if event.action is SeatAction.TAKES_BACK:
        return LEGAL
    if table.position.over:
        return table.illegal(Fault.HAND_OVER, "The hand was over: nothing after it counts.")
    if event.action is SeatAction.GIVES:
        return exchange.judge_gift(table, possession_fault)
    if event.seat != table.position.turn or table.position.exchange is not None:
        out_of_place = exchange.missing_gift_fault(table) or _turn_fault(table)
        if out_of_place is not None:
            return out_of_place
    verdict = _judge_action(table)
    if table.position.is_turn_certain or verdict != LEGAL:
        return verdict
    return _unproven_turn(table) if _acts_only_by_doubt(table) else verdict


def _judge_action(table: EventContext) -> Verdict:
    action = table.event.action
    if action is SeatAction.PASS:
        return _judge_pass(table)
    return _judge_unseen(table) if action is SeatAction.UNSEEN else _judge_play(table)


def _acts_only_by_doubt(table: EventContext) -> bool:
    """Is the only reason to let the seat act, and not idly, that something was not seen?"""
    rules, position, seat = table.rules, table.position, table.event.seat
    if (
        table.event.action is not SeatAction.PASS
    ):  # the seat may have passed itself out, if others may not
        return position.standing is not None
    seen = position._replace(is_turn_certain=True)
    return is_turn_only_by_doubt(rules, position, seat) and not is_idle_pass(rules, seen, seat)


def _unproven_turn(table: EventContext) -> Verdict:
    return table.unproven(
        "Whether it was seat {seat}'s turn depends on what nobody saw.",
        "who was to act in event {event}",
    )


def _turn_fault(table: EventContext) -> Illegal | None:
    """Was it this seat's turn?  A pass of a seat that may not act changes nothing and is legal."""
    position, seat = table.position, table.event.seat
    passes = table.event.action in {
        SeatAction.PASS,
        SeatAction.UNSEEN,
    }  # an unseen action may be a pass
    if passes and is_idle_pass(table.rules, position, seat):
        return None
    if seat in position.blocked:
        return _judge_blocked(table)
    if cannot_act(table.rules, position, seat) or not is_turn(table.rules, position, seat):
        return table.out_of_turn()
    return table.wrong_leader()


def _judge_unseen(table: EventContext) -> Verdict:
    if not table.event.seat:
        return table.unproven("Nobody saw what was done here.", "what was done in event {event}")
    return table.unproven(
        "Nobody saw what seat {seat} did.", "what seat {seat} did in event {event}"
    )


def _judge_blocked(table: EventContext) -> Illegal:
    """A blocked seat that plays: in its own place it is blocked, elsewhere out of turn (G25)."""
    position = table.position
    waiting = [
        seat
        for seat in position.seats_after(table.event.seat)
        if not cannot_act(table.rules, position, seat)
    ]
    if position.turn and position.turn not in waiting[:1]:
        return table.out_of_turn()
    return table.illegal(
        Fault.BLOCKED,
        "Seat {seat} did not announce its last card: it may only pass for the rest of the hand.",
    )


def _judge_pass(table: EventContext) -> Verdict:
    position, seat = table.position, table.event.seat
    if is_idle_pass(table.rules, position, seat):
        return LEGAL
    if must_lead(position, seat):
        return table.illegal(Fault.PASS_ON_LEAD, "Seat {seat} has the lead and must play.")
    if isinstance(position.standing, UnseenPlay):
        return _judge_each_standing(
            table, "Whether seat {seat} had the lead depends on what nobody saw."
        )
    return _unproven_lead(table) if may_lead(position, seat) else duties.check_pass(table)


def _judge_play(table: EventContext) -> Verdict:
    missing = possession_fault(table)
    if missing is not None:
        return missing
    if UNSEEN in table.event.cards:
        return _judge_each_face(table)
    combination = table.rules.identify(table.event.cards)
    if combination is None:
        return table.not_a_combination()
    if is_lead(table.position, table.event.seat):
        return _judge_lead(table, combination)
    verdict = _judge_follow(table, combination)
    if not may_lead(table.position, table.event.seat):
        return verdict
    return common_verdict([verdict, _judge_lead(table, combination)]) or _unproven_lead(table)


def _unproven_lead(table: EventContext) -> Verdict:
    return table.unproven(
        "Whether seat {seat} had the lead depends on what nobody saw.",
        "who had passed before event {event}",
    )


def _judge_lead(table: EventContext, combination: Combination) -> Verdict:
    missing = _opening_fault(table, combination)
    if missing is not None:
        return missing
    if (
        not table.position.turn
        and table.position.is_turn_certain
        and not _proves_opener(table, combination)
    ):
        return table.leader_unknown()
    return duties.check_lead(table, combination)


def _opening_fault(table: EventContext, combination: Combination) -> Illegal | None:
    """What the first play of a hand must contain (B2, P2)."""
    rules = table.rules
    if table.position.opened or rules.opening == "free":
        return None
    if rules.opening_card not in combination.cards:
        aside = table.knowledge.may_be_undealt(rules.opening_card)
        return None if aside else table.opening_card_missing()
    if rules.opening == "lowest-single" and combination.size > 1:
        return table.illegal(
            Fault.OPENING_CARD_MISSING,
            "The hand is opened with the {card} alone.",
            card=rules.opening_card,
        )
    return None


def _proves_opener(table: EventContext, combination: Combination) -> bool:
    """Does the lead itself show that its seat was the one to lead?"""
    return not table.position.opened and table.rules.opening_card in combination.cards


def _judge_follow(table: EventContext, combination: Combination) -> Verdict:
    rules, position = table.rules, table.position
    standing = position.standing
    if not isinstance(standing, Combination):
        return _judge_each_standing(table, "What seat {seat} had to beat was not seen.")
    bombs = combination.bomb or standing.bomb
    if combination.size != standing.size and not bombs and not position.closed:
        return table.wrong_size(combination.size, standing)
    if (
        rules.needs_same_kind(combination, standing)
        and combination.size == standing.size
        and not position.closed
    ):
        return table.wrong_type(combination, standing)
    if not rules.beats(combination, standing) or (position.closed and not combination.bomb):
        return table.does_not_beat(combination, standing)
    return duties.check_follow(table, combination, standing)


def _judge_each_face(table: EventContext) -> Verdict:
    """Judge a play of which some faces were not seen: as each set of faces it may have been."""
    sentence = "Not all cards that seat {seat} played were seen."
    needs = "the cards of event {event}"
    plays = possible_worlds.possible_faces(table, seat=table.event.seat, cards=table.event.cards)
    if plays is None or len(plays) * _count_standings(table.position.standing) > MAX_SEARCH_STEPS:
        return _size_fault(table) or table.unproven(sentence, needs)
    verdicts = (
        _judge_play(table._replace(event=replace(table.event, cards=play))) for play in plays
    )
    return common_verdict(verdicts) or table.unproven(sentence, needs)


def _count_standings(standing: Standing) -> int:
    """How many combinations may stand."""
    return len(standing.candidates or ()) or 1 if isinstance(standing, UnseenPlay) else 1


def _size_fault(table: EventContext) -> Illegal | None:
    """Is the number of cards wrong whatever their faces?"""
    standing, number = table.position.standing, len(table.event.cards)
    rungs = (*table.rules.ladder, table.rules.bombs)
    if not any(shape.size == number for rung in rungs for shape in rung):
        return table.not_a_combination()
    if standing is None or not standing.cards or is_lead(table.position, table.event.seat):
        return None
    size = len(standing.cards)
    if number == size or _has_bombs_of_size(table, number) or table.position.closed:
        return None
    if isinstance(standing, UnseenPlay):
        return None if _has_bombs_of_size(table, size) else table.wrong_number(number, size)
    return None if standing.bomb else table.wrong_size(number, standing)


def _has_bombs_of_size(table: EventContext, number: int) -> bool:
    """Are there bombs of so many cards?"""
    return any(shape.size == number for shape in table.rules.bombs)


def _judge_each_standing(table: EventContext, sentence: str) -> Verdict:
    """Judge against everything that may stand where something unseen stands."""
    standing = table.position.standing
    if not isinstance(standing, UnseenPlay):
        return LEGAL
    if table.event.action is SeatAction.PASS and _has_no_pass_duty(table, standing):
        return LEGAL
    verdict = None
    if standing.candidates is not None:
        verdict = common_verdict(
            judge_event(_with_standing(table, play)) for play in standing.candidates
        )
    elif table.event.action is SeatAction.PLAY and standing.cards:
        verdict = _size_fault_on_unseen(table, len(standing.cards))
    return verdict or table.unproven(sentence, "what stood before event {event}")


def _has_no_pass_duty(table: EventContext, standing: UnseenPlay) -> bool:
    """Has a pass no duty, whatever stands?"""
    if standing.cards:
        return len(standing.cards) > 1
    known = table.position.is_turn_certain or table.position.owner
    return bool(known) and duties.next_seat_has_one(table) is False


def _size_fault_on_unseen(table: EventContext, number: int) -> Illegal | None:
    """Is another number of cards, no bomb, wrong whatever the cards that stand?"""
    play = table.rules.identify(table.event.cards)
    if play is None or play.bomb or play.size == number:
        return None
    if _has_bombs_of_size(table, number):
        return table.wrong_number(play.size, number, fault=Fault.DOES_NOT_BEAT)
    return table.wrong_number(play.size, number)


def _with_standing(table: EventContext, standing: Standing) -> EventContext:
    """The same event, with this to beat."""
    position = table.position._replace(
        standing=standing, turn=table.event.seat, opened=True, is_turn_certain=True
    )
    return table._replace(position=position)
