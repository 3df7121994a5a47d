"""The scores of a hand as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper.pages.display.answer_types import HandAnswer, PointsLine
from scorekeeper.pages.display.referee_messages import Names, points, reason_of

Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class ScoreRow:
    """The score of one seat in one hand."""

    name: str
    place: int | None
    cards_left: int | None
    points: str
    total: str
    lines: tuple[PointsLine, ...]


@dataclass(frozen=True, kw_only=True)
class AdjustmentRow:
    """An adjustment by a human referee."""

    name: str
    points: str
    reason: str


def scores(
    answer: HandAnswer, names: Names, totals: Sequence[float | None] | None = None
) -> list[ScoreRow]:
    """Return one row per seat."""
    return [
        ScoreRow(
            name=str(name),
            place=_at(answer.get("places"), seat),
            cards_left=_at(answer.get("cards_left"), seat),
            points=points(_at(answer.get("points"), seat)),
            total=points(_at(totals, seat), signed=False),
            lines=tuple(
                _with_reason(line, names)
                for line in answer.get("lines") or ()
                if line["seat"] == seat
            ),
        )
        for seat, name in names.items()
    ]


def adjustments(answer: HandAnswer, names: Names) -> list[AdjustmentRow]:
    """Return the adjustments of a hand."""
    return [
        AdjustmentRow(
            name=str(names.get(row["seat"], "")),
            points=points(row["points"]),
            reason=str(row.get("reason", "")),
        )
        for row in answer.get("adjustments") or ()
    ]


def _with_reason(line: PointsLine, names: Names) -> PointsLine:
    return {**line, "reason": reason_of(line, names)}


def _at(values: Sequence[Value] | None, seat: int) -> Value | None:
    return values[seat - 1] if values is not None and seat <= len(values) else None
