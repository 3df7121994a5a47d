"""What is wrong in a sheet, in parts that pages can say in other languages."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import referee
from referee import JsonObject

Part: TypeAlias = tuple[str, Mapping[str, str | int]]
"""A sentence or a place with the values of its blanks, such as ``%(row)d``."""


class SheetError(referee.MalformedError):
    """A sheet that cannot be read, or a part of it.

    ``message`` is what is said in English, if that is more than the parts.
    """

    def __init__(
        self, *parts: Part, code: str = "unreadable", where: str = "", message: str = ""
    ) -> None:
        self.parts = parts
        super().__init__(code, where, message or said(parts))


def sheet_error(template: str, **values: str | int) -> SheetError:
    """Return the error that this sentence says."""
    return SheetError((template, values))


def said(parts: "tuple[Part, ...]", translate: Callable[[str], str] = str) -> str:
    """Return the parts as one text.

    >>> said((("Row %(row)d", {"row": 3}), ("100% wrong", {})))
    'Row 3: 100% wrong'
    """
    return ": ".join(
        translate(template) % values if values else translate(template)
        for template, values in parts
    )


def problem_of(error: referee.MalformedError) -> JsonObject:
    """Return an error as it is stored."""
    problem: JsonObject = {**error.as_json()["error"]}
    if isinstance(error, SheetError):
        problem["parts"] = [[template, {**values}] for template, values in error.parts]
    return problem
