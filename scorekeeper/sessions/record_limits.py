"""What the keys of a session record may say beyond what the referee asks of them: the day of play, and labels."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, tzinfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

import referee
from scorekeeper.models import days, limits
from scorekeeper.models.sessions import LABELS

_SHOWN = 60  # characters of what was written instead of a day


def check(record: Mapping[str, referee.Json], zone: tzinfo) -> None:
    """Raise MalformedError ``bad-date`` or ``bad-text`` for a day or a label that cannot be kept; other keys are not looked at.

    What day it is, is asked in the club's time zone.
    """
    for key in ("played_on", *LABELS):
        with errors_at(key):
            value = record.get(key)
            check_value(key, _day(value) if key == "played_on" else value, zone)


def check_hand_before(record: Mapping[str, referee.Json]) -> None:
    """Raise MalformedError ``bad-seat`` where one seat is said to have won and lost the hand before."""
    referee.adjudicate(
        referee.parse_record({**record, "format": referee.RECORD_FORMAT, "hands": []})
    )


def _day(value: referee.Json) -> date | None:
    """Return the day of a record, or None without one.  Raises ValidationError for what is no day: no season would take it."""
    day = referee.date_of(value)
    if day is None and value not in (None, ""):
        message = gettext_lazy(
            "“%(text)s” is no day, or may be several. Write it as %(example)s, or leave it out."
        )
        params = {"text": str(value)[:_SHOWN], "example": "2024-03-14"}
        raise ValidationError(message, code="bad-date", params=params)
    return day


def check_value(key: str, value: object, zone: tzinfo) -> None:
    """Raise ValidationError for the day or a label of a session that cannot be kept."""
    if isinstance(value, date):
        days.check_day_of_play(value, zone)
    elif key in LABELS and isinstance(value, str):
        limits.check_label(value)


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Raise MalformedError with this path instead of ValidationError."""
    try:
        yield
    except ValidationError as error:
        code = error.code or "unreadable"
        raise referee.MalformedError(code, where, " ".join(error.messages)) from error
