"""Time zones of clubs: they decide on which day something happened, and what today is.

A club without one has the installation's (``TIME_ZONE``), as all clubs had before they could choose: nothing was to be
rebuilt for them, and the previous release, which knows no zones, goes on adding rows that are right.
"""

from datetime import date, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy

MAX_ZONE = 64
"""The number of characters of a time zone's name."""
_NO_PLACES = frozenset({"localtime", "Factory"})  # files beside the zones on some systems


@cache
def zone_names() -> frozenset[str]:
    """Return the IANA names of all time zones."""
    return frozenset(available_timezones() - _NO_PLACES)


def check_time_zone(name: str) -> None:
    """Raise ValidationError ``unknown-time-zone`` for what is no IANA name of a time zone."""
    if name not in zone_names():
        message = gettext_lazy(
            "“%(name)s” is no time zone. Choose one by its IANA name, such as %(example)s."
        )
        params = {"name": name[:MAX_ZONE], "example": "Asia/Hong_Kong"}
        raise ValidationError(message, code="unknown-time-zone", params=params)


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name; the installation's for none, and for one that this machine does not know (any more)."""
    return ZoneInfo(name) if name in zone_names() else timezone.get_default_timezone()


def day_of(moment: datetime, zone: tzinfo) -> date:
    """Return the day of a moment in a time zone."""
    return timezone.localdate(moment, zone)


def today(zone: tzinfo) -> date:
    """Return what day it is in a time zone."""
    return timezone.localdate(timezone=zone)
