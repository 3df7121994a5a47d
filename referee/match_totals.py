"""What the hands of a game add up to, when it is over, and who has won."""

from referee.dispatch import Rules
from referee.house_rules import NONE
from referee.melding import MeldingRules
from referee.record import Carried, HandRecord, Number


def beyond_the_match(rules: Rules, carried: Carried) -> bool:
    """Have all the hands of a match been played, whatever they brought?"""
    if isinstance(rules, MeldingRules):
        return rules.is_over(carried)
    number = rules.house_rules.get("hands_per_match", NONE)
    if number == NONE or rules.house_rules["final_tie"] == "extra-hand":
        return False
    return bool(carried.number > number)


def struck(hand: HandRecord) -> bool:
    return hand.void is not None or hand.annulled is not None


def added(
    totals: tuple[Number, ...] | None, hand: HandRecord, points: tuple[Number, ...] | None
) -> tuple[Number, ...] | None:
    points = (0,) * len(totals or ()) if struck(hand) else points
    if totals is None or points is None:
        return None
    added = [total + more for total, more in zip(totals, points, strict=True)]
    for adjustment in hand.adjustments:
        added[adjustment.seat - 1] += adjustment.points
    return tuple(added)


def is_over(rules: Rules, carried: Carried) -> bool:
    """Has a total reached the target, or the match its number of hands (B20, F33, rulings §7)?"""
    if isinstance(rules, MeldingRules):
        return rules.is_over(carried)
    if carried.totals is None:
        return False
    target, hands = rules.house_rules["target"], rules.house_rules["hands_per_match"]
    reached = target != NONE and max(carried.totals) >= target
    played = hands != NONE and carried.number > hands
    if not (reached or played):
        return False
    return rules.house_rules["final_tie"] != "extra-hand" or len(_best(rules, carried.totals)) == 1


def winners(rules: Rules, carried: Carried) -> tuple[int, ...]:
    """The best totals, and among equal ones, where the club says so, the most hands won (G35)."""
    best = _best(rules, carried.totals) if carried.totals is not None else []
    if rules.house_rules.get("final_tie") != "most-hands-won" or not best:
        return tuple(best)
    most = max(carried.won[seat - 1] for seat in best)
    return tuple(seat for seat in best if carried.won[seat - 1] == most)


def _best(rules: Rules, totals: tuple[Number, ...]) -> list[int]:
    best = min(totals) if rules.lowest_wins else max(totals)
    return [seat for seat, total in enumerate(totals, 1) if total == best]
