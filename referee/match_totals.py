"""Totals of a game, whether it is over, and who has won."""

from referee.carried_state import Carried
from referee.house_rules import NONE
from referee.melding import MeldingRules
from referee.record import HandRecord, Number
from referee.rules import Rules


def is_match_played_out(rules: Rules, carried: Carried) -> bool:
    """Return whether all hands of a match have been played, whatever their points."""
    if isinstance(rules, MeldingRules):
        return rules.is_over(carried)
    hands = rules.house_rules.get("hands_per_match", NONE)
    if hands == NONE or rules.house_rules["final_tie"] == "extra-hand":
        return False
    return bool(carried.number > hands)


def brings_no_points(hand: HandRecord) -> bool:
    """Return whether the hand is void or annulled."""
    return hand.void is not None or hand.annulled is not None


def add_points(
    totals: tuple[Number, ...] | None, hand: HandRecord, points: tuple[Number | None, ...] | None
) -> tuple[Number, ...] | None:
    """Return the totals after a hand and its adjustments; None if totals or the points of a seat are unknown."""
    points = (0,) * len(totals or ()) if brings_no_points(hand) else points
    if totals is None or points is None:
        return None
    known = [more for more in points if more is not None]
    if len(known) < len(points):
        return None
    sums = [total + more for total, more in zip(totals, known, strict=True)]
    for adjustment in hand.adjustments:
        sums[adjustment.seat - 1] += adjustment.points
    return tuple(sums)


def is_over(rules: Rules, carried: Carried) -> bool:
    """Return whether a total has reached the target, or the match its number of hands (B20, F33, rulings §7)."""
    if isinstance(rules, MeldingRules):
        return rules.is_over(carried)
    if carried.totals is None:
        return False
    target, hands = rules.house_rules["target"], rules.house_rules["hands_per_match"]
    reached = target != NONE and max(carried.totals) >= target
    played = hands != NONE and carried.number > hands
    if not (reached or played):
        return False
    return (
        rules.house_rules["final_tie"] != "extra-hand"
        or len(_best_seats(rules, carried.totals)) == 1
    )


def winners(rules: Rules, carried: Carried) -> tuple[int, ...]:
    """Return the seats with the best total, whether or not the game is over; none where totals are not known.

    The house rule ``final_tie = "most-hands-won"`` leaves those of them who won the most hands (G35).

    >>> import referee
    >>> standing = referee.Carried(number=5, totals=(-12, 40, 40, -3), won=(0, 3, 1, 0))
    >>> referee.winners(referee.rules_for("big-two"), standing)
    (2, 3)
    >>> referee.winners(referee.rules_for("big-two", {"final_tie": "most-hands-won"}), standing)
    (2,)
    """
    best = _best_seats(rules, carried.totals) if carried.totals is not None else []
    if rules.house_rules.get("final_tie") != "most-hands-won" or not best:
        return tuple(best)
    most = max(carried.won[seat - 1] for seat in best)
    return tuple(seat for seat in best if carried.won[seat - 1] == most)


def _best_seats(rules: Rules, totals: tuple[Number, ...]) -> list[int]:
    best = min(totals) if rules.lowest_wins else max(totals)
    return [seat for seat, total in enumerate(totals, 1) if total == best]
