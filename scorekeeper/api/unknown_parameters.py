"""Refuse what a request says and its route does not know: query parameters, and keys of the body (400 `unknown-parameter`).

A serializer whose other keys are kept, such as a hand's record, has ``keeps_unknown_keys = True``.
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.settings import api_settings

from scorekeeper.api.errors import BadParameterError, UnknownParameterError

FORMAT = api_settings.URL_FORMAT_OVERRIDE
"""The query parameter that content negotiation reads on every route."""

MAX_ERRORS = 20
MOST_COMPARED = (
    100  # keys of a body with those that are known: each takes a fraction of a millisecond
)
MAX_LENGTH = 100  # of a name in a message
NEAR = 0.8  # how like a known key a key must be to be taken for a slip, from 0 to 1


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
    return name if len(name) <= MAX_LENGTH else f"{name[:MAX_LENGTH]}…"
