"""Session records in one text, each with its line: a malformed one does not stop the others."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.input_files import TOO_DEEP, Document, documents_in
from referee.record import MalformedError, SessionRecord
from referee.score_sheets import SheetRecord, score_sheet_records

NOTATIONS = ("toml", "json", "ndjson", "txt")
"""The notations that ``entries`` reads; ``txt`` is a text score sheet."""

_LEFT_OUT = "What belongs to this line is left out."


@dataclass(frozen=True, slots=True)
class Entry:
    """A session record in a text; it is validated only when read.

    >>> import referee
    >>> entry, wrong = referee.entries('{"format": "session-record/1"}\\n{"format": "pgn"}', "ndjson")
    >>> wrong.line, wrong.size
    (2, 17)
    >>> wrong.record()
    Traceback (most recent call last):
    referee.record.MalformedError: format: 'pgn' is not a format read here; expected 'session-record/1'.
    """

    line: int  # the line on which it begins, or the line that cannot be read
    content: Document | SessionRecord | MalformedError

    @property
    def size(self) -> int:
        """The size of the unread document in bytes; 0 once it is read."""
        return len(self.content.content) if isinstance(self.content, Document) else 0

    def record(self) -> SessionRecord:
        """Return the session record.  Raises MalformedError."""
        if isinstance(self.content, MalformedError):
            raise self.content
        if isinstance(self.content, SessionRecord):
            return self.content
        try:
            return self.content.record()
        except RecursionError as error:
            raise MalformedError("unreadable", "", TOO_DEEP) from error


def entries(text: str, notation: str) -> Iterator[Entry]:
    """Yield everything in a text that is or should be a session record, as it is found.

    One that is malformed does not stop the others.  ``notation`` is one of ``NOTATIONS``.

    >>> import referee
    >>> [entry.line for entry in referee.entries("a b c d\\n0 1 2 3\\n0 1 2\\ne f g h\\n0 1 2 3", "txt")]
    [3, 5]
    """
    if notation == "txt":
        return map(_from_sheet, score_sheet_records(text.removeprefix("\ufeff")))
    return (Entry(document.line or 1, document) for document in documents_in(text, notation))


def _from_sheet(record: SheetRecord) -> Entry:
    """Return the entry of a score sheet's record.

    Its ``line`` already names the place of an error, so the message says instead that more than the line is left out.
    """
    if isinstance(record.content, SessionRecord):
        return Entry(record.line, record.content)
    message = f"{record.content.message} {_LEFT_OUT}"
    return Entry(record.line, MalformedError(record.content.code, "", message))
