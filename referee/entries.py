"""The session records of a text in any notation, one after another, each with the line on which it begins."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.documents import TOO_DEEP, Document, documents_in
from referee.record import MalformedError, SessionRecord
from referee.score_sheets import SheetRecord, score_sheet_records

NOTATIONS = ("toml", "json", "ndjson", "txt")
"""``txt`` is a text score sheet."""

_LEFT_OUT = "What belongs to this line is left out."


@dataclass(frozen=True, slots=True)
class Entry:
    """A session record in a text; whether it is one is seen when it is read."""

    line: int  # on which it begins, or which cannot be read
    held: Document | SessionRecord | MalformedError

    @property
    def size(self) -> int:
        """Of what is still to be read, in bytes."""
        return len(self.held.content) if isinstance(self.held, Document) else 0

    def record(self) -> SessionRecord:
        """The session record.  Raises MalformedError."""
        if isinstance(self.held, MalformedError):
            raise self.held
        if isinstance(self.held, SessionRecord):
            return self.held
        try:
            return self.held.record()
        except RecursionError as error:
            raise MalformedError("unreadable", "", TOO_DEEP) from error


def entries(text: str, notation: str) -> Iterator[Entry]:
    """Everything in a text that is or should be a session record, found as it is asked for.

    One that is malformed does not stop the others.  ``notation`` is one of ``NOTATIONS``.

    >>> [entry.line for entry in entries("a b c d\\n0 1 2 3\\n0 1 2\\ne f g h\\n0 1 2 3", "txt")]
    [3, 5]
    """
    if notation == "txt":
        return map(_from_sheet, score_sheet_records(text.removeprefix("\ufeff")))
    return (Entry(document.line or 1, document) for document in documents_in(text, notation))


def _from_sheet(record: SheetRecord) -> Entry:
    """The line is said already; that more than the line is missing is worth saying."""
    if isinstance(record.found, SessionRecord):
        return Entry(record.line, record.found)
    message = f"{record.found.message} {_LEFT_OUT}"
    return Entry(record.line, MalformedError(record.found.code, "", message))
