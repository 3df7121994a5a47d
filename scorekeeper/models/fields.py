"""JSON kept as text.

A database's own JSON type reorders keys and rewrites numbers, and refuses strings that a record may hold.  A digest needs
what was written, to the byte, on SQLite and on PostgreSQL alike.
"""

import contextlib
import json
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
    _TextField = models.TextField[Any, Any]  # as json.loads says
else:
    _TextField = models.TextField


class JSONTextField(_TextField):
    """A JSON value kept as compact text, its keys in the order given."""

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> object:
        return None if value is None else json.loads(value)

    def to_python(self, value: object) -> object:
        """What a form was given."""
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError as error:
            raise ValidationError("This is no JSON.") from error

    def get_prep_value(self, value: object) -> str | None:
        return None if value is None else self.written(value)

    def value_to_string(self, obj: models.Model) -> str:
        return self.written(self.value_from_object(obj))

    def written(self, value: object) -> str:
        """The text that is kept.  Raises ValueError for what is no number, TypeError for what JSON has no word for."""
        with contextlib.suppress(orjson.JSONEncodeError):  # a number of more than 64 bits
            text = orjson.dumps(value, option=_STRICT)
            if b"null" not in text:  # which is also what this library makes of NaN
                return text.decode()
        return _COMPACT.encode(value)


def _as_the_other(value: object) -> object:
    """What the faster library writes without being asked."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"JSON has no word for {value!r}.")


_STRICT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_COMPACT = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_as_the_other)


class CanonicalJSONField(JSONTextField):
    """A JSON value kept in its canonical text, which is what a digest is made of."""

    def written(self, value: object) -> str:
        return referee.canonical(value)
