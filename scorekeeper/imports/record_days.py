"""The day of a session record, as people and programs write it: read where it can only be one day."""

import re
from datetime import date, tzinfo

import referee
from referee.spreadsheets.written_dates import date_parts, in_zone, read_clock

_TIME = re.compile(
    r"(?P<day>.*\d)[T ,]\s*\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:[AaPp][Mm]|Z|[+-]\d\d(?::?\d\d)?)?"
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def with_day_read(record: referee.SessionRecord, zone: tzinfo | None) -> referee.SessionRecord:
    """Return the record with its day in ISO format; the same record if that cannot be told, or if it is so already.

    A time with its zone has its day in ``zone``, and without one the day that is written.
    """
    keys = record.as_json()
    written = keys.get("played_on")
    if not isinstance(written, str):
        return record
    if not written.strip():
        return referee.parse_record({key: keys[key] for key in keys if key != "played_on"})
    day = read_day(written)
    if day is not None:
        day = in_zone(date.fromisoformat(day), read_clock(written), zone)[0].isoformat()
    if day is None or day == written:
        return record
    return referee.parse_record({**keys, "played_on": day})


def read_day(written: str) -> str | None:
    """Return the only day that a text can mean, in ISO format, without its time of day; None for several or none.

    >>> read_day("2024-03-14T20:00:00Z"), read_day("2024-3-14"), read_day("14.3.2024"), read_day("3/14/2024 8:30 pm")
    ('2024-03-14', '2024-03-14', '2024-03-14', '2024-03-14')
    >>> read_day("3/4/2024"), read_day("14.3.24"), read_day("31.4.2024"), read_day("some Thursday")
    (None, None, None, None)
    """
    text = written.strip()
    text = timed["day"].strip() if (timed := _TIME.fullmatch(text)) else text
    if day := referee.date_of(text):
        return day.isoformat()
    parts = date_parts(text)
    if parts is None or not _YEAR.search(text):
        return None
    days = set(filter(None, _days(parts, is_day_first="." in text)))
    return days.pop() if len(days) == 1 else None


def _days(parts: tuple[str, str, str], *, is_day_first: bool) -> tuple[str | None, ...]:
    """Return what a date may mean: with dots between its numbers the day stands before the month."""
    first, second, third = map(int, parts)
    if len(parts[0]) == 4:
        return (_day(first, second, third),)
    if len(parts[2]) != 4:
        return ()
    if is_day_first:
        return (_day(third, second, first),)
    return _day(third, second, first), _day(third, first, second)


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
