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
    rules: ClimbingRules, hand: HandRecord, counts: tuple[int | None, ...], *, seats: int
) -> HandOutcome | None:
    empty = [seat for seat, count in enumerate(counts, 1) if count == 0]
    impossible = [
        count for count in counts if count is not None and not 0 <= count <= rules.hand_size
    ]
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
    announced = rules.last_card_announcement == "required"
    unknown = [seat for seat, count in enumerate(counts, 1) if count is None]
    if announced and hand.winner is not None and not empty and hand.winner not in unknown:
        return _all_others_blocked(hand, counts, hand.winner)
    if len(empty) > 1 or not (empty or unknown):
        message = f"A hand ends with one empty hand and cards in the other {seats - 1}."
        raise MalformedError("impossible-result", "cards_left", message)
    if hand.winner not in {None, *(empty or unknown)}:
        message = f"Seat {empty[0]} has the empty hand." if empty else "The winner has cards left."
        raise MalformedError("impossible-result", "winner", message)
    blocked = _blocked(rules, hand, counts)
    possible = [hand.winner] if hand.winner else empty or unknown
    winner = possible[0] if len(possible) == 1 else None
    left = _deduced_counts(counts, blocked, winner, announced=announced)
    out = () if winner is None else (winner,)
    return HandOutcome(cards_left=left, out=out, blocked=blocked, pays_all=hand.pays_all)


def _deduced_counts(
    counts: tuple[int | None, ...], blocked: tuple[int, ...], winner: int | None, *, announced: bool
) -> tuple[int, ...]:
    """Return the counts with ``UNKNOWN``, but 1 for a blocked seat, and 0 for the winner.

    Where last cards are announced, a winner may have cards in hand if all others can be blocked, with one card each (G28).
    """
    others = [count for seat, count in enumerate(counts, 1) if seat != winner]
    may_have_cards = announced and all(count in {1, None} for count in others)
    deduced = dict.fromkeys(blocked, 1) | ({} if winner is None or may_have_cards else {winner: 0})
    return tuple(
        deduced.get(seat, UNKNOWN) if count is None else count
        for seat, count in enumerate(counts, 1)
    )


def _blocked(
    rules: ClimbingRules, hand: HandRecord, counts: tuple[int | None, ...]
) -> tuple[int, ...]:
    """Return the seats that did not announce their last card, in a game that asks for it (G25)."""
    if rules.last_card_announcement != "required":
        return ()
    if any(counts[seat - 1] not in {1, None} for seat in hand.blocked):
        raise MalformedError(
            "impossible-result", "blocked", "A blocked seat keeps exactly one card."
        )
    return hand.blocked


def _all_others_blocked(
    hand: HandRecord, counts: tuple[int | None, ...], winner: int
) -> HandOutcome:
    """Return the outcome where all seats but one are blocked, with one card each: that seat wins (G28)."""
    others = tuple(seat for seat in range(1, len(counts) + 1) if seat != winner)
    if any(counts[seat - 1] not in {1, None} for seat in others):
        message = (
            "A seat wins with cards in hand only when all others are blocked, with one card each."
        )
        raise MalformedError("impossible-result", "winner", message)
    if hand.blocked and set(hand.blocked) != set(others):
        message = "A seat wins with cards in hand only when all others are blocked."
        raise MalformedError("impossible-result", "blocked", message)
    left = tuple(1 if count is None else count for count in counts)
    return HandOutcome(cards_left=left, out=(winner,), blocked=others, pays_all=hand.pays_all)


def _from_order(
    rules: ClimbingRules, hand: HandRecord, order: tuple[int, ...], *, seats: int
) -> HandOutcome:
    expected = seats - 1 if rules.play_to_last else 1
    if len(set(order)) != len(order) or len(order) != expected:
        message = f"The sheet names the seats that went out, {expected} in all, in their order, each once."
        raise MalformedError("impossible-result", "out", message)
    out = [seat in order for seat in range(1, seats + 1)]
    counts = hand.cards_left or (None,) * seats
    right = [
        count is None or (count == 0 if gone else 0 < count <= rules.hand_size)
        for count, gone in zip(counts, out, strict=False)
    ]
    if len(counts) != seats or not all(right):
        message = "Who went out has no cards left, and everybody else has some."
        raise MalformedError("impossible-result", "cards_left", message)
    left = [
        0 if gone else UNKNOWN if count is None else count
        for count, gone in zip(counts, out, strict=True)
    ]
    return HandOutcome(cards_left=tuple(left), out=order, pays_all=hand.pays_all)
