"""Dates, numbers and counts of cards as people write them in spreadsheets."""

import re
from datetime import date

from scorekeeper.imports.spreadsheets.columns import DateOrder

_DATE = re.compile(
    r"(?:[^\W\d_]+[.,:]{0,2}\s+)?(\d{1,4})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,4})日?(?:[ T]\d{1,2}:\d\d(?::\d\d(?:\.0+)?)?)?"
)
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:[.,](?:\d{1,2}|\d{4}))?")  # 1,006 may mean thousands
_CARDS = re.compile(r"(\d{1,2})(?:[.,]0+)?\s*(t?)", re.IGNORECASE)
_ABSENT = frozenset({"", "-", "–", "—", "/"})
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "\u00a0": ""})


def read_date(text: str, order: DateOrder) -> str | None:
    """Return a date as the record has it, None for what is no date.

    >>> read_date("3.4.2024", DateOrder.DAY_FIRST), read_date("4/3/24", DateOrder.MONTH_FIRST)
    ('2024-04-03', '2024-04-03')
    >>> read_date("2024-04-03", DateOrder.DAY_FIRST), read_date("31.4.2024", DateOrder.DAY_FIRST)
    ('2024-04-03', None)
    """
    parts = date_parts(text)
    if parts is None:
        return None
    if len(parts[0]) == 4 or order is DateOrder.YEAR_FIRST:
        year, month, day = parts
    elif order is DateOrder.DAY_FIRST:
        day, month, year = parts
    else:
        month, day, year = parts
    try:
        full = int(year) + (2000 if len(year) <= 2 else 0)
        return date(full, int(month), int(day)).isoformat()
    except ValueError:
        return None


def date_parts(text: str) -> tuple[str, str, str] | None:
    """Return the three numbers of what may be a date, also behind a weekday.

    >>> date_parts("Fr., 5.11.2026"), date_parts("Date: 2026-11-05")
    (('5', '11', '2026'), ('2026', '11', '05'))
    """
    date_match = _DATE.fullmatch(text.strip())
    return (date_match[1], date_match[2], date_match[3]) if date_match else None


def is_absent(text: str) -> bool:
    """Return whether a cell says that its player did not play.

    >>> is_absent(""), is_absent("–"), is_absent("0")
    (True, True, False)
    """
    return text in _ABSENT


def read_number(text: str) -> int | float | None:
    """Return a number of points, None for what is no number.

    >>> read_number("−12"), read_number("+3"), read_number("2,5"), read_number("x"), read_number("1,006")
    (-12, 3, 2.5, None, None)
    """
    written = text.strip().translate(_MINUS)
    if not _NUMBER.fullmatch(written):
        return None
    number = float(written.replace(",", "."))
    return int(number) if number.is_integer() else number


def read_cards(text: str) -> tuple[int, bool] | None:
    """Return how many cards are left, and whether ``t`` says that the seat pays for all; None for anything else.

    >>> read_cards("13"), read_cards("5t"), read_cards("-1")
    ((13, False), (5, True), None)
    """
    cards_match = _CARDS.fullmatch(text.strip())
    return (int(cards_match[1]), bool(cards_match[2])) if cards_match else None
