"""What the keys of a session record may say beyond what the referee asks of them: the day of play, and labels."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date

from django.core.exceptions import ValidationError

import referee
from scorekeeper.models import days, limits
from scorekeeper.models.sessions import LABELS


def check(record: Mapping[str, referee.Json]) -> None:
    """Raise MalformedError ``bad-date`` or ``bad-text`` for a day or a label that cannot be kept; other keys are not looked at."""
    for key in ("played_on", *LABELS):
        with errors_at(key):
            value = record.get(key)
            check_value(key, referee.date_of(value) if key == "played_on" else value)


def check_value(key: str, value: object) -> None:
    """Raise ValidationError for the day or a label of a session that cannot be kept."""
    if isinstance(value, date):
        days.check_day_of_play(value)
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
