"""How a hand of a climbing game goes on, whatever the referee says: a real table goes on too."""

from referee.cards import UNSEEN
from referee.climbing.exchange import after_gift
from referee.climbing.holdings_update import received, shed
from referee.climbing.possible_worlds import in_each, merged, stands
from referee.climbing.rules import ClimbingRules
from referee.climbing.tricks import (
    after_pass,
    blocked,
    gone_out,
    lead,
    pass_on,
    put_up,
    with_a_leader,
)
from referee.climbing.turns import is_turn, leads, leads_next, may_lead
from referee.climbing.unseen import after_unseen, in_doubt
from referee.knowledge import Knowledge
from referee.position import Position, Standing
from referee.record import HandEvent, SeatAction
from referee.verdicts import Fault, Illegal, Verdict


def after(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    verdict: Verdict,
) -> Position:
    """The position after an event, for every verdict (contract §3, "After an illegal play")."""
    shown = _put_up(rules, knowledge, event)
    if position.worlds:
        return in_each(
            position, lambda world: _after(rules, knowledge, world, event, verdict, shown)
        )
    return _after(rules, knowledge, position, event, verdict, shown)


def _put_up(rules: ClimbingRules, knowledge: Knowledge, event: HandEvent) -> list[Standing]:
    """What a play may have put up to be beaten; None: no combination."""
    if event.action is not SeatAction.PLAY:
        return []
    if UNSEEN in event.cards:
        return stands(rules, knowledge, seat=event.seat, cards=event.cards)
    return [rules.identify(event.cards)]


def _after(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    verdict: Verdict,
    shown: list[Standing],
) -> Position:
    if position.over:
        return position
    if event.action is SeatAction.GIVES:
        given = shed(knowledge, after_gift(position, event), event, {})
        return received(knowledge, given, event)
    if position.exchange is not None:
        position = position._replace(exchange=None)  # a play drops what was still due
    if event.action is SeatAction.PASS:
        refused = isinstance(verdict, Illegal) and verdict.fault is not Fault.MUST_PLAY_HIGHEST
        return position if refused else after_pass(rules, position, event.seat)
    if event.action is SeatAction.UNSEEN:
        return after_unseen(rules, knowledge, position, event.seat)
    return _after_play(rules, knowledge, position, event, shown) if shown else position


def with_implied_passes(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """The position in which this seat acts, the seats before it having passed unwritten."""
    if position.worlds:
        return in_each(position, lambda world: with_implied_passes(rules, world, seat))
    walked = position
    for _ in position.counts:
        if walked.turn == seat or walked.standing is None or not walked.sure:
            break
        if walked.closed and seat == leads_next(walked):
            break
        walked = pass_on(rules, walked, walked.turn)
    return walked if is_turn(rules, walked, seat) else position


def with_all_passed(position: Position, seat: int) -> Position | None:
    """The position in which this seat leads, nobody having answered one that plays no more; None if it may not be.

    Where passes are not written, the seat after one that has gone out or is blocked may answer or lead.
    """
    if position.worlds:
        led = [with_all_passed(world, seat) for world in position.worlds]
        return (
            merged(new or old for new, old in zip(led, position.worlds, strict=True))
            if any(led)
            else None
        )
    if position.standing is None or not position.sure or position.owner in {0, *position.active()}:
        return None
    return lead(position, seat) if leads_next(position) == seat else None


def _after_play(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    shown: list[Standing],
) -> Position:
    seat = event.seat
    starts = [position]
    if position.standing is not None and leads(position, seat):
        starts = [lead(position, seat)]
    elif position.standing is not None and may_lead(position, seat):
        starts = [position, lead(position, seat)]
    ways = [
        _laid(rules, knowledge, start, event, standing) for start in starts for standing in shown
    ]
    return merged(ways) if len(ways) > 1 else ways[0]


def _laid(
    rules: ClimbingRules,
    knowledge: Knowledge,
    position: Position,
    event: HandEvent,
    standing: Standing,
) -> Position:
    """The cards lie on the table, and this is what they put up to be beaten."""
    seat = event.seat
    played = put_up(rules, position, seat, standing)
    played["gone"] = (*position.gone, event.cards)
    position = shed(knowledge, position, event, played)
    left = position.counts[seat - 1]
    if left == 0 and seat not in position.out:
        return gone_out(rules, position, seat)
    unannounced = rules.last_card_announcement == "required" and not event.last
    if left is None and (unannounced or rules.play_to_last):
        return merged(in_doubt(rules, position, seat))
    if unannounced and left == 1 and seat not in position.blocked:
        position = blocked(position, seat)
    return with_a_leader(position, seat)
