"""Dates as people write them: in numbers in any order, or with the name of a month in English or German."""

import calendar
import re
from datetime import date
from typing import NamedTuple

from scorekeeper.imports.spreadsheets.columns import DateOrder

_WEEKDAY = r"(?:[^\W\d_]+[.,:]{0,2}\s+)?"
_TIME = r"(?:[ T]\d{1,2}:\d\d(?::\d\d(?:\.0+)?)?)?"
_NUMBERS = re.compile(
    _WEEKDAY + r"(\d{1,4})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,4})[日號号]?" + _TIME
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_MONTH = r"(?P<month>[^\W\d_]{3,9})\.?"
_YEAR = r"(?P<year>\d{4}|\d\d)"
_WITH_NAMES = [
    re.compile(_WEEKDAY + order + _TIME, re.IGNORECASE)
    for order in (
        rf"{_DAY}[\s-]*(?:of\s+)?{_MONTH},?[\s-]*{_YEAR}",
        rf"{_MONTH}[\s-]*{_DAY},?[\s-]+{_YEAR}",
        rf"(?P<year>\d{{4}}),?[\s-]*{_MONTH}[\s-]*{_DAY}",
    )
]
_NAMES_OF_MONTHS = (
    ("january", "januar", "jänner"),
    ("february", "februar", "feber"),
    ("march", "märz", "maerz", "mrz"),
    ("april",),
    ("may", "mai"),
    ("june", "juni"),
    ("july", "juli"),
    ("august",),
    ("september", "sept"),
    ("october", "oktober"),
    ("november",),
    ("december", "dezember"),
)
_MONTHS = {
    name[:length]: number
    for number, names in enumerate(_NAMES_OF_MONTHS, 1)
    for name in names
    for length in {3, len(name)}
}


class MonthLength(NamedTuple):
    """How many days a month has."""

    year: int
    month: int
    days: int


def read_date(text: str, order: DateOrder) -> str | None:
    """Return a date as the record has it, None for what is no date.

    >>> read_date("3.4.2024", DateOrder.DAY_FIRST), read_date("4/3/24", DateOrder.MONTH_FIRST)
    ('2024-04-03', '2024-04-03')
    >>> read_date("2024-04-03", DateOrder.DAY_FIRST), read_date("31.4.2024", DateOrder.DAY_FIRST)
    ('2024-04-03', None)
    """
    numbers = _in_order(text, order)
    try:
        return date(*numbers).isoformat() if numbers else None
    except ValueError:
        return None


def month_exceeded(text: str, order: DateOrder) -> MonthLength | None:
    """Return the month that has fewer days than a date says; None for a possible date, and for what is no date at all.

    >>> month_exceeded("31.06.2026", DateOrder.DAY_FIRST), month_exceeded("31.13.2026", DateOrder.DAY_FIRST)
    (MonthLength(year=2026, month=6, days=30), None)
    """
    year, month, day = _in_order(text, order) or (0, 0, 0)
    if not (year >= 1 and 1 <= month <= 12):
        return None
    days = calendar.monthrange(year, month)[1]
    return MonthLength(year, month, days) if day > days else None


def date_parts(text: str) -> tuple[str, str, str] | None:
    """Return the three numbers of what may be a date, also behind a weekday; the year first where a month has its name.

    >>> date_parts("Fr., 5.11.2026"), date_parts("Date: 2026-11-05"), date_parts("2026年3月3日")
    (('5', '11', '2026'), ('2026', '11', '05'), ('2026', '3', '3'))
    >>> date_parts("3. März 2026"), date_parts("Mar 3, 2026"), date_parts("3-Mar-26"), date_parts("Ana 3 2026")
    (('2026', '3', '3'), ('2026', '3', '3'), ('2026', '3', '3'), None)
    """
    written = text.strip()
    if numbers := _NUMBERS.fullmatch(written):
        return (numbers[1], numbers[2], numbers[3])
    for pattern in _WITH_NAMES:
        named = pattern.fullmatch(written)
        if named and (month := _MONTHS.get(named["month"].casefold())):
            return (str(_full(named["year"])), str(month), named["day"])
    return None


def _in_order(text: str, order: DateOrder) -> tuple[int, int, int] | None:
    """Return year, month and day of what may be a date."""
    parts = date_parts(text)
    if parts is None:
        return None
    if len(parts[0]) == 4 or order is DateOrder.YEAR_FIRST:
        year, month, day = parts
    elif order is DateOrder.DAY_FIRST:
        day, month, year = parts
    else:
        month, day, year = parts
    return _full(year), int(month), int(day)


def _full(year: str) -> int:
    """Return a year; one of two digits is of this century."""
    return int(year) + (2000 if len(year) <= 2 else 0)
