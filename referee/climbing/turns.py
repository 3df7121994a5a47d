"""Whose turn it is, and who has the lead."""

from referee.climbing.rules import ClimbingRules
from referee.position import Position, Standing, UnseenPlay


def cannot_act(rules: ClimbingRules, position: Position, seat: int) -> bool:
    """Has the seat gone out, is it blocked, or has it passed itself out of the trick?"""
    if seat in position.out or seat in position.blocked:
        return True
    return rules.pass_locks_out and seat in position.passed and position.is_turn_certain


def is_idle_pass(rules: ClimbingRules, position: Position, seat: int) -> bool:
    """Would a pass of this seat be idle: it may not act, or the trick is closed to it (B14)?"""
    return cannot_act(rules, position, seat) or (position.closed and seat != position.owner)


def is_turn(position: Position, seat: int) -> bool:
    """May this seat act now, as far as the record proves?"""
    if seat == position.turn or not position.turn or not position.is_turn_certain or not seat:
        return True
    if seat == position.owner and seat in position.passed:
        return True
    return position.closed and seat == next_leader(position)


def is_turn_only_by_doubt(position: Position, seat: int) -> bool:
    """Is the only reason to let the seat act that something was not seen?"""
    if not position.turn or position.is_turn_certain:
        return False
    return not is_turn(position._replace(is_turn_certain=True), seat)


def is_lead(position: Position, seat: int) -> bool:
    """Is a play of this seat a lead?

    After the top single that of its player is (B14), and so it is where the turn has come back to the seat whose
    combination stands: somebody played what was none instead of passing, and nobody has beaten it.  If that seat
    passes as well, so many passes in a row end the trick (B15), or the other seat beats what stands.
    """
    if position.standing is None or (position.closed and seat == next_leader(position)):
        return True
    return seat == position.owner and seat in {position.turn, *position.passed}


def may_lead(position: Position, seat: int) -> bool:
    """May everybody else have passed, so that this seat has the lead, the passes not all seen?"""
    if position.is_turn_certain or not position.owner:
        return False
    return seat == position.owner or position.owner not in position.active_seats()


def must_lead(position: Position, seat: int) -> bool:
    """Has the seat a lead that it cannot pass up (B16)?"""
    return position.standing is None or (position.closed and seat == position.owner)


def next_leader(position: Position) -> int:
    """Who leads when everybody else has passed: the owner of what stands, or the next after it (G27, P12)."""
    owner = position.owner
    return owner if owner in position.active_seats() else position.seats_after(owner)[0]


def closes_trick(rules: ClimbingRules, standing: Standing) -> bool:
    """Is it the top single, after which nobody else plays (B14)?"""
    if standing is None or isinstance(standing, UnseenPlay):
        return False
    return rules.top_single_closes_trick and standing.cards == (rules.top_single,)
