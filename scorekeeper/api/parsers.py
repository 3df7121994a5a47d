"""Parse request bodies: JSON, TOML, NDJSON and text score sheets, within limits; validate bodies and query parameters."""

import io
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from django.conf import settings
from rest_framework import exceptions, parsers, serializers
from rest_framework.request import Request

from scorekeeper.api.errors import TooLargeError
from scorekeeper.api.unknown_parameters import check_keys

Body = TypeVar("Body", bound=serializers.Serializer[Any])

LIMIT = 2_000_000  # bytes; a long evening has about a tenth of it
MAX_DEPTH = 100  # nested brackets; a record has four
MAX_VALUES = 200_000  # lists, objects and commas, as in a record that the referee reads


class JSONParser(parsers.BaseParser):
    """Strict JSON: no NaN, no infinite numbers, no lone surrogates."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return _loaded(read(stream))


class TOMLParser(parsers.BaseParser):
    """A session record in TOML, passed on as text for the referee to parse."""

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
    """Session records as unparsed text."""

    notation: str  # one of referee.NOTATIONS
    text: str


class NDJSONRecordsParser(parsers.BaseParser):
    """A file of session records, passed on as text for the referee to parse."""

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
    """One session record in TOML."""

    media_type = "application/toml"
    notation = "toml"


class ScoreSheetParser(NDJSONRecordsParser):
    """A text score sheet of Big Two."""

    media_type = "text/plain"
    notation = "txt"


class JSONRecordsParser(NDJSONRecordsParser):
    """A session record in JSON; or an object with a file in any notation and the options of its import."""

    media_type = "application/json"
    notation = "json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        text = _file(stream)
        body = _loaded(text)
        is_record = isinstance(body, dict) and "format" in body and "source" not in body
        return Records(self.notation, text) if is_record else body


RECORDS_PARSERS = [JSONRecordsParser, NDJSONRecordsParser, TOMLRecordsParser, ScoreSheetParser]


def read(stream: IO[bytes], limit: int = LIMIT) -> str:
    """Return the body as text.

    Raises TooLargeError beyond `limit` bytes, and ParseError if it is not UTF-8.
    """
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise TooLargeError(f"The request is too large: at most {limit:,} bytes are read here.")
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise unreadable("It is not UTF-8.") from error


def unreadable(why: str) -> exceptions.ParseError:
    """Return the exception for a body that cannot be parsed (400, `unreadable`)."""
    return exceptions.ParseError(f"The request cannot be read: {why}", code="unreadable")


def _file(stream: IO[bytes]) -> str:
    # JSON escapes can make the body longer than the file in it; twice as long is enough in practice
    text = read(stream, 2 * settings.IMPORT_LARGEST)
    if "\0" in text:
        raise unreadable("It holds the character NUL.")
    return text


def _loaded(text: str) -> Any:
    try:
        _check_values(text)
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # raises on a lone surrogate
    except (ValueError, RecursionError) as error:
        raise unreadable(str(error)) from error
    return value


def _check_values(text: str) -> None:
    """Raise ValueError for more than MAX_VALUES values, or brackets nested more than MAX_DEPTH deep.

    Values take more memory than their text, and later code walks them recursively.
    """
    brackets = text.count("[") + text.count("{")
    if brackets <= MAX_DEPTH and brackets + text.count(",") <= MAX_VALUES:
        return
    bare = _STRINGS.sub("", text)
    values = bare.count("[") + bare.count("{") + bare.count(",")
    if values > MAX_VALUES:
        raise ValueError(f"It has {values:,} values, and at most {MAX_VALUES:,} are read here.")
    depth = 0
    for bracket in _BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH:
            raise ValueError(f"It is nested more than {MAX_DEPTH} deep.")


# possessive quantifiers: no backtracking on any input; an unterminated string extends to the end
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
    raise ValueError(f"{name} is not valid JSON.")


def parse_json(body: bytes) -> Any:
    """Return the value of a JSON text.  Raises ParseError if it cannot be read."""
    return _loaded(read(io.BytesIO(body)))


def parse_body(request: Request, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Return the body of a request, validated.  Raises UnknownParameterError for unknown keys, else ValidationError."""
    return {**validated(serializer(data=request.data)).validated_data}


def validated(serializer: Body) -> Body:
    """Return the serializer with valid data.

    Raises UnknownParameterError for unknown keys, else ValidationError, also for another id than the row has that is changed.
    """
    check_keys(serializer, serializer.initial_data)
    serializer.is_valid(raise_exception=True)
    row = serializer.instance
    if row is not None and serializer.validated_data.get("id", row.pk) != row.pk:
        raise serializers.ValidationError({"id": "An id cannot be changed: leave it out."})
    return serializer


def without_id(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without the id, which a client may choose for a new row only."""
    return {key: value for key, value in values.items() if key != "id"}


def parse_query(request: Request, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Return the query parameters of a request, validated.  Raises ValidationError."""
    params = serializer(data=request.query_params.dict())
    params.is_valid(raise_exception=True)
    return {**params.validated_data}


def is_on(request: Request, switch: str) -> bool:
    """Return whether a switch in the query, such as ``?strict=true``, is on.  Raises ValidationError unless it is a boolean."""
    field = serializers.BooleanField()
    try:
        return bool(field.run_validation(request.query_params.get(switch, "false")))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({switch: error.detail}) from error
