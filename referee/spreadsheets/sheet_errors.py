"""What is wrong in a sheet, in parts that pages can say in other languages."""

import calendar
from collections.abc import Callable, Mapping
from typing import TypeAlias

import referee
from referee import JsonObject
from referee.reason_texts import gettext_noop
from referee.spreadsheets.columns import DateOrder
from referee.spreadsheets.written_dates import month_exceeded

Part: TypeAlias = tuple[str, Mapping[str, str | int]]
"""A sentence or a place with the values of its blanks, such as ``%(row)d``."""


WINNER_PAYS = gettext_noop(
    "The winner cannot pay for all under these house rules; that is possible only where every two players settle with each other (pairwise)."
)


class SheetError(referee.MalformedError):
    """A sheet that cannot be read, or a part of it.

    ``message`` is what is said in English, if that is more than the parts.
    """

    def __init__(
        self, *parts: Part, code: str = "unreadable", where: str = "", message: str = ""
    ) -> None:
        self.parts = parts
        super().__init__(code, where, message or join_parts(parts))


def sheet_error(template: str, **values: str | int) -> SheetError:
    """Return the error that this sentence says."""
    return SheetError((template, values))


def wrong_date(text: str, order: DateOrder) -> Part:
    """Return why a text is no date: a month that is shorter, or no date at all."""
    if month := month_exceeded(text, order):
        template = gettext_noop("%(text)s is no date: %(month)s %(year)d has %(days)d days.")
        return template, {"text": repr(text), **month._asdict()}
    return gettext_noop("%(text)s is no date; right would be 2024-03-31."), {"text": repr(text)}


def join_parts(parts: "tuple[Part, ...]", translate: Callable[[str], str] = str) -> str:
    """Return the parts as one text; the value ``month`` is the number of a month, in place of which its name is written.

    >>> join_parts((("Row %(row)d", {"row": 3}), ("100% wrong", {})))
    'Row 3: 100% wrong'
    """
    texts = []
    for template, values in parts:
        if "month" in values:
            values = {**values, "month": translate(calendar.month_name[int(values["month"])])}
        texts.append(translate(template) % values if values else translate(template))
    return ": ".join(texts)


def parts_of(error: referee.MalformedError) -> tuple[Part, ...]:
    """Return the parts of an error; of one of the referee's only where pages have words of their own for it."""
    if isinstance(error, SheetError):
        return error.parts
    is_payer = error.code == "impossible-result" and error.where.endswith("pays_all")
    return ((WINNER_PAYS, {}),) if is_payer else ()


def problem_of(error: referee.MalformedError) -> JsonObject:
    """Return an error as it is stored."""
    problem: JsonObject = {**error.as_json()["error"]}
    if parts := parts_of(error):
        problem["parts"] = [[template, {**values}] for template, values in parts]
    if not isinstance(error, SheetError) and parts:
        problem["message"] = join_parts(parts)
    return problem
