"""Days: which ones are accepted, and the days beside them.

Rows from before the bounds may hold any day that Python knows, and a reader may ask for any.  So days are never added to a
day elsewhere: each function here answers for every ``date``, with the nearest possible one where the calendar ends.
"""

import calendar
from datetime import date, datetime, time, timedelta, tzinfo
from datetime import timezone as fixed_zone

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy

EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)
"""The first and the last day that a row may have; the database refuses others."""

UNDATED = date.max
"""What is stored and compared in place of a day that a session does not have: it comes after all days.  Readers get None."""

_DAY = timedelta(days=1)
_FIRST, _LAST = date.min + _DAY, date.max - _DAY  # their midnights can be told in every time zone
_EASTERNMOST = fixed_zone(timedelta(hours=14))  # where a day begins first


def check_day(day: date) -> None:
    """Raise ValidationError ``bad-date`` unless the day lies between EARLIEST and LATEST."""
    if not EARLIEST <= day <= LATEST:
        message = gettext_lazy("Choose a day between %(first)s and %(last)s.")
        raise ValidationError(message, code="bad-date", params=_limits(EARLIEST, LATEST))


def check_day_of_play(day: date, zone: tzinfo = _EASTERNMOST) -> None:
    """Raise ValidationError ``bad-date`` unless the day lies between EARLIEST and the day after today, in a time zone.

    Without one, every day is accepted that some club accepts.
    """
    tomorrow = day_after(timezone.localdate(timezone=zone))
    if not EARLIEST <= day <= tomorrow:
        message = gettext_lazy("A day of play lies between %(first)s and %(last)s.")
        raise ValidationError(message, code="bad-date", params=_limits(EARLIEST, tomorrow))


def _limits(first: date, last: date) -> dict[str, str]:
    return {"first": first.isoformat(), "last": last.isoformat()}


def day_before(day: date) -> date:
    """Return the day before; of the first day of the calendar, that day.

    >>> day_before(date(2026, 3, 1)), day_before(date.min) == date.min
    (datetime.date(2026, 2, 28), True)
    """
    return max(day, _FIRST) - _DAY


def day_after(day: date) -> date:
    """Return the day after; of the last day of the calendar, that day.

    >>> day_after(date(2026, 2, 28)), day_after(date.max) == date.max
    (datetime.date(2026, 3, 1), True)
    """
    return min(day, _LAST) + _DAY


def weeks_after(day: date, weeks: int) -> date:
    """Return the same day of the week some weeks later, or earlier if negative.

    >>> weeks_after(date(2026, 4, 11), 2), weeks_after(date.min, -1) == date.min
    (datetime.date(2026, 4, 25), True)
    """
    ordinal = day.toordinal() + 7 * weeks
    return date.fromordinal(min(max(ordinal, date.min.toordinal()), date.max.toordinal()))


def told(day: date) -> date | None:
    """Return the day that readers are told: None for UNDATED."""
    return None if day == UNDATED else day


def month_start(day: date) -> date:
    """Return the first day of the month."""
    return day.replace(day=1)


def month_end(day: date) -> date:
    """Return the last day of the month.

    >>> month_end(date(2024, 2, 3)), month_end(date(9999, 12, 1))
    (datetime.date(2024, 2, 29), datetime.date(9999, 12, 31))
    """
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def start_of(day: date, zone: tzinfo) -> datetime:
    """Return the first moment of a day in a time zone."""
    return timezone.make_aware(datetime.combine(min(max(day, _FIRST), _LAST), time()), zone)


def end_of(day: date, zone: tzinfo) -> datetime:
    """Return the first moment after a day in a time zone."""
    return start_of(day_after(day), zone)
