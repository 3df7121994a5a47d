"""Write TOML 1.0, which the standard library can only read."""

import json
from collections.abc import Mapping
from datetime import date, time

from referee.record import Json, MalformedError


def write(document: Mapping[str, Json]) -> str:
    """Return a document as TOML: plain keys first, then tables.

    Raises MalformedError ``unreadable`` with the path of a value that TOML cannot hold (null).

    >>> print(write({"format": "session-record/1", "hands": [{"events": ["1: 3C"]}]}), end="")
    format = "session-record/1"
    <BLANKLINE>
    [[hands]]
    events = ["1: 3C"]
    """
    return "".join(f"{line}\n" for line in _table(document, ())).lstrip("\n")


def _table(table: Mapping[str, Json], path: tuple[str, ...]) -> list[str]:
    tables = {key: value for key, value in table.items() if _is_tables(value)}
    lines = [
        f"{_key(key)} = {_value(value, (*path, key))}"
        for key, value in table.items()
        if key not in tables
    ]
    for key, value in tables.items():
        name = ".".join(_key(part) for part in (*_table_names(path), key))
        for number, row in enumerate(value):
            lines += ["", f"[[{name}]]", *_table(row, (*path, f"{key}[{number}]"))]
    return lines


def _table_names(path: tuple[str, ...]) -> list[str]:
    return [part.split("[")[0] for part in path]


def _is_tables(value: Json) -> bool:
    """Return whether a list gets tables of its own, as hands do; shorter ones are written inline."""
    return isinstance(value, list) and bool(value) and all(_has_lists(row) for row in value)


def _has_lists(row: Json) -> bool:
    return isinstance(row, Mapping) and any(isinstance(value, list) for value in row.values())


def _value(value: Json, path: tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(_without_lone_surrogates(value, path))
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(item, _path_of_item(path, number)) for number, item in enumerate(value))}]"
    if isinstance(value, Mapping):
        rows = [f"{_key(key)} = {_value(item, (*path, key))}" for key, item in value.items()]
        return f"{{ {', '.join(rows)} }}" if rows else "{}"
    where = ".".join(path)
    raise MalformedError(
        "unreadable", where, "TOML cannot hold a null: leave the key out, or write JSON."
    )


def _without_lone_surrogates(text: str, path: tuple[str, ...]) -> str:
    """Return the text; raise MalformedError for half of a surrogate pair, which JSON can hold and TOML cannot."""
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        where = ".".join(path)
        raise MalformedError("unreadable", where, "TOML cannot hold half of a surrogate pair.")
    return text


def _path_of_item(path: tuple[str, ...], number: int) -> tuple[str, ...]:
    return (*path[:-1], f"{path[-1]}[{number}]")


def _text(text: str) -> str:
    """Return a basic string: JSON's escapes are TOML's, plus DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else _text(key)
