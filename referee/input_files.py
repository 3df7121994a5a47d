"""The texts in files and on standard input, one after another, each with its place."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeAlias

from referee import notation
from referee.notation import Notation
from referee.record import Json, MalformedError, SessionRecord
from referee.score_sheets import SheetRecord, read_score_sheet, score_sheet_records

STDIN = "-"

TOO_DEEP = "This is nested too deeply to be read."
_TEXT = re.compile(rb'"(?:\\.|[^"\\])*"')
_LIKE_TOML = re.compile(rb"\s*(#|[A-Za-z_][\w-]*\s*=)")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Document:
    """One text to be read, and where it stands."""

    content: bytes
    notation: Notation
    file: str  # ``-`` for standard input
    line: int | None  # where it begins, if others may follow it

    def load(self) -> Json:
        """What JSON or TOML says.  Raises MalformedError ``unreadable``."""
        text = decoded(self.content)
        return notation.load_json(text) if self.notation == "json" else notation.load_toml(text)

    def record(self) -> SessionRecord:
        """A session record.  Raises MalformedError."""
        return notation.read_record(decoded(self.content), self.notation)

    def misread(self, error: MalformedError | RecursionError) -> dict[str, Json]:
        """What is wrong with it, and where it stands, as JSON."""
        if isinstance(error, RecursionError):
            error = MalformedError("unreadable", "", TOO_DEEP)
        return placed(error, file=self.file, line=self.line)


def placed(error: MalformedError, *, file: str, line: int | None = None) -> dict[str, Json]:
    """An error with its file and the line on which its document begins."""
    wrong: dict[str, Json] = dict(error.as_json()["error"])
    if line is not None:
        wrong["line"] = line
    if file != STDIN:
        wrong["file"] = file
    return {"error": wrong}


def documents(name: str) -> Iterator[Document]:
    """Everything in a file, read as it is asked for.

    Raises MalformedError ``unreadable`` when the file is missing or cannot be read.
    """
    try:
        if name == STDIN:
            yield from _of_any_notation(sys.stdin.buffer, name)
        else:
            with Path(name).open("rb") as file:
                yield from _in_file(file, name)
    except OSError as error:
        message = f"This cannot be read: {error.strerror}."
        raise MalformedError("unreadable", "", message) from error


def documents_in(text: str, written_as: str) -> Iterator[Document]:
    """Everything in a text that is ``toml``, ``json`` or ``ndjson``."""
    content = text.encode().removeprefix(_BOM)
    if written_as == "toml":
        return iter((Document(content, "toml", STDIN, None),))
    if written_as == "json":
        return _of_json(content, STDIN)
    return _of_any_notation(BytesIO(content), STDIN)


def _in_file(file: BinaryIO, name: str) -> Iterator[Document]:
    """The notation is told by the file's name."""
    suffix = Path(name).suffix.lower()
    if suffix == ".toml":
        return iter((Document(file.read().removeprefix(_BOM), "toml", name, None),))
    if suffix == ".json":
        return _of_json(file.read(), name)
    if suffix == ".txt":
        return _of_score_sheet(file.read().removeprefix(_BOM), name)
    return _of_any_notation(file, name)


def _of_score_sheet(content: bytes, name: str) -> Iterator[Document]:
    """The records that a text score sheet amounts to, each as a document of its own."""
    for record in read_score_sheet(decoded(content)):
        text = notation.write_record(record, "json")
        yield Document(text.encode(), "json", name, None)


def decoded(content: bytes) -> str:
    """UTF-8.  Raises MalformedError ``unreadable`` with the first byte that is not."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        message = f"Byte {error.start + 1} is not UTF-8: save the text as UTF-8."
        raise MalformedError("unreadable", "", message) from error


def _of_json(content: bytes, name: str) -> Iterator[Document]:
    """One JSON value; or NDJSON, whatever the name says."""
    content = content.removeprefix(_BOM)
    lines = content.splitlines(keepends=True)
    said = [line for line in lines if line.strip()]
    if len(said) > 1 and _is_whole(said[0]):
        return _line_by_line(enumerate(lines, 1), name)
    return iter((Document(content, "json", name, None),))


Numbered: TypeAlias = Iterator[tuple[int, bytes]]


def _of_any_notation(file: Iterable[bytes], name: str) -> Iterator[Document]:
    """NDJSON; or JSON spread over several lines, or TOML, if the first line looks like it."""
    lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
    number, first = next(lines, (0, b""))
    first = first.removeprefix(_BOM)
    every = chain([(number, first)], lines)
    if _LIKE_TOML.match(first):
        return iter((_toml(every, name),))
    if _goes_on(first):
        return _spread(every, name)
    return _line_by_line(every, name)


def _line_by_line(lines: Iterable[tuple[int, bytes]], name: str) -> Iterator[Document]:
    return (Document(line.rstrip(), "json", name, number) for number, line in lines if line.strip())


def _toml(lines: Numbered, name: str) -> Document:
    """One TOML document; the blank lines that were skipped are put back, so that errors name the right line."""
    text: list[bytes] = []
    for number, line in lines:
        text += [b"\n"] * (number - len(text) - 1) + [line]
    return Document(b"".join(text), "toml", name, None)


def _spread(lines: Numbered, name: str) -> Iterator[Document]:
    """JSON objects over several lines each, until a line shows that it was NDJSON and its first lines broken."""
    held: list[tuple[int, bytes]] = []
    depth = 0
    for number, line in lines:
        if held and _is_whole(line):
            yield from _line_by_line(chain(held, [(number, line)], lines), name)
            return
        held.append((number, line))
        depth += _open_brackets(line)
        if depth <= 0:
            yield _joined(held, name)
            held, depth = [], 0
    if held:
        yield _joined(held, name)


def _joined(lines: list[tuple[int, bytes]], name: str) -> Document:
    return Document(b"".join(line for _, line in lines), "json", name, lines[0][0])


def _goes_on(line: bytes) -> bool:
    """Does the JSON that this line begins go on in the next?"""
    return line.rstrip().endswith((b"{", b"[", b",", b":")) and _open_brackets(line) > 0


def _is_whole(line: bytes) -> bool:
    """Is this line a record or a question by itself?  Both name a variant; nothing inside them does."""
    begins = line.lstrip().startswith(b"{")
    return begins and b'"variant"' in line and _open_brackets(line) == 0


def _open_brackets(line: bytes) -> int:
    """How many more brackets the line opens than it closes, those in texts not counted."""
    signs = _TEXT.sub(b"", line)
    return sum(map(signs.count, (b"{", b"["))) - sum(map(signs.count, (b"}", b"]")))


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
