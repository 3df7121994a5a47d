"""Plays as they are typed: one per line, blank lines allowed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

import referee
from scorekeeper.pages.display.input_errors import error_text


@dataclass(frozen=True, kw_only=True)
class TypedLine:
    """One typed line with its error message, if any."""

    number: int
    text: str
    error: str = ""


def typed_lines(text: str, errors: Mapping[int, str]) -> list[TypedLine]:
    """Return every line, numbered from 1, with its error."""
    return [
        TypedLine(number=number, text=line, error=errors.get(number, ""))
        for number, line in enumerate(text.splitlines(), start=1)
    ]


def nonblank_lines(text: str) -> list[TypedLine]:
    """Return the lines that are not blank: the events of the record.

    >>> [line.number for line in nonblank_lines("1: 3C\\n\\n2: pass")]
    [1, 3]
    """
    lines = (
        TypedLine(number=line.number, text=line.text.strip()) for line in typed_lines(text, {})
    )
    return [line for line in lines if line.text]


def reading_errors(text: str, rules: referee.Rules, *, seats: int) -> dict[int, str]:
    """Return an error message for each line that the referee cannot read, by line number."""
    errors = {}
    for line in nonblank_lines(text):
        try:
            referee.parse_hand({"events": [line.text]}, rules, seats=seats)
        except referee.MalformedError as error:
            errors[line.number] = error_text(error)
    return errors


def error_at_line(line: int, message: str) -> str:
    """Prefix an error message with its line number."""
    return _("Line %(line)d: %(message)s") % {"line": line, "message": message}
