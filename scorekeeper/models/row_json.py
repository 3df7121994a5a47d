"""Rows as JSON with all their columns, and back, for moving facts between installations."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models

import referee
from referee import Json, JsonObject
from scorekeeper.models.fields import JSONTextField

Row = TypeVar("Row", bound=models.Model)


def to_json(row: models.Model, *, without: Iterable[str] = ()) -> JsonObject:
    """Return a row's columns as JSON: times in the format of digests, foreign keys as ids."""
    omitted = {*without}
    return columns_to_json(
        row, (field.name for field in row._meta.concrete_fields if field.name not in omitted)
    )


def columns_to_json(row: models.Model, names: Iterable[str]) -> JsonObject:
    """Return these columns of a row as JSON, in the form of ``to_json``."""
    fields = (row._meta.get_field(name) for name in names)
    return {
        field.name: _to_plain(field.value_from_object(row))
        for field in fields
        if isinstance(field, models.Field)
    }


def from_json(model: type[Row], data: Json, *, where: str, **columns: Any) -> Row:
    """Return an unsaved row of these columns; ``columns`` are those that the JSON does not contain.

    Raises MalformedError, with a path below ``where``, for values that a column cannot hold.
    """
    if not isinstance(data, dict):
        raise referee.MalformedError("unreadable", where, "Here must be an object.")
    return model(**_values(model, data, where), **columns)


def rows_from_json(
    model: type[Row], data: Mapping[str, Any], key: str, **columns: Any
) -> list[Row]:
    """Return the unsaved rows of the list under a key; see ``from_json``."""
    return [
        from_json(model, row, where=f"{key}[{place}]", **columns)
        for place, row in enumerate(data[key])
    ]


def format_time(at: datetime | None) -> str | None:
    """Return a time in the format used by digests: UTC with microseconds."""
    return at.astimezone(UTC).isoformat(timespec="microseconds") if at else None


def _to_plain(value: Any) -> Json:
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, date):
        return value.isoformat()
    scalar: Json = str(value) if isinstance(value, UUID) else value
    return scalar


def _values(model: type[models.Model], data: Mapping[str, Json], where: str) -> dict[str, Any]:
    values = {}
    for field in model._meta.concrete_fields:
        if field.name not in data:
            continue
        target = field.target_field if isinstance(field, models.ForeignKey) else field
        value = data[field.name]
        try:
            is_plain = isinstance(field, JSONTextField) or value is None
            values[field.attname] = value if is_plain else target.to_python(value)
        except (ValidationError, TypeError) as error:
            message = f"{value!r} cannot be read."
            raise referee.MalformedError("unreadable", f"{where}.{field.name}", message) from error
    return values
