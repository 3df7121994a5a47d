"""Plays as they are typed: one a line, blank lines between them as one likes."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

import referee
from scorekeeper.pages.display.input_errors import complaint


@dataclass(frozen=True, kw_only=True)
class TypedLine:
    """One line of the plays, and what is wrong with it."""

    number: int
    text: str
    error: str = ""


def typed_lines(text: str, errors: Mapping[int, str]) -> list[TypedLine]:
    """Every line, numbered from 1."""
    return [
        TypedLine(number=number, text=line, error=errors.get(number, ""))
        for number, line in enumerate(text.splitlines(), start=1)
    ]


def written_lines(text: str) -> list[TypedLine]:
    """The lines that say something: the events of the record.

    >>> [line.number for line in written_lines("1: 3C\\n\\n2: pass")]
    [1, 3]
    """
    lines = (
        TypedLine(number=line.number, text=line.text.strip()) for line in typed_lines(text, {})
    )
    return [line for line in lines if line.text]


def unreadable(text: str, rules: referee.Rules, *, seats: int) -> dict[int, str]:
    """What is wrong with each line that the referee cannot read."""
    errors = {}
    for line in written_lines(text):
        try:
            referee.parse_hand({"events": [line.text]}, rules, seats=seats)
        except referee.MalformedError as error:
            errors[line.number] = complaint(error)
    return errors


def at_line(line: int, message: str) -> str:
    """An error with the line it is about."""
    return _("Line %(line)d: %(message)s") % {"line": line, "message": message}
