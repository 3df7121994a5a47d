"""Reading requests: JSON and TOML, of a bearable size."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any

from rest_framework import exceptions, parsers

from scorekeeper.api.errors import TooLargeError

LIMIT = 2_000_000  # bytes: a long evening is a tenth of it


class JSONParser(parsers.BaseParser):
    """JSON as it is exchanged between programs: no NaN, no half characters."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        text = read(stream)
        try:
            value = json.loads(
                text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole
            )
            json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair is no text
        except (ValueError, RecursionError) as error:
            raise unreadable(str(error)) from error
        return value


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


def read(stream: IO[bytes]) -> str:
    """The text of a request."""
    body = stream.read(LIMIT + 1)
    if len(body) > LIMIT:
        raise TooLargeError
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise unreadable("It is not UTF-8.") from error


def unreadable(why: str) -> exceptions.ParseError:
    """The request is in no form that could be judged."""
    return exceptions.ParseError(f"The request cannot be read: {why}", code="unreadable")


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
