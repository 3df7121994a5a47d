"""Documents in files and on standard input, each with its place."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TypeAlias

from referee import notation
from referee.input_limits import JSON_LIMITS, InputLimits
from referee.notation import Notation
from referee.record import Json, MalformedError, SessionRecord

STDIN = "-"

TOO_DEEP = "This is nested too deeply to be read."
# possessive quantifiers: no backtracking on any input; an unterminated string extends to the end of its line
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?')
_LIKE_TOML = re.compile(rb"\s*(#|[A-Za-z_][\w-]*\s*=)")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Document:
    """One text to be read, and where it is."""

    content: bytes
    notation: Notation
    file: str  # ``-`` for standard input
    line: int | None  # the line on which it begins; None for the only document of a file

    def load(self, limits: InputLimits = JSON_LIMITS) -> Json:
        """Return the parsed JSON within these limits, or TOML.  Raises MalformedError ``unreadable``."""
        text = decode_utf8(self.content)
        if self.notation == "toml":
            return notation.load_toml(text)
        return notation.load_json(text, limits)

    def record(self) -> SessionRecord:
        """Return the session record.  Raises MalformedError."""
        return notation.read_record(decode_utf8(self.content), self.notation)

    def error_json(self, error: MalformedError | RecursionError) -> dict[str, Json]:
        """Return what is wrong with the document, and where, as JSON."""
        if isinstance(error, RecursionError):
            error = MalformedError("unreadable", "", TOO_DEEP)
        return error_at(error, file=self.file, line=self.line)


def error_at(error: MalformedError, *, file: str, line: int | None = None) -> dict[str, Json]:
    """Return an error as JSON, with its file and the line on which its document begins."""
    answer: dict[str, Json] = dict(error.as_json()["error"])
    if line is not None:
        answer["line"] = line
    if file != STDIN:
        answer["file"] = file
    return {"error": answer}


def documents(name: str) -> Iterator[Document]:
    """Yield every document in a file, reading as it goes.

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
    """Yield every document in a text that is ``toml``, ``json`` or ``ndjson``."""
    content = text.encode().removeprefix(_BOM)
    if written_as == "toml":
        return iter((Document(content, "toml", STDIN, None),))
    if written_as == "json":
        return _of_json(content, STDIN)
    return _of_any_notation(BytesIO(content), STDIN)


def _in_file(file: BinaryIO, name: str) -> Iterator[Document]:
    """Yield the file's documents; its suffix tells the notation."""
    suffix = Path(name).suffix.lower()
    if suffix == ".toml":
        return iter((Document(file.read().removeprefix(_BOM), "toml", name, None),))
    if suffix == ".json":
        return _of_json(file.read(), name)
    if suffix == ".parquet":
        message = "Parquet files are read by: adjudicate --format parquet --out FOLDER."
        raise MalformedError("unreadable", "", message)
    if suffix == ".txt":
        return _of_score_sheet(file.read().removeprefix(_BOM), name)
    return _of_any_notation(file, name)


def _of_score_sheet(content: bytes, name: str) -> Iterator[Document]:
    """Yield the records of a text score sheet, each as a document."""
    # imported late: few files are score sheets, and to read them takes the judging of whole sessions
    score_sheets = import_module("referee.score_sheets")
    for record in score_sheets.read_score_sheet(decode_utf8(content)):
        text = notation.write_record(record, "json")
        yield Document(text.encode(), "json", name, None)


def decode_utf8(content: bytes) -> str:
    """Return the text.  Raises MalformedError ``unreadable`` at the first byte that is not UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        message = f"Byte {error.start + 1} is not UTF-8: save the text as UTF-8."
        raise MalformedError("unreadable", "", message) from error


def _of_json(content: bytes, name: str) -> Iterator[Document]:
    """Yield one JSON value, or the lines of NDJSON in a file named ``.json``."""
    content = content.removeprefix(_BOM)
    lines = content.splitlines(keepends=True)
    written = [line for line in lines if line.strip()]
    if len(written) > 1 and _is_complete(written[0]):
        return _line_by_line(enumerate(lines, 1), name)
    return iter((Document(content, "json", name, None),))


NumberedLines: TypeAlias = Iterator[tuple[int, bytes]]


def _of_any_notation(file: Iterable[bytes], name: str) -> Iterator[Document]:
    """Yield the lines of NDJSON; or JSON over several lines, or TOML, if the first line looks like it."""
    lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
    number, first = next(lines, (0, b""))
    first = first.removeprefix(_BOM)
    all_lines = chain([(number, first)], lines)
    if _LIKE_TOML.match(first):
        return iter((_toml(all_lines, name),))
    if _continues(first):
        return _of_spread_json(all_lines, name)
    return _line_by_line(all_lines, name)


def _line_by_line(lines: Iterable[tuple[int, bytes]], name: str) -> Iterator[Document]:
    return (Document(line.rstrip(), "json", name, number) for number, line in lines if line.strip())


def _toml(lines: NumberedLines, name: str) -> Document:
    """Return one TOML document, with skipped blank lines put back so that errors name the right line."""
    text: list[bytes] = []
    for number, line in lines:
        text += [b"\n"] * (number - len(text) - 1) + [line]
    return Document(b"".join(text), "toml", name, None)


def _of_spread_json(lines: NumberedLines, name: str) -> Iterator[Document]:
    """Yield JSON objects over several lines each.

    A line that is complete by itself shows that this is NDJSON whose first lines are broken.
    """
    pending: list[tuple[int, bytes]] = []
    depth = 0
    for number, line in lines:
        if pending and _is_complete(line):
            yield from _line_by_line(chain(pending, [(number, line)], lines), name)
            return
        pending.append((number, line))
        depth += _open_brackets(line)
        if depth <= 0:
            yield _joined_json(pending, name)
            pending, depth = [], 0
    if pending:
        yield _joined_json(pending, name)


def _joined_json(lines: list[tuple[int, bytes]], name: str) -> Document:
    return Document(b"".join(line for _, line in lines), "json", name, lines[0][0])


def _continues(line: bytes) -> bool:
    """Return whether the JSON that this line begins continues on the next line."""
    return line.rstrip().endswith((b"{", b"[", b",", b":")) and _open_brackets(line) > 0


def _is_complete(line: bytes) -> bool:
    """Return whether the line is a whole record or question: both name a variant, and nothing inside them does."""
    begins = line.lstrip().startswith(b"{")
    return begins and b'"variant"' in line and _open_brackets(line) == 0


def _open_brackets(line: bytes) -> int:
    """Return how many more brackets the line opens than it closes, not counting those in strings."""
    signs = _TEXT.sub(b"", line)
    return sum(map(signs.count, (b"{", b"["))) - sum(map(signs.count, (b"}", b"]")))
