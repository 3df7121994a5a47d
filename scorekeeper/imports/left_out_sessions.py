"""The day and the number of hands of a session that a refused record leaves out, so that people know which one it is."""

import itertools
import re
from collections.abc import Iterable, Iterator
from datetime import date

from django.conf import settings
from django.utils.translation import gettext_noop

import referee
from referee import JsonObject
from referee.spreadsheets import sheet_errors
from referee.spreadsheets.columns import DateOrder
from referee.spreadsheets.records import LineError
from referee.spreadsheets.sheet_errors import Part, SheetError
from referee.spreadsheets.written_dates import date_parts, lacks_year, month_exceeded
from scorekeeper.imports import record_days

_HAND = re.compile(r"\d{1,2}t?(?:[\s,;，；、]+\d{1,2}t?){3}")


def session_of(entry: referee.Entry) -> JsonObject:
    """Return the day and the number of hands of a session that cannot be imported; empty where neither is known."""
    content = entry.content
    if isinstance(content, LineError) and (content.hands or content.played_on):
        return {"played_on": content.played_on, "hands": content.hands}
    if isinstance(content, referee.MalformedError) or entry.size > settings.IMPORT_RECORD:
        return {}
    try:
        keys = content.as_json() if isinstance(content, referee.SessionRecord) else content.load()
    except (referee.MalformedError, RecursionError):
        return {}
    if not isinstance(keys, dict) or not isinstance(keys.get("hands"), list):
        return {}
    day = record_days.read_day(str(keys.get("played_on")))
    return {"played_on": day, "hands": len(keys["hands"])}


def with_days(
    sheet: str, entries: Iterable[referee.Entry], order: DateOrder = DateOrder.DAY_FIRST
) -> Iterator[referee.Entry]:
    """Yield the entries of a text score sheet; a line that cannot be read gets the day that stands above it.

    ``order`` is that of its dates, to say why one of them is no date.
    """
    lines = [line.split("#")[0].strip(" ,;\t") for line in sheet.splitlines()]
    days: list[str | None] = []
    for line in lines:
        days.append(_day(line) or (days[-1] if days else None))
    for entry in entries:
        content, place = entry.content, entry.line - 1
        if isinstance(content, referee.MalformedError) and not _is_like_date(lines[place]):
            labels = (("played_on", day),) if (day := days[place]) else ()
            yield referee.Entry(
                entry.line,
                LineError(_with_text(content, entry.line, lines[place]), labels, hands=0),
            )
        elif isinstance(content, referee.MalformedError):
            wrong = _with_text(content, entry.line, lines[place])
            if month_exceeded(lines[place], order):
                reason = sheet_errors.wrong_date(lines[place], order)
                wrong = SheetError(_line(entry.line), reason, code=content.code)
            hands = _hands_below(lines[place + 1 :])
            yield referee.Entry(entry.line, LineError(wrong, (), hands=hands))
        else:
            yield entry


def _is_like_date(line: str) -> bool:
    """Return whether a line may be a date, also one without a year."""
    return date_parts(line) is not None or lacks_year(line)


def _with_text(error: referee.MalformedError, line: int, text: str) -> SheetError:
    """Return the error with the line that it is about, for languages which the referee does not speak."""
    parts: Part = (gettext_noop("Line %(line)d, “%(text)s”"), {"line": line, "text": text})
    return SheetError(parts, code=error.code, where=error.where, message=error.message)


def _hands_below(lines: Iterable[str]) -> int:
    """Return how many of these lines are hands, up to the next date."""
    of_day = itertools.takewhile(lambda line: not date_parts(line), lines)
    return sum(_HAND.fullmatch(line) is not None for line in of_day)


def _line(number: int) -> Part:
    return gettext_noop("Line %(line)d"), {"line": number}


def _day(written: object) -> str | None:
    """Return the day in ISO format; None for what is none."""
    try:
        return date.fromisoformat(str(written)).isoformat()
    except ValueError:
        return None
