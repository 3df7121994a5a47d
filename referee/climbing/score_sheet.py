"""The score sheet of a climbing hand, and whether it is possible (contract §2)."""

from referee.climbing.results import UNKNOWN
from referee.climbing.rules import ClimbingRules
from referee.record import HandRecord, MalformedError
from referee.scoring import HandOutcome


def sheet_key(hand: HandRecord) -> str:
    """Return the key that holds the score sheet."""
    return "out" if hand.went_out is not None else "cards_left"


def outcome_by_sheet(rules: ClimbingRules, hand: HandRecord, *, seats: int) -> HandOutcome | None:
    """Return how the hand ended by its score sheet; None without one.

    Raises MalformedError ``impossible-result``.
    """
    if hand.blocked and rules.house_rules.get("last_card_announcement") == "auto":
        message = "Nobody is blocked where the last card is not announced (last_card_announcement = auto)."
        raise MalformedError("impossible-result", "blocked", message)
    if hand.went_out is not None:
        return _from_order(rules, hand, hand.went_out, seats=seats)
    if hand.cards_left is None:
        return _from_left(rules, hand, seats=seats)
    return _from_counts(rules, hand, hand.cards_left, seats=seats)


def _from_left(rules: ClimbingRules, hand: HandRecord, *, seats: int) -> HandOutcome | None:
    """Return the outcome by the cards left, which without plays are a score sheet too."""
    left = [cards for cards in hand.left or () if cards is not None]
    if hand.events is not None or len(left) != seats:
        return None
    return _from_counts(rules, hand, tuple(map(len, left)), seats=seats)


def _from_counts(
    rules: ClimbingRules, hand: HandRecord, counts: tuple[int, ...], *, seats: int
) -> HandOutcome | None:
    empty = [seat for seat, count in enumerate(counts, 1) if count == 0]
    impossible = [count for count in counts if not 0 <= count <= rules.hand_size]
    if len(counts) != seats or impossible:
        message = f"Expected {seats} numbers from 0 to {rules.hand_size}, by seat."
        raise MalformedError("impossible-result", "cards_left", message)
    if rules.play_to_last and hand.events:
        return None  # the plays give the order of going out
    if rules.play_to_last:
        message = (
            "Play goes on to the last: the sheet names the order of going out (out = [2, 4, 1])."
        )
        raise MalformedError("impossible-result", "cards_left", message)
    if hand.winner is not None and not empty and rules.last_card_announcement == "required":
        return _all_others_blocked(hand, counts, hand.winner)
    if len(empty) != 1:
        message = f"A hand ends with one empty hand and cards in the other {seats - 1}."
        raise MalformedError("impossible-result", "cards_left", message)
    if hand.winner not in {None, empty[0]}:
        message = f"Seat {empty[0]} has the empty hand."
        raise MalformedError("impossible-result", "winner", message)
    return HandOutcome(
        cards_left=counts,
        out=(empty[0],),
        blocked=_blocked(rules, hand, counts),
        pays_all=hand.pays_all,
    )


def _blocked(rules: ClimbingRules, hand: HandRecord, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that did not announce their last card, in a game that asks for it (G25)."""
    if rules.last_card_announcement != "required":
        return ()
    if any(counts[seat - 1] != 1 for seat in hand.blocked):
        raise MalformedError(
            "impossible-result", "blocked", "A blocked seat keeps exactly one card."
        )
    return hand.blocked


def _all_others_blocked(hand: HandRecord, counts: tuple[int, ...], winner: int) -> HandOutcome:
    """Return the outcome where all seats but one are blocked, with one card each: that seat wins (G28)."""
    others = tuple(seat for seat in range(1, len(counts) + 1) if seat != winner)
    if any(counts[seat - 1] != 1 for seat in others):
        message = (
            "A seat wins with cards in hand only when all others are blocked, with one card each."
        )
        raise MalformedError("impossible-result", "winner", message)
    if hand.blocked and set(hand.blocked) != set(others):
        message = "A seat wins with cards in hand only when all others are blocked."
        raise MalformedError("impossible-result", "blocked", message)
    return HandOutcome(cards_left=counts, out=(winner,), blocked=others, pays_all=hand.pays_all)


def _from_order(
    rules: ClimbingRules, hand: HandRecord, order: tuple[int, ...], *, seats: int
) -> HandOutcome:
    expected = seats - 1 if rules.play_to_last else 1
    if len(set(order)) != len(order) or len(order) != expected:
        message = f"The sheet names the seats that went out, {expected} in all, in their order, each once."
        raise MalformedError("impossible-result", "out", message)
    out = [seat in order for seat in range(1, seats + 1)]
    left = hand.cards_left or tuple(0 if gone else UNKNOWN for gone in out)
    have_cards = [0 < count <= rules.hand_size for count in left]
    if len(left) != seats or (hand.cards_left and have_cards != [not gone for gone in out]):
        message = "Who went out has no cards left, and everybody else has some."
        raise MalformedError("impossible-result", "cards_left", message)
    return HandOutcome(cards_left=left, out=order, pays_all=hand.pays_all)
