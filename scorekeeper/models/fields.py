"""Model fields that store JSON as text; setting several columns of a row.

The databases' own JSON types reorder keys, rewrite numbers and refuse some strings.  Digests need the exact bytes, on
SQLite and on PostgreSQL.
"""

import contextlib
import json
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any
from uuid import UUID

import orjson
from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

import referee

if TYPE_CHECKING:
    _TextField = models.TextField[Any, Any]  # the types of json.loads
else:
    _TextField = models.TextField


class JSONTextField(_TextField):
    """A JSON value stored as compact text; keys keep their order."""

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> object:
        return None if value is None else json.loads(value)

    def to_python(self, value: object) -> object:
        """Parse a form's input.  Raises ValidationError."""
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError as error:
            raise ValidationError("This is not JSON.") from error

    def get_prep_value(self, value: object) -> str | None:
        return None if value is None else self.to_text(value)

    def get_placeholder(self, value: object, compiler: object, connection: object) -> str:
        """Return the plain placeholder.

        Where a field has this method, Django inserts many rows as VALUES.  Otherwise it sends PostgreSQL an array for each
        column, in which psycopg escapes every quotation mark of the JSON: half the CPU time of an import.
        """
        return "%s"

    def value_to_string(self, obj: models.Model) -> str:
        return self.to_text(self.value_from_object(obj))

    def to_text(self, value: object) -> str:
        """Return the text to store.  Raises ValueError for NaN and infinity, TypeError for types that JSON lacks."""
        with contextlib.suppress(orjson.JSONEncodeError):  # an integer of more than 64 bits
            text = orjson.dumps(value, option=_STRICT)
            if b"null" not in text:  # orjson writes NaN as null, too
                return text.decode()
        return _COMPACT.encode(value)


def _default(value: object) -> object:
    """Serialize the types that orjson supports by default, for the standard library's encoder."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"{value!r} cannot be written as JSON.")


_STRICT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_COMPACT = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_default)


class CanonicalJSONField(JSONTextField):
    """A JSON value stored as canonical text, the input of digests."""

    def to_text(self, value: object) -> str:
        return referee.canonical(value)


def assign(row: models.Model, values: Mapping[str, object]) -> list[str]:
    """Set a row's columns without saving; return the names of those that changed, sorted."""
    changed = sorted(name for name, value in values.items() if getattr(row, name) != value)
    for name in changed:
        setattr(row, name, values[name])
    return changed
