"""The scores of a hand as rows of a table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from scorekeeper.pages.display.answer_types import HandAnswer, PointsLine
from scorekeeper.pages.display.referee_messages import Names, points, reason_of, sentence

Value = TypeVar("Value")
LOSER_SCORES, WHO_LOSES = "L6", "G21"
"""The rulings that only the loser scores, and which of several seats with the most cards is the loser."""


@dataclass(frozen=True, kw_only=True)
class ScoreRow:
    """The score of one seat in one hand."""

    name: str
    place: int | None
    cards_left: int | None
    points: str
    adjusted: str  # what a human referee gave or took after the hand; empty for nothing
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
    given = _given(answer)
    return [
        ScoreRow(
            name=str(name),
            place=_at(answer.get("places"), seat),
            cards_left=_at(answer.get("cards_left"), seat),
            points="–" if answer.get("annulled") else points(_at(answer.get("points"), seat)),
            adjusted=points(given[seat]) if given[seat] else "",
            total=points(_at(totals, seat), signed=False),
            lines=_lines(answer, seat, names, totals),
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


def _lines(
    answer: HandAnswer, seat: int, names: Names, totals: Sequence[float | None] | None
) -> tuple[PointsLine, ...]:
    lines = [line for line in answer.get("lines") or () if line["seat"] == seat]
    named: list[PointsLine] = [{**line, "reason": reason_of(line, names)} for line in lines]
    counted = _counted_cards(answer, seat, lines)
    if counted:
        named.insert(0, {"seat": seat, "reason": counted, "rule": lines[0]["rule"]})
    if any(line["rule"] == LOSER_SCORES for line in lines) and seat == answer.get("loser"):
        tie = _broken_tie(answer, names, totals)
        named += [{"seat": seat, "reason": tie, "rule": WHO_LOSES}] if tie else []
    return tuple(named)


def _broken_tie(answer: HandAnswer, names: Names, totals: Sequence[float | None] | None) -> str:
    """Return why the loser lost, and not another seat with as many cards; empty without such a seat.

    ``totals`` are those after the hand; without its points and adjustments they are what is compared.
    """
    left, points, loser = (
        answer.get("cards_left") or [],
        answer.get("points") or [],
        answer["loser"],
    )
    tied = [seat for seat, number in enumerate(left, 1) if number == left[loser - 1]]
    others = ", ".join(str(names.get(seat, "")) for seat in tied if seat != loser)
    if not others:
        return ""
    given = _given(answer)
    before = {
        seat: (_at(totals, seat) or 0) - (_at(points, seat) or 0) - given[seat] for seat in tied
    }
    equal = [seat for seat in tied if seat != loser and before[seat] == before[loser]]
    if not totals:
        return _(
            "as many cards left as %(names)s: the highest total loses, then who comes first anticlockwise from the winner"
        ) % {"names": others}
    if not equal:
        return _("as many cards left as %(names)s, and the highest total") % {"names": others}
    others = ", ".join(str(names.get(seat, "")) for seat in equal)
    return _(
        "as many cards left and the same total as %(names)s, but first anticlockwise from the winner"
    ) % {"names": others}


def _given(answer: HandAnswer) -> Counter[int]:
    """Return by seat what human referees gave or took."""
    given = Counter[int]()
    for row in answer.get("adjustments") or ():
        given[row["seat"]] += row["points"]
    return given


def _counted_cards(answer: HandAnswer, seat: int, lines: Sequence[PointsLine]) -> str:
    """Return what a seat's card points are made of where every two seats settle, such as "11 cards left × 2 = 22".

    Return an empty string under other settlements, and where one seat pays for all.
    """
    left = answer.get("cards_left") or []
    settled = [line.get("parameters") or {} for line in lines]
    points = settled[0].get("mine") if settled else None
    number = _at(left, seat)
    if (
        not points
        or not number
        or any(not row["theirs"] and left[row["other"] - 1] for row in settled)
    ):
        return ""
    template = "1 card left" if number == 1 else "{number} cards left"
    cards = sentence({"template": template, "parameters": {"number": number}}, {})
    return cards if points == number else f"{cards} × {points / number:g} = {points:g}"


def _at(values: Sequence[Value] | None, seat: int) -> Value | None:
    return values[seat - 1] if values is not None and seat <= len(values) else None
