"""Whose turn it is, and who has the lead."""

from referee.climbing.rules import ClimbingRules
from referee.position import Position, Standing, UnseenPlay


def cannot_act(rules: ClimbingRules, position: Position, seat: int) -> bool:
    """Return whether the seat is out, blocked, or has passed itself out of the trick."""
    if seat in position.out or seat in position.blocked:
        return True
    return rules.pass_locks_out and seat in position.passed and position.is_turn_certain


def is_idle_pass(rules: ClimbingRules, position: Position, seat: int) -> bool:
    """Return whether a pass changes nothing: the seat cannot act, or the trick is closed to it (B14)."""
    return cannot_act(rules, position, seat) or (position.closed and seat != position.owner)


def is_turn(position: Position, seat: int) -> bool:
    """Return whether this seat may act now, as far as the record proves."""
    if seat == position.turn or not position.turn or not position.is_turn_certain or not seat:
        return True
    if seat == position.owner and seat in position.passed:
        return True
    return position.closed and seat == next_leader(position)


def is_turn_only_by_doubt(position: Position, seat: int) -> bool:
    """Return whether the seat may act only because something was not seen."""
    if not position.turn or position.is_turn_certain:
        return False
    return not is_turn(position._replace(is_turn_certain=True), seat)


def is_lead(position: Position, seat: int) -> bool:
    """Return whether a play of this seat is a lead.

    After the top single its player leads (B14).  A seat also leads when the turn returns to its standing combination:
    another seat played no combination instead of passing, and nobody beat it.  If that seat passes too, so many passes in
    a row end the trick (B15).
    """
    if position.standing is None or (position.closed and seat == next_leader(position)):
        return True
    return seat == position.owner and seat in {position.turn, *position.passed}


def may_lead(position: Position, seat: int) -> bool:
    """Return whether all other seats may have passed, not all of it seen, so that this seat leads."""
    if position.is_turn_certain or not position.owner:
        return False
    return seat == position.owner or position.owner not in position.active_seats()


def must_lead(position: Position, seat: int) -> bool:
    """Return whether the seat has the lead and may not pass (B16)."""
    return position.standing is None or (position.closed and seat == position.owner)


def next_leader(position: Position) -> int:
    """Return who leads when all others have passed: the owner of the standing combination, or the seat after it (G27, P12)."""
    owner = position.owner
    return owner if owner in position.active_seats() else position.seats_after(owner)[0]


def closes_trick(rules: ClimbingRules, standing: Standing) -> bool:
    """Return whether this is the top single, after which nobody else plays (B14)."""
    if standing is None or isinstance(standing, UnseenPlay):
        return False
    return rules.top_single_closes_trick and standing.cards == (rules.top_single,)
