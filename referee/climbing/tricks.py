"""How a trick goes on: a lead, a play that is put up, a pass, and who is next."""

from typing import Any

from referee.climbing.possible_worlds import merged
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import (
    closes,
    is_turn,
    is_turn_by_doubt,
    leads_next,
    may_not_act,
    must_lead,
)
from referee.position import Position, Standing

NOBODY: frozenset[int] = frozenset()


def lead(position: Position, leader: int) -> Position:
    """A new trick."""
    return position._replace(
        standing=None,
        owner=0,
        passed=NOBODY,
        closed=False,
        turn=leader,
        trick=position.trick + 1,
    )


def put_up(
    rules: ClimbingRules, position: Position, seat: int, standing: Standing
) -> dict[str, Any]:
    """What a play changes in the trick; None: it is no combination, and what stood stands."""
    kept = position.passed - {seat} if rules.pass_locks_out else NOBODY
    if standing is None:
        return {"passed": kept, "opened": True, "turn": following(position, seat, kept)}
    kept = kept if position.sure else NOBODY
    return {
        "standing": standing,
        "owner": seat,
        "closed": closes(rules, standing),
        "passed": kept,
        "sure": position.sure or _certain(rules, position),
        "opened": True,
        "turn": following(position, seat, kept),
    }


def _certain(rules: ClimbingRules, position: Position) -> bool:
    """Is it certain after a play who is to act?  Not while seats may have passed themselves out unseen."""
    return position.standing is None or not rules.pass_locks_out


def following(position: Position, seat: int, locked_out: frozenset[int]) -> int:
    """The next seat that may act; 0: there is none."""
    others = position.following(seat)
    if not locked_out:
        return others[0] if others else 0
    return next((other for other in others if other not in locked_out), 0)


def with_a_leader(position: Position, seat: int) -> Position:
    """Where nobody else may act after this seat, it or the next one leads."""
    if position.over or position.turn:
        return position
    return lead(position, seat if seat in position.active() else position.following(seat)[0])


def after_pass(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """A pass of a seat that may not pass changes nothing; nor, perhaps, one of a seat that may be out of turn."""
    if may_not_act(rules, position, seat) or must_lead(position, seat):
        return position
    if not position.closed and not is_turn(rules, position, seat):
        return position
    passed = pass_on(rules, position, seat)
    return merged([passed, position]) if is_turn_by_doubt(rules, position, seat) else passed


def pass_on(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """A pass: when every other active seat has passed, the trick is won and its winner leads (G19, B15)."""
    passed = position.passed | {seat}
    owner = position.owner
    if owner and passed.issuperset(position.following(owner)):
        return lead(position, leads_next(position))._replace(sure=True)
    turn = following(position, seat, passed if rules.pass_locks_out else NOBODY)
    return position._replace(passed=passed, turn=turn or owner)


def gone_out(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """A seat has shed its last card (B21, P12, P15)."""
    position = position._replace(out=(*position.out, seat))
    if not rules.play_to_last or len(position.active()) <= 1:
        return position._replace(over=True, turn=0)
    if rules.after_out == "next-has-control":
        return lead(position, position.following(seat)[0])
    locked_out = position.passed if rules.pass_locks_out else NOBODY
    turn = following(position, seat, locked_out)
    return position._replace(turn=turn) if turn else lead(position, leads_next(position))


def blocked(position: Position, seat: int) -> Position:
    """A seat left one card and said nothing; when only one is not blocked, that one wins (G25, G28)."""
    position = position._replace(blocked=(*position.blocked, seat))
    active = position.active()
    if len(active) > 1:
        return position
    return position._replace(over=True, winner=active[0] if active else 0, turn=0)
