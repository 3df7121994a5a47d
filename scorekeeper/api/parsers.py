"""Reading requests: JSON and TOML, of a bearable size."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

from django.conf import settings
from rest_framework import exceptions, parsers

from scorekeeper.api.errors import TooLargeError

LIMIT = 2_000_000  # bytes: a long evening is a tenth of it
DEEPEST = 100  # brackets within brackets: a record has four


class JSONParser(parsers.BaseParser):
    """JSON as it is exchanged between programs: no NaN, no half characters."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return _loaded(read(stream))


class TOMLParser(parsers.BaseParser):
    """A session record in TOML.  The referee reads it; here it is only text."""

    media_type = "application/toml"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return read(stream)


@dataclass(frozen=True)
class Records:
    """Session records as text."""

    notation: str  # one of referee.NOTATIONS
    text: str


class NDJSONRecordsParser(parsers.BaseParser):
    """A file of session records, which the referee reads; here it is only text."""

    media_type = "application/x-ndjson"
    notation = "ndjson"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return Records(self.notation, _file(stream))


class TOMLRecordsParser(NDJSONRecordsParser):
    """The same with one record in TOML."""

    media_type = "application/toml"
    notation = "toml"


class ScoreSheetParser(NDJSONRecordsParser):
    """The same with a text score sheet."""

    media_type = "text/plain"
    notation = "txt"


class JSONRecordsParser(NDJSONRecordsParser):
    """A session record in JSON; or a file in whatever notation, with what is to be done with it."""

    media_type = "application/json"
    notation = "json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        text = _file(stream)
        said = _loaded(text)
        is_record = isinstance(said, dict) and "format" in said and "source" not in said
        return Records(self.notation, text) if is_record else said


RECORDS_PARSERS = [JSONRecordsParser, NDJSONRecordsParser, TOMLRecordsParser, ScoreSheetParser]


def read(stream: IO[bytes], limit: int = LIMIT) -> str:
    """The text of a request."""
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise TooLargeError(f"The request is too large: at most {limit:,} bytes are read here.")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise unreadable("It is not UTF-8.") from error


def unreadable(why: str) -> exceptions.ParseError:
    """The request is in no form that could be judged."""
    return exceptions.ParseError(f"The request cannot be read: {why}", code="unreadable")


def _file(stream: IO[bytes]) -> str:
    """JSON may say with six bytes what is one in the file, and seldom does."""
    text = read(stream, 2 * settings.IMPORT_LARGEST)
    if "\0" in text:
        raise unreadable("It holds the character NUL.")
    return text


def _loaded(text: str) -> Any:
    try:
        _check_depth(text)
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError) as error:
        raise unreadable(str(error)) from error
    return value


def _check_depth(text: str) -> None:
    """What is nested deeper than anybody writes could be read here, and no more where there is less room."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"It is nested more than {DEEPEST} deep.")


# never goes back, whatever is sent: one that does not end reaches to the end
_STRINGS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits} is too large a number.")
    return number


def _whole(digits: str) -> int:
    _finite(digits)
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON.")
