"""Text score sheets of Big Two: card counts by hand, as clubs keep them on paper.

A line is a date, ``F=<n>`` (cards count double from n on; they always count three times at 13), four names, or four
losses: cards left, ``t`` behind the seat that pays for all.  ``#`` begins a comment.  The names stay in force until
the next four.  Seats settle by pairs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from referee.adjudication import adjudicate
from referee.parsing import parse_record
from referee.record import FORMAT, Json, MalformedError, SessionRecord

_LOSS = re.compile(r"(\d{1,2})(t?)")
_FRY = re.compile(r"F\s*=\s*(\d{1,2})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LIKE_DATE = re.compile(r"\d+[-./]")
_LIKE_LOSSES = re.compile(r"(\d+\S*( |$))+")
_EXPECTED = "a date (2026-03-01), F=10, four names, or four losses such as 0 5t 8 12"


class _Said(StrEnum):
    """What a line says."""

    DAY = "day"
    F = "F"
    NAMES = "names"
    LOSSES = "losses"


class SheetRecord(NamedTuple):
    """A record of a score sheet with the line of its first hand; or a line that cannot be read, and why."""

    line: int
    found: SessionRecord | MalformedError


@dataclass(frozen=True)
class _Sheet:
    """What is in force at one line, and the hands since."""

    played_on: str | None = None
    names: tuple[str, ...] = ()
    doubles_from: int = 10
    hands: tuple[dict[str, Json], ...] = field(default=())
    line: int = 0  # of the first hand
    lost: frozenset[_Said] = frozenset()  # what a line may have said that could not be read

    def as_record(self) -> SessionRecord:
        """One line-up under one F."""
        steps = {1: 1, self.doubles_from: 2, 13: 3}
        document: dict[str, Json] = {
            "format": FORMAT,
            "variant": "big-two",
            "house_rules": {
                "settlement": "pairwise",
                "multipliers": [[start, times] for start, times in sorted(steps.items())],
            },
            "players": list(self.names),
        }
        if self.played_on:
            document["played_on"] = self.played_on
        return parse_record({**document, "hands": list(self.hands)})


def read_score_sheet(text: str) -> Iterator[SessionRecord]:
    """A record for each line-up, each change of F and each day.

    Raises MalformedError with the line as its place, ``line 7``.

    >>> [record.players for record in read_score_sheet("a b c d\\n0 1 2 3\\nF=8\\n0 8 1 1\\n")]
    [('a', 'b', 'c', 'd'), ('a', 'b', 'c', 'd')]
    """
    for record in score_sheet_records(text):
        if isinstance(record.found, MalformedError):
            raise record.found
        yield record.found


def score_sheet_records(text: str) -> Iterator[SheetRecord]:
    """The same with the lines that cannot be read among them.

    Such a line spoils the record that it stands in; and so that nobody gets the points of others, what comes behind it is
    read again only when the names, the day or the F that it may have held are said again.
    """
    sheet = _Sheet()
    for number, words in _lines(text.splitlines()):
        try:
            after = _after(sheet, words, number)
        except MalformedError as error:
            wrong = MalformedError(error.code, f"line {number}", error.message)
            yield SheetRecord(number, wrong)
            sheet = replace(sheet, hands=(), lost=sheet.lost | {_meant(words)})
            continue
        if sheet.hands and not after.hands:
            yield SheetRecord(sheet.line, sheet.as_record())
        sheet = after
    if sheet.hands:
        yield SheetRecord(sheet.line, sheet.as_record())


def _after(sheet: _Sheet, words: str, number: int) -> _Sheet:
    """The sheet after one line, whose hand the referee has seen."""
    after = _read(sheet, words)
    if after.hands:
        adjudicate(replace(after, hands=after.hands[-1:]).as_record())
    return after if sheet.hands else replace(after, line=number)


def _meant(words: str) -> _Said:
    """What a line that cannot be read was to say, as far as one can tell."""
    if words[0] in "Ff" and "=" in words:
        return _Said.F
    if _LIKE_DATE.match(words):
        return _Said.DAY
    return _Said.LOSSES if _LIKE_LOSSES.fullmatch(words) else _Said.NAMES


def _lines(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        words = " ".join(line.split("#")[0].split())
        if words:
            yield number, words


def _read(sheet: _Sheet, words: str) -> _Sheet:
    """The sheet after one line; a change of day, F or names begins a new record."""
    fry = _FRY.fullmatch(words)
    if fry and int(fry[1]) >= 1:
        return _changed(sheet, replace(sheet, doubles_from=int(fry[1])), _Said.F)
    if _DATE.fullmatch(words):
        return _changed(sheet, replace(sheet, played_on=_day(words)), _Said.DAY)
    parts = words.split(" ")
    losses = [loss for loss in map(_LOSS.fullmatch, parts) if loss]
    if len(parts) == 4 and not losses:
        return _changed(sheet, replace(sheet, names=tuple(parts)), _Said.NAMES)
    if len(parts) != 4 or len(losses) != 4:
        raise MalformedError("unreadable", "", f"{words!r} cannot be read; expected {_EXPECTED}.")
    hand = _hand(losses)
    if sheet.lost:
        return sheet
    if not sheet.names:
        raise MalformedError("unreadable", "", "Losses before the first four names.")
    return replace(sheet, hands=(*sheet.hands, hand))


def _changed(before: _Sheet, after: _Sheet, said: _Said) -> _Sheet:
    """A new record, unless the same was said again; what was said is lost no more."""
    after = replace(after, lost=before.lost - {said, _Said.LOSSES})
    return before if before == after else replace(after, hands=())


def _day(words: str) -> str:
    try:
        return date.fromisoformat(words).isoformat()
    except ValueError as error:
        raise MalformedError("unreadable", "", f"{words} is no day: {error}.") from error


def _hand(losses: list[re.Match[str]]) -> dict[str, Json]:
    payers = [seat for seat, loss in enumerate(losses, 1) if loss[2]]
    if len(payers) > 1:
        raise MalformedError("impossible-result", "", "Only one seat can pay for all.")
    hand: dict[str, Json] = {"cards_left": [int(loss[1]) for loss in losses]}
    return {**hand, "pays_all": payers[0]} if payers else hand
