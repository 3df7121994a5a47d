"""What a hand brought, as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.pages.display.answer_types import HandAnswer, Line
from scorekeeper.pages.display.referee_messages import Names, points, reason_of

Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class Score:
    """What a hand brought one seat."""

    name: str
    place: int | None
    cards_left: int | None
    points: str
    total: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    """Points that a human referee gave or took."""

    name: str
    points: str
    reason: str


def scores(
    answer: HandAnswer, names: Names, totals: Sequence[float | None] | None = None
) -> list[Score]:
    """A row a seat."""
    return [
        Score(
            name=str(name),
            place=_at(answer.get("places"), seat),
            cards_left=_at(answer.get("cards_left"), seat),
            points=points(_at(answer.get("points"), seat)),
            total=points(_at(totals, seat), signed=False),
            lines=tuple(
                _said(line, names) for line in answer.get("lines") or () if line["seat"] == seat
            ),
        )
        for seat, name in names.items()
    ]


def adjustments(answer: HandAnswer, names: Names) -> list[Adjustment]:
    """What was given or taken beside the points of the hand."""
    return [
        Adjustment(
            name=str(names.get(row["seat"], "")),
            points=points(row["points"]),
            reason=str(row.get("reason", "")),
        )
        for row in answer.get("adjustments") or ()
    ]


def _said(line: Line, names: Names) -> Line:
    return {**line, "reason": reason_of(line, names)}


def _at(values: Sequence[Value] | None, seat: int) -> Value | None:
    return values[seat - 1] if values is not None and seat <= len(values) else None
