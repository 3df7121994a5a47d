"""Facts as JSON, to be taken from one installation to another: every column of a row, and the row again."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models

import referee
from scorekeeper.adjudication.record_parts import Json, Keys
from scorekeeper.models.fields import JSONTextField

Row = TypeVar("Row", bound=models.Model)


def as_json(row: models.Model, *, without: Iterable[str] = ()) -> Keys:
    """What a row says, moments as they stand in digests, other rows by their ids."""
    fields = (field for field in row._meta.concrete_fields if field.name not in {*without})
    return {field.name: _plain(getattr(row, field.attname)) for field in fields}


def from_json(model: type[Row], said: Json, *, where: str, **beside: Any) -> Row:
    """The row that says so, still to be saved; ``beside`` are columns that stand elsewhere.

    Raises MalformedError, with a path below ``where``, for what no such row can say.
    """
    if not isinstance(said, dict):
        raise referee.MalformedError("unreadable", where, "Here must be an object.")
    return model(**_values(model, said, where), **beside)


def moment(at: datetime | None) -> str | None:
    """A moment as it stands in digests."""
    return at.astimezone(UTC).isoformat(timespec="microseconds") if at else None


def _plain(value: Any) -> Json:
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    plain: Json = str(value) if isinstance(value, UUID) else value
    return plain


def _values(model: type[models.Model], said: Mapping[str, Json], where: str) -> dict[str, Any]:
    values = {}
    for field in model._meta.concrete_fields:
        if field.name not in said:
            continue
        target = field.target_field if isinstance(field, models.ForeignKey) else field
        value = said[field.name]
        try:
            known = isinstance(field, JSONTextField) or value is None
            values[field.attname] = value if known else target.to_python(value)
        except (ValidationError, TypeError) as error:
            message = f"{value!r} cannot be read."
            raise referee.MalformedError("unreadable", f"{where}.{field.name}", message) from error
    return values
