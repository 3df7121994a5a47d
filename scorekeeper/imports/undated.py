"""The day of records that name none: whoever imports a file may give it one."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from django.conf import settings

import referee
from scorekeeper.imports.sheet_rules import SheetEntry
from scorekeeper.imports.spreadsheets.columns import DateOrder
from scorekeeper.imports.spreadsheets.written_dates import read_date

_DAY_IN_NAME = re.compile(r"(?<!\d)(?:\d{4}([-._ ])\d{1,2}\1\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4})(?!\d)")


def day_in_name(name: str) -> date | None:
    """Return the day that the name of a file says, year first or as in 3.4.2024; None for no day, or for several.

    >>> day_in_name("scores-2023-03-03.txt"), day_in_name("Abend 3.4.2024.csv"), day_in_name("17.txt")
    (datetime.date(2023, 3, 3), datetime.date(2024, 4, 3), None)
    """
    written = {re.sub(r"[._ ]", ".", match[0]) for match in _DAY_IN_NAME.finditer(name)}
    day = read_date(written.pop(), DateOrder.DAY_FIRST) if len(written) == 1 else None
    return date.fromisoformat(day) if day else None


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
    return SheetEntry(entry.line, dated, written or record)
