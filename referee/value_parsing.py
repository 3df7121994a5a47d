"""Parse single values of a record; MalformedError names the path of a wrong one."""

from collections.abc import Mapping

from referee.cards import UNSEEN
from referee.house_rules import MAX_NUMBER, is_number
from referee.record import Json, MalformedError, PointAdjustment


def card_counts(counts: Json) -> tuple[int | None, ...] | None:
    """Return the cards left, by seat; None if missing.  Null and ``?`` are numbers that nobody wrote down."""
    if counts is None:
        return None
    if not isinstance(counts, list) or not all(map(_is_card_count, counts)):
        message = "The cards left are a whole number for each seat, or ? where nobody knows it."
        raise MalformedError("impossible-result", "cards_left", message)
    return tuple(count if isinstance(count, int) else None for count in counts)


def _is_card_count(count: Json) -> bool:
    if isinstance(count, str):
        return count.strip() == UNSEEN
    return count is None or (isinstance(count, int) and not isinstance(count, bool))


def optional_seat(table: Mapping[str, Json], key: str, *, seats: int) -> int | None:
    """Return a seat; None if missing."""
    value = table.get(key)
    return None if value is None else _seat(value, key, seats=seats)


def optional_seats(table: Mapping[str, Json], key: str, *, seats: int) -> tuple[int, ...] | None:
    """Return a list of seats; None if missing."""
    values = table.get(key)
    if values is None:
        return None
    if not isinstance(values, list):
        raise MalformedError("bad-seat", key, "Expected a list of seats.")
    return tuple(
        _seat(value, f"{key}[{number}]", seats=seats) for number, value in enumerate(values)
    )


def _seat(value: Json, where: str, *, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        raise MalformedError(
            "bad-seat", where, f"{value!r} is no seat: seats are numbered 1 to {seats}."
        )
    return value


def positive_number(value: Json, where: str) -> int:
    """Return a whole number from 1 up."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_NUMBER:
        raise MalformedError("unreadable", where, "Expected a whole number from 1 up.")
    return value


def passes_are_implied(passes: Json) -> bool:
    """Return whether the scorer does not write passes."""
    if passes not in (None, "written", "implied"):
        raise MalformedError("unreadable", "passes", "Passes are 'written' or 'implied'.")
    return bool(passes == "implied")


def optional_reason(hand: Mapping[str, Json], key: str) -> str | None:
    """Return the reason given under a key; None if missing or empty."""
    value = hand.get(key)
    if value is not None and not isinstance(value, str):
        raise MalformedError("unreadable", key, "Expected the reason, as a text.")
    return value or None


def adjustments(adjustments: Json, *, seats: int) -> tuple[PointAdjustment, ...]:
    """Return the points that a human referee gave or took."""
    if adjustments is None:
        return ()
    if not isinstance(adjustments, list) or not all(
        isinstance(row, Mapping) for row in adjustments
    ):
        raise MalformedError(
            "unreadable", "adjustments", "Adjustments are a list of seat, points and reason."
        )
    parsed = []
    for number, row in enumerate(adjustments):
        where = f"adjustments[{number}]"
        seat = _seat(row.get("seat"), f"{where}.seat", seats=seats)
        if not is_number(row.get("points")):
            raise MalformedError("unreadable", f"{where}.points", "Points are a number.")
        parsed.append(PointAdjustment(seat, row["points"]))
    return tuple(parsed)
