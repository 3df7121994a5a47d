"""Read requests: bodies in JSON, TOML, NDJSON and text score sheets, within limits, and query parameters, all validated.

What a request says and its route does not know is refused: query parameters, and keys of the body (400 `unknown-parameter`).
A serializer whose other keys are kept, such as a hand's record, has ``keeps_unknown_keys = True``.
"""

import io
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import IO, Any, NamedTuple, TypeVar

from django.conf import settings
from django.http import QueryDict
from rest_framework import exceptions, parsers, serializers
from rest_framework.request import Request
from rest_framework.settings import api_settings

from scorekeeper.api.errors import BadParameterError, TooLargeError, UnknownParameterError
from scorekeeper.clubs.picture_files import MOST_BYTES

Body = TypeVar("Body", bound=serializers.Serializer[Any])

LIMIT = 2_000_000  # bytes; a long evening has about a tenth of it
MAX_DEPTH = 100  # nested brackets; a record has four
MAX_VALUES = 200_000  # lists, objects and commas, as in a record that the referee reads

FORMAT = api_settings.URL_FORMAT_OVERRIDE
"""The query parameter that content negotiation reads on every route."""

MAX_ERRORS = 20
MOST_COMPARED = 100
"""Keys of a body that are compared with the known ones: each takes a fraction of a millisecond."""

MAX_NAME = 100  # of a name in a message
NEAR = 0.8  # how like a known key a key must be to be taken for a slip, from 0 to 1


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

    notation: str  # one of referee.NOTATIONS, or plays
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
        return self.read(stream)

    def read(self, stream: IO[bytes]) -> Any:
        """Return what the body is."""
        return Records(self.notation, _file(stream))


class TOMLRecordsParser(NDJSONRecordsParser):
    """One session record in TOML."""

    media_type = "application/toml"
    notation = "toml"


@dataclass(frozen=True)
class SheetFile:
    """A sheet as bytes: a CSV file or a text score sheet in any encoding, or a workbook."""

    notation: str  # csv or txt
    content: bytes


class CSVParser(NDJSONRecordsParser):
    """A spreadsheet, passed on as it is: how it is encoded and what it means is found out later."""

    media_type = "text/csv"
    notation = "csv"

    def read(self, stream: IO[bytes]) -> Any:
        """Return the body as bytes."""
        return SheetFile(self.notation, _bytes(stream, settings.IMPORT_LARGEST))


class XLSXParser(CSVParser):
    """A workbook in the format of Office Open XML."""

    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class XLSParser(CSVParser):
    """A workbook in the older format of Excel."""

    media_type = "application/vnd.ms-excel"


class ODSParser(CSVParser):
    """A workbook in the format of OpenDocument."""

    media_type = "application/vnd.oasis.opendocument.spreadsheet"


class ScoreSheetParser(CSVParser):
    """A text score sheet of Big Two."""

    media_type = "text/plain"
    notation = "txt"


class JSONRecordsParser(NDJSONRecordsParser):
    """A session record in JSON; or an object with a file in any notation and the options of its import."""

    media_type = "application/json"
    notation = "json"

    def read(self, stream: IO[bytes]) -> Any:
        """Return the record as text, or the object."""
        text = _file(stream)
        body = _loaded(text)
        is_record = isinstance(body, dict) and "format" in body and "source" not in body
        return Records(self.notation, text) if is_record else body


class BGStatsParser(NDJSONRecordsParser):
    """An export of BG Stats, whose plays are read later."""

    media_type = "application/vnd.bgstats+json"
    notation = "plays"


class PlaysXMLParser(BGStatsParser):
    """A list of plays from BoardGameGeek, read later."""

    media_type = "application/xml"


class PictureParser(parsers.BaseParser):
    """A picture, passed on as bytes: its content says what it is."""

    media_type = "image/*"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return _bytes(stream, MOST_BYTES)


RECORDS_PARSERS = [
    JSONRecordsParser,
    NDJSONRecordsParser,
    TOMLRecordsParser,
    ScoreSheetParser,
    CSVParser,
    XLSXParser,
    XLSParser,
    ODSParser,
    BGStatsParser,
    PlaysXMLParser,
]


def read(stream: IO[bytes], limit: int = LIMIT) -> str:
    """Return the body as text.

    Raises TooLargeError beyond `limit` bytes, and ParseError if it is not UTF-8.
    """
    try:
        return _bytes(stream, limit).decode()
    except UnicodeDecodeError as error:
        raise unreadable("It is not UTF-8.") from error


def _bytes(stream: IO[bytes], limit: int) -> bytes:
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise TooLargeError(f"The request is too large: at most {limit:,} bytes are read here.")
    return body


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


class _UnknownKey(NamedTuple):
    """A key that nothing reads."""

    parent: str  # the path of its object
    name: str
    known: Collection[str]  # the keys that are read there
    is_read_only: bool

    @property
    def where(self) -> str:
        return _joined(self.parent, _short(self.name))

    @property
    def detail(self) -> str:
        if self.is_read_only:
            return f"The key {_quoted(self.name)} is read-only: leave it out."
        place = f"in {self.parent}" if self.parent else "of the request"
        return f"Unknown key {_quoted(self.name)} {place}.  {_hint(self.name, self.known)}"


def check_query(query: QueryDict, known: Collection[str]) -> None:
    """Raise UnknownParameterError for an unknown query parameter, BadParameterError for a repeated or an empty one."""
    unknown = [name for name in query if name not in known and name != FORMAT]
    if unknown:
        details = {
            _short(name): f"Unknown query parameter {_quoted(name)}.  {_hint(name, known)}"
            for name in unknown[:MAX_ERRORS]
        }
        raise UnknownParameterError([*details.items()], place="query")
    for name, values in query.lists():
        if len(values) > 1:
            raise BadParameterError(name, "is repeated: send it once")
        if not values[0]:
            raise BadParameterError(name, "is empty: send a value, or leave it out")


def check_keys(serializer: serializers.BaseSerializer[Any], body: Any) -> None:
    """Raise UnknownParameterError for keys of the body, at any depth, that the serializer does not read."""
    unknown = [*islice(_unknown_keys(serializer, body, ""), MAX_ERRORS)]
    if unknown:
        raise UnknownParameterError([(key.where, key.detail) for key in unknown], place="body")


def hints(body: Mapping[str, Any], known: Collection[str]) -> list[str]:
    """Return a sentence for each key of the body that is kept unread and nearly has the name of a known one."""
    unknown = islice((name for name in map(str, body) if name not in known), MOST_COMPARED)
    near = ((name, get_close_matches(_short(name), known, n=1, cutoff=NEAR)) for name in unknown)
    return [
        f"The key {_quoted(name)} is kept, but nothing reads it.  Did you mean '{match[0]}'?"
        for name, match in islice(((name, match) for name, match in near if match), MAX_ERRORS)
    ]


def _unknown_keys(field: Any, value: Any, path: str) -> Iterator[_UnknownKey]:
    if isinstance(field, serializers.Serializer) and isinstance(value, Mapping):
        known = [name for name, child in field.fields.items() if not child.read_only]
        keeps_unknown = getattr(field, "keeps_unknown_keys", False)
        for name, inner in value.items():
            if name in known:
                yield from _unknown_keys(field.fields[name], inner, _joined(path, name))
            elif name in field.fields or not keeps_unknown:
                yield _UnknownKey(path, str(name), known, is_read_only=name in field.fields)
    elif isinstance(field, serializers.ListField | serializers.ListSerializer):
        for place, inner in enumerate(value if isinstance(value, list) else ()):
            yield from _unknown_keys(field.child, inner, f"{path}[{place}]")


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _hint(name: str, known: Collection[str]) -> str:
    """Return a sentence with the nearest known name, or with all of them."""
    if not known:
        return "This route takes none."
    nearest = get_close_matches(_short(name), known, n=1)
    if nearest:
        return f"Did you mean '{nearest[0]}'?"
    return f"Known here: {', '.join(sorted(known))}."


def _quoted(name: str) -> str:
    return f"'{_short(name)}'"


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[:MAX_NAME]}…"
