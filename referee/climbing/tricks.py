"""The course of a trick: the lead, a play, a pass, going out, and whose turn is next."""

from typing import Any

from referee.climbing.possible_worlds import merge_worlds
from referee.climbing.rules import ClimbingRules
from referee.climbing.turns import (
    cannot_act,
    closes_trick,
    is_turn,
    is_turn_only_by_doubt,
    must_lead,
    next_leader,
)
from referee.position import Position, Standing

NOBODY: frozenset[int] = frozenset()


def start_trick(position: Position, leader: int) -> Position:
    """Return the position in which ``leader`` starts a new trick."""
    return position._replace(
        standing=None,
        owner=0,
        passed=NOBODY,
        closed=False,
        turn=leader,
        trick=position.trick + 1,
    )


def changes_after_play(
    rules: ClimbingRules, position: Position, seat: int, standing: Standing
) -> dict[str, Any]:
    """Return the fields of the position that a play changes; with ``standing`` None the old combination still stands."""
    locked_out = position.passed - {seat} if rules.pass_locks_out else NOBODY
    if standing is None:
        return {"passed": locked_out, "opened": True, "turn": next_seat(position, seat, locked_out)}
    locked_out = locked_out if position.is_turn_certain else NOBODY
    return {
        "standing": standing,
        "owner": seat,
        "closed": closes_trick(rules, standing),
        "passed": locked_out,
        "is_turn_certain": position.is_turn_certain or _is_turn_certain_after(rules, position),
        "opened": True,
        "turn": next_seat(position, seat, locked_out),
    }


def _is_turn_certain_after(rules: ClimbingRules, position: Position) -> bool:
    """Return whether the turn is certain after a play; not if seats may have passed unseen under ``pass_locks_out``."""
    return position.standing is None or not rules.pass_locks_out


def next_seat(position: Position, seat: int, locked_out: frozenset[int]) -> int:
    """Return the next seat that may act; 0 if there is none."""
    others = position.seats_after(seat)
    if not locked_out:
        return others[0] if others else 0
    return next((other for other in others if other not in locked_out), 0)


def with_leader(position: Position, seat: int) -> Position:
    """Return the position with a new trick if no other seat may act: this seat or the next one leads."""
    if position.over or position.turn:
        return position
    return start_trick(
        position, seat if seat in position.active_seats() else position.seats_after(seat)[0]
    )


def after_pass(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """Return the position after a pass; one by a seat that cannot act or must lead changes nothing."""
    if cannot_act(rules, position, seat) or must_lead(position, seat):
        return position
    if not position.closed and not is_turn(position, seat):
        return position
    passed = pass_turn(rules, position, seat)
    return merge_worlds([passed, position]) if is_turn_only_by_doubt(position, seat) else passed


def pass_turn(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """Return the position after a pass: once all other active seats have passed, the trick's winner leads (G19, B15)."""
    passed = position.passed | {seat}
    owner = position.owner
    if owner and passed.issuperset(position.seats_after(owner)):
        return start_trick(position, next_leader(position))._replace(is_turn_certain=True)
    turn = next_seat(position, seat, passed if rules.pass_locks_out else NOBODY)
    return position._replace(passed=passed, turn=turn or owner)


def go_out(rules: ClimbingRules, position: Position, seat: int) -> Position:
    """Return the position after a seat has played its last card (B21, P12, P15)."""
    position = position._replace(out=(*position.out, seat))
    if not rules.play_to_last or len(position.active_seats()) <= 1:
        return position._replace(over=True, turn=0)
    if rules.after_out == "next-has-control":
        return start_trick(position, position.seats_after(seat)[0])
    locked_out = position.passed if rules.pass_locks_out else NOBODY
    turn = next_seat(position, seat, locked_out)
    return position._replace(turn=turn) if turn else start_trick(position, next_leader(position))


def block_seat(position: Position, seat: int) -> Position:
    """Return the position after a seat left one card unannounced; the last seat that is not blocked wins (G25, G28)."""
    position = position._replace(blocked=(*position.blocked, seat))
    active = position.active_seats()
    if len(active) > 1:
        return position
    return position._replace(over=True, winner=active[0] if active else 0, turn=0)
