"""The formats as JSON Schema 2020-12, for editors and for programs that write or read them.

What the schemas share is in ``definitions.json``; what a game allows is derived from its rules table.  A schema is complete
in itself: it refers to no other document.

Front door: SCHEMAS, schema.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from referee.record import ADJUDICATION_FORMAT, BUNDLE_FORMAT, RECORD_FORMAT, Json, MalformedError
from referee.schemas.games import game_definitions, game_rules, most_seats
from referee.verdicts import Fault

SCHEMAS = (RECORD_FORMAT, ADJUDICATION_FORMAT, BUNDLE_FORMAT, "hand-analysis/1")
"""The formats that have a schema."""


def schema(name: str) -> dict[str, Json]:
    """Return the JSON Schema of a format, such as ``session-record/1``; without its version, of the newest.

    Raises MalformedError ``unknown-format``.

    >>> import referee
    >>> referee.schema("session-record")["$id"]
    'urn:referee:session-record/1'
    """
    newest = {known.partition("/")[0]: known for known in SCHEMAS}
    known = newest.get(name, name)
    if known not in SCHEMAS:
        message = f"{name!r} is none of {', '.join(SCHEMAS)}."
        raise MalformedError("unknown-format", "", message)
    document = _load(known.replace("/", "-"))
    if known == RECORD_FORMAT:
        document["allOf"] = game_rules()
        document["properties"]["players"]["maxItems"] = most_seats()
    definitions = {
        **_load("definitions"),
        **document.pop("$defs", {}),
        **game_definitions(),
        "fault": {"enum": list(Fault)},
    }
    definitions["seat"]["maximum"] = most_seats()
    return {**document, "$defs": _definitions_for(document, definitions)}


def _load(name: str) -> dict[str, Json]:
    text = Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Json] = json.loads(text)
    return loaded


def _definitions_for(document: Json, definitions: dict[str, Json]) -> dict[str, Json]:
    """Return the definitions that a schema refers to, directly or through others, sorted by name."""
    needed: dict[str, Json] = {}
    waiting = list(_references(document))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = definitions[name]
            waiting += _references(definitions[name])
    return dict(sorted(needed.items()))


def _references(value: Json) -> Iterator[str]:
    """Yield the names of the definitions to which a value refers."""
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix("#/$defs/")
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


__all__ = ["SCHEMAS", "schema"]
