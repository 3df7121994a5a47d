"""Session records as text: TOML for people, JSON and NDJSON for programs (contract §2)."""

import json
import tomllib
from collections.abc import Iterator
from datetime import date
from math import isfinite
from typing import Literal, NoReturn, TypeAlias

from referee import toml_writer
from referee.cards import UNSEEN
from referee.input_limits import JSON_LIMITS, InputLimits, check_json, check_toml, parse_float
from referee.parsing import parse_record
from referee.record import Json, MalformedError, SessionRecord
from referee.revision_content import HAND_KEYS, SESSION_KEYS

Notation: TypeAlias = Literal["json", "toml"]


def read_record(text: str, notation: Notation) -> SessionRecord:
    """Return the session record in a text of TOML or JSON.

    >>> import referee
    >>> record = referee.read_record('''
    ... format  = "session-record/1"
    ... variant = "gang-of-four"
    ... players = ["Ann", "Bo", "Cy"]
    ... [[hands]]
    ... cards_left = [0, 5, 8]
    ... ''', "toml")
    >>> record.hands[0].cards_left
    (0, 5, 8)

    Raises MalformedError with a path into the document; ``unreadable`` with an empty path where it is no TOML or JSON, or
    larger than docs/specification.md, §14, allows.
    """
    return parse_record(load_json(text) if notation == "json" else load_toml(text))


def write_record(record: SessionRecord, notation: Notation) -> str:
    """Return a record as text, with every key that was read; JSON is on one line.

    >>> import referee
    >>> text = '{"format": "session-record/1", "variant": "gang-of-four", "players": ["Ann", "Bo", "Cy"], "hands": []}'
    >>> print(referee.write_record(referee.read_record(text, "json"), "toml"), end="")
    format = "session-record/1"
    variant = "gang-of-four"
    players = ["Ann", "Bo", "Cy"]

    Raises MalformedError ``unreadable`` at a value that the notation cannot hold, such as an unknown key's null in TOML.
    """
    return _json(record) if notation == "json" else _toml(record)


def load_toml(text: str) -> Json:
    """Return parsed TOML.  Raises MalformedError ``unreadable`` if it is not TOML or larger than the limits."""
    check_toml(text)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise MalformedError("unreadable", "", f"This is not TOML: {error}.") from error


def load_json(text: str, limits: InputLimits = JSON_LIMITS) -> Json:
    """Return JSON parsed strictly.  Raises MalformedError ``unreadable`` if it is not JSON or larger than the limits."""
    check_json(text, limits)
    try:
        return _STRICT_JSON.decode(text)
    except MalformedError:
        raise
    except (ValueError, RecursionError) as error:
        raise MalformedError("unreadable", "", f"This is not JSON: {error}.") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


_STRICT_JSON = json.JSONDecoder(parse_constant=_no_constant, parse_float=parse_float)


def _json(record: SessionRecord) -> str:
    document = record.as_json()
    try:
        return json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        where = next(_not_finite(document, ""))
        message = "JSON has no number for this: write a text, or leave the key out."
        raise MalformedError("unreadable", where, message) from None


def _not_finite(value: Json, path: str) -> Iterator[str]:
    """Yield the paths of TOML's ``inf`` and ``nan``."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _not_finite(item, f"{path}.{key}" if path else key)
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _not_finite(item, f"{path}[{number}]")
    if isinstance(value, float) and not isfinite(value):
        yield path


def _toml(record: SessionRecord) -> str:
    """Return a record as TOML: unknown hands and counts become ``"?"``, and the day a date."""
    document = {
        key: _date(key, value)
        for key, value in record.source.items()
        if _is_written(key, value, SESSION_KEYS)
    }
    hands = [
        {
            key: _without_nulls(key, value)
            for key, value in hand.source.items()
            if _is_written(key, value, HAND_KEYS)
        }
        for hand in record.hands
    ]
    text = toml_writer.write(document)
    for number, hand in enumerate(hands):
        try:
            text += "\n[[hands]]\n" + toml_writer.write(hand).replace("\n[[", "\n[[hands.")
        except MalformedError as error:
            raise error.within(f"hands[{number}]") from None
    return text


def _is_written(key: str, value: Json, known: tuple[str, ...]) -> bool:
    """Return whether a key goes into TOML, which has no null: known keys may be left out."""
    return value is not None or key not in known


def _date(key: str, value: Json) -> Json:
    if key == "played_on" and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return value
    return value


def _without_nulls(key: str, value: Json) -> Json:
    if key in {"dealt", "left", "cards_left"} and isinstance(value, list):
        return [UNSEEN if item is None else item for item in value]
    return value
