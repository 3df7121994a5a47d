"""The day in what somebody types to find sessions."""

from datetime import date

from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import get_language

from referee.spreadsheets.columns import DateOrder
from referee.spreadsheets.written_dates import read_date
from scorekeeper.sessions.search import WrittenDay

MOST_WORDS = 3  # of a date, as in “24 Nov 2026”


def split_day(text: str) -> tuple[str, WrittenDay | None]:
    """Return the words beside the first date, and the date; None without one.

    >>> split_day("cup 24 Nov 2026 Bob")
    ('cup Bob', WrittenDay(text='24 Nov 2026', day=datetime.date(2026, 11, 24)))
    >>> split_day("Mon 2 March 2026")
    ('', WrittenDay(text='2 March 2026', day=datetime.date(2026, 3, 2)))
    >>> split_day("cup 24")
    ('cup 24', None)
    """
    words = text.split()
    for length in range(1, MOST_WORDS + 1):
        for start in range(len(words) - length + 1):
            written = " ".join(words[start : start + length])
            if day := _read(written):
                before = (
                    words[: start - 1] if start and _is_weekday(words[start - 1]) else words[:start]
                )
                rest = before + words[start + length :]
                return " ".join(rest), WrittenDay(text=written, day=date.fromisoformat(day))
    return text, None


def _is_weekday(word: str) -> bool:
    """Return whether a word is a weekday in the reader's language, written out or short."""
    weekdays = map(str, (*WEEKDAYS.values(), *WEEKDAYS_ABBR.values()))
    return word.strip(".,").casefold() in {weekday.strip(".").casefold() for weekday in weekdays}


def _read(written: str) -> str | None:
    """Return a date in ISO format, in the order of the reader's language if it can be read in two; None for what is no date."""
    orders = [DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST]
    has_dots = written.count(".") > 1  # 2.3.2026 is in March everywhere
    if (get_language() or "en").startswith("en") and not has_dots:
        orders.reverse()
    return read_date(written, orders[0]) or read_date(written, orders[1])
