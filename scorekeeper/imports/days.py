"""The days of imported sessions: dates of text score sheets as people write them, and days of files that say none."""

from collections.abc import Iterable, Iterator

from django.conf import settings

import referee
from referee.spreadsheets.columns import DateOrder
from referee.spreadsheets.dates import guess_order
from referee.spreadsheets.written_dates import date_parts, read_date
from scorekeeper.imports.sheet_rules import SheetEntry, session_named


def dates_in(sheet: str) -> list[str]:
    """Return the lines of a text score sheet that are dates, without comments.

    >>> dates_in("5.11.2026  # at Jo's\\na b c d\\n0 1 2 3\\n2026-11-12,,,\\n")
    ['5.11.2026', '2026-11-12']
    """
    return [date for line in sheet.splitlines() if date_parts(date := _content(line))]


def with_iso_dates(sheet: str, order: DateOrder | None = None) -> str:
    """Return a text score sheet whose dates are in ISO format, on the same lines; what is no day stays as it is, in numbers.

    Without an order, the one is taken in which most dates are possible.

    >>> with_iso_dates("5.11.2026  # at Jo's\\n0 1 2 3\\n31.2.2026", DateOrder.DAY_FIRST)
    "2026-11-05  # at Jo's\\n0 1 2 3\\n31.2.2026"
    """
    order = order or guess_order(dates_in(sheet))
    return "\n".join(_with_iso_date(line, order) for line in sheet.splitlines())


def _with_iso_date(line: str, order: DateOrder) -> str:
    written = _content(line)
    day = read_date(written, order) or _numbers_of_named(written)
    return line.replace(written, day, 1) if day else line


def _numbers_of_named(written: str) -> str:
    """Return an impossible date in numbers if its month has a name: the referee knows by them that it is meant as a date."""
    parts = date_parts(written) if any(map(str.isalpha, written)) else None
    return "-".join(parts) if parts else ""


def _content(line: str) -> str:
    """Return a line without its comment, and without empty cells of a spreadsheet."""
    return line.split("#")[0].strip(" ,;\t")


def with_day(entries: Iterable[referee.Entry], day: str) -> Iterator[referee.Entry]:
    """Yield the entries of a file; records without a day get this one, in ISO format.

    The id of a session is made of what the file alone says: with whatever day the file comes again, it is recognized.
    """
    for entry in entries:
        yield _dated(entry, day)


def _dated(entry: referee.Entry, day: str) -> referee.Entry:
    if entry.size > settings.IMPORT_RECORD:
        return entry
    try:
        record = entry.record()
        keys = record.as_json()
        if keys.get("played_on"):
            return entry
        dated = referee.parse_record({**keys, "played_on": day})
    except (referee.MalformedError, RecursionError):
        return entry
    written = entry.written if isinstance(entry, SheetEntry) else None
    return SheetEntry(entry.line, dated, written or record, session_named(entry))
