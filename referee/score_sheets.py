"""Text score sheets of Big Two: card counts by hand, as clubs keep them on paper.

A line is a date, ``F=<n>`` (cards count double from n on; they always count three times at 13), four names, or four
losses: cards left, ``t`` behind the seat that pays for all, ``?`` where nobody knows the number.  ``#`` begins a comment.  The names stay in force until
the next four.  Seats settle by pairs.

Names of several words are separated by commas, semicolons or tabs, or stand in columns, with two blanks or more between them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from referee.adjudication import adjudicate
from referee.cards import UNSEEN
from referee.parsing import parse_record
from referee.record import RECORD_FORMAT, Json, MalformedError, SessionRecord

_LOSS = re.compile(r"(\d{1,2}|\?)(t?)")
_FRY = re.compile(r"F\s*=\s*(\d{1,2})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LIKE_DATE = re.compile(r"\d+[-./]")
_DATE_IN_NUMBERS = re.compile(r"\d{1,4}([-./])\d{1,2}\1\d{1,4}")
_LIKE_LOSSES = re.compile(r"[\d?][^\s,]*(?:[ ,]+[\d?][^\s,]*)*")
_RULE = re.compile(r"[-–—=_*~. ]{3,}")
_NUMBERED = re.compile(r"^\d{1,3}\s*[.):]\s+(?=\S)")
_SUM = re.compile(
    r"(?:total|sum|summe|gesamt|合計|合计|總計|总计|總分|总分|累計|累计|小計|小计)\s*:?[\s,;]*[-+−]?\d[-+−\d\s.,;]*",
    re.IGNORECASE,
)
_WINNER = frozenset("- – — w W x X ✓ ✔ 贏 赢 勝 胜".split())
_LIKE_DAY = re.compile(r"^\d{1,2}[./]\d{1,2}\.?$|\d.*[^\W\d_]{2}|[^\W\d_]{2}.*\d|\d\s*[月일日]")
_MOST_WORDS = 4  # of a day: Thu 14 March 2024
_Hand: TypeAlias = dict[str, Json]
_COMMA = re.compile("[,;，；、]")
_COLUMN_GAP = re.compile(r" {2,}|\t")
_EXPECTED = (
    "a date (2026-03-01), F=10, four names, or four losses such as 0 5t 8 12;"
    " names of several words are separated by commas or tabs"
)


class _LineKind(StrEnum):
    """What a line contains."""

    DAY = "day"
    F = "F"
    NAMES = "names"
    LOSSES = "losses"


class SheetRecord(NamedTuple):
    """A record of a score sheet with the line of its first hand, or a line that cannot be read."""

    line: int
    content: SessionRecord | MalformedError


@dataclass(frozen=True)
class _SheetState:
    """The day, names and F in force at one line."""

    played_on: str | None = None
    names: tuple[str, ...] = ()
    doubles_from: int = 10
    unreadable: frozenset[_LineKind] = frozenset()  # what unreadable lines may have contained

    def as_record(self, hands: list[_Hand]) -> SessionRecord:
        """Return the record of these hands, which share one line-up and one F."""
        steps = {1: 1, self.doubles_from: 2, 13: 3}
        document: dict[str, Json] = {
            "format": RECORD_FORMAT,
            "variant": "big-two",
            "house_rules": {
                "settlement": "pairwise",
                "multipliers": [[start, times] for start, times in sorted(steps.items())],
            },
            "players": list(self.names),
        }
        if self.played_on:
            document["played_on"] = self.played_on
        return parse_record({**document, "hands": hands})


def read_score_sheet(text: str) -> Iterator[SessionRecord]:
    """Yield a record for each line-up, each change of F and each day.

    Raises MalformedError with the line as its place, ``line 7``.

    >>> [record.players for record in read_score_sheet("a b c d\\n0 1 2 3\\nF=8\\n0 8 1 1\\n")]
    [('a', 'b', 'c', 'd'), ('a', 'b', 'c', 'd')]
    """
    for record in score_sheet_records(text):
        if isinstance(record.content, MalformedError):
            raise record.content
        yield record.content


def score_sheet_records(text: str) -> Iterator[SheetRecord]:
    """Yield every record of a score sheet, and every line that cannot be read.

    Such a line takes its record with it; an impossible date only ends the record before it.  To keep points from going to the
    wrong players, the lines after it are skipped until the names, the day or the F that it may have contained are written again.
    """
    sheet, hands, begins = _SheetState(), list[_Hand](), 0
    for number, cells in _numbered_lines(text.splitlines()):
        words = " ".join(cells)
        try:
            after, hand = _read_line(sheet, cells)
            if hand:
                adjudicate(after.as_record([hand]))
        except MalformedError as error:
            kind = _guess_kind(words)
            if hands and (_DATE_IN_NUMBERS.fullmatch(words) or _is_like_day(words)):
                yield _sheet_record(begins, sheet, hands)
            wrong = MalformedError(error.code, f"line {number}", error.message)
            yield SheetRecord(number, wrong)
            sheet, hands = replace(sheet, unreadable=sheet.unreadable | {kind}), []
            continue
        if hands and after != sheet:
            yield _sheet_record(begins, sheet, hands)
            hands = []
        if hand:
            begins = begins if hands else number
            hands.append(hand)
        sheet = after
    if hands:
        yield _sheet_record(begins, sheet, hands)


def _sheet_record(begins: int, sheet: _SheetState, hands: list[_Hand]) -> SheetRecord:
    """Return the record of these hands, the first of which is on line ``begins``; or that they are too many."""
    try:
        return SheetRecord(begins, sheet.as_record(hands))
    except MalformedError as error:
        return SheetRecord(begins, MalformedError(error.code, f"line {begins}", error.message))


def _guess_kind(words: str) -> _LineKind:
    """Return what an unreadable line probably was meant to contain."""
    if words[0] in "Ff" and "=" in words:
        return _LineKind.F
    if _LIKE_DATE.match(words) or _is_like_day(words):
        return _LineKind.DAY
    return _LineKind.LOSSES if _LIKE_LOSSES.fullmatch(words) else _LineKind.NAMES


def _is_like_day(words: str) -> bool:
    """Return whether an unreadable line may be a day in words: what follows belongs to no day before it.

    >>> _is_like_day("March 14"), _is_like_day("14. Mai"), _is_like_day("0 1 2"), _is_like_day("Ann Bo Cy")
    (True, True, False, False)
    """
    return bool(_LIKE_DAY.search(words)) and len(words.split()) <= _MOST_WORDS


def _numbered_lines(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line that is not empty, with its number."""
    for number, line in enumerate(lines, 1):
        content = line.split("#")[0].strip()
        if not content or _RULE.fullmatch(content) or _SUM.fullmatch(content):
            continue
        yield number, _of_hand(content) or _cells(content)


def _of_hand(line: str) -> list[str] | None:
    """Return the cells of a hand, without its number and with 0 for the winner's sign; None for any other line.

    >>> _of_hand("3. - 5 8 12"), _of_hand("3. Ana Bo Cy Di"), _of_hand("14. 3. 2024")
    (['0', '5', '8', '12'], None, None)
    """
    cells = _with_winner(_cells(_NUMBERED.sub("", line, count=1)))
    return cells if len(cells) == 4 and all(map(_LOSS.fullmatch, cells)) else None


def _with_winner(cells: list[str]) -> list[str]:
    """Return the cells of a hand with 0 for the only sign among four, which is the winner's; other cells as they are.

    >>> _with_winner(["-", "5", "8", "12"]), _with_winner(["x", "b", "c", "d"])
    (['0', '5', '8', '12'], ['x', 'b', 'c', 'd'])
    """
    others = [cell for cell in cells if cell not in _WINNER]
    if (
        len(cells) == 4
        and len(others) == 3
        and all(map(_LOSS.fullmatch, others))
        and "0" not in others
    ):
        return ["0" if cell in _WINNER else cell for cell in cells]
    return cells


def _cells(line: str) -> list[str]:
    """Return the four cells between commas or semicolons, tabs or wide gaps; where they are not four, the words.

    >>> _cells("Ana Ma; Bo Li; Cy; Daisy Ng"), _cells("陳，李，王，張")
    (['Ana Ma', 'Bo Li', 'Cy', 'Daisy Ng'], ['陳', '李', '王', '張'])
    >>> _cells("Ana Ma, Bo Li, Cy, Daisy Ng"), _cells("Ana Ma   Bo Li  Cy  Daisy Ng"), _cells("a b  c d")
    (['Ana Ma', 'Bo Li', 'Cy', 'Daisy Ng'], ['Ana Ma', 'Bo Li', 'Cy', 'Daisy Ng'], ['a', 'b', 'c', 'd'])
    """
    words = line.split()
    divided = [_COMMA.split(line), line.split("\t"), _COLUMN_GAP.split(line)]
    for parts in divided:
        cells = [" ".join(part.split()) for part in parts]
        filled = [cell for cell in cells if cell]
        if len(filled) == 4 and (len(words) != 4 or _COMMA.search(line)):
            return filled
        if len(filled) == 1 and len(cells) > 1:
            return filled[0].split()  # empty cells of a spreadsheet behind a date
    return words


def _read_line(sheet: _SheetState, cells: list[str]) -> tuple[_SheetState, _Hand | None]:
    """Return the state after a line, and the hand on it; None for hands that are skipped."""
    words = " ".join(cells)
    fry = _FRY.fullmatch(words)
    if fry and int(fry[1]) >= 1:
        return _without_unreadable(replace(sheet, doubles_from=int(fry[1])), _LineKind.F), None
    if _DATE.fullmatch(words):
        return _without_unreadable(replace(sheet, played_on=_day(words)), _LineKind.DAY), None
    losses = [loss for loss in map(_LOSS.fullmatch, cells) if loss]
    if len(cells) == 4 and not losses:
        return _without_unreadable(replace(sheet, names=tuple(cells)), _LineKind.NAMES), None
    if len(cells) != 4 or len(losses) != 4:
        raise MalformedError("unreadable", "", f"{words!r} cannot be read; expected {_EXPECTED}.")
    hand = _hand(losses)
    if not sheet.names and not sheet.unreadable:
        raise MalformedError("unreadable", "", "Losses before the first four names.")
    return sheet, None if sheet.unreadable else hand


def _without_unreadable(sheet: _SheetState, restated: _LineKind) -> _SheetState:
    """Return the state after ``restated`` has been written again."""
    return replace(sheet, unreadable=sheet.unreadable - {restated, _LineKind.LOSSES})


def _day(words: str) -> str:
    try:
        return date.fromisoformat(words).isoformat()
    except ValueError as error:
        raise MalformedError("unreadable", "", f"{words} is no day: {error}.") from error


def _hand(losses: list[re.Match[str]]) -> _Hand:
    payers = [seat for seat, loss in enumerate(losses, 1) if loss[2]]
    if len(payers) > 1:
        raise MalformedError("impossible-result", "", "Only one seat can pay for all.")
    hand: _Hand = {
        "cards_left": [loss[1] if loss[1] == UNSEEN else int(loss[1]) for loss in losses]
    }
    return {**hand, "pays_all": payers[0]} if payers else hand
