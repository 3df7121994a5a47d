"""Read tables in which something outside the service changed values: find what cannot be read, and read the rest."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import connection, models
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Cast

import referee
from scorekeeper.models.fields import JSONTextField

DAMAGE_ERRORS = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    ArithmeticError,
    RecursionError,
)
"""What reading or judging damaged values raises.  Errors of the database connection are not among them."""

BATCH = 200
"""Rows read at a time."""

Row = TypeVar("Row", bound=models.Model)

_TYPES: "tuple[tuple[type[models.Field[Any, Any]], type | tuple[type, ...]], ...]" = (
    (models.UUIDField, UUID),
    (models.DateTimeField, datetime),
    (models.DateField, date),
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.FloatField, (int, float)),
    (models.CharField, str),
    (models.TextField, str),
)


class DamagedValue(NamedTuple):
    """A value that cannot be read, or that refers to a row that does not exist."""

    row: str  # kind and primary key, such as "player merge 5f0c…"
    column: str
    message: str


def unreadable_values(
    rows: QuerySet[Any], *, without: Collection[str] = ()
) -> Iterator[DamagedValue]:
    """Yield every value in these rows that has not the type of its column, except in some columns."""
    fields = [field for field in rows.model._meta.concrete_fields if field.name not in without]
    if _can_read(rows, fields):
        return
    ordered = rows.order_by("pk")
    for place, key in enumerate(list(ordered.values_list(as_text("pk"), flat=True))):
        row = ordered[place : place + 1]
        for field in fields:
            if not _can_read(row, [field]):
                message = f"What is stored cannot be read as {type(_target(field)).__name__}."
                yield DamagedValue(_name(rows.model, key), field.name, message)


def readable(rows: QuerySet[Row]) -> list[Row]:
    """Return the rows without those that cannot be read, or have a value of another type in a column."""
    every = _read(rows)
    if every is None:
        every = [
            row for place in range(rows.count()) for row in _read(rows[place : place + 1]) or ()
        ]
    fields = [
        field for field in rows.model._meta.concrete_fields if not isinstance(field, JSONTextField)
    ]
    return [
        row
        for row in every
        if all(_has_type(field, getattr(row, field.attname)) for field in fields)
    ]


def readable_by(column: str, rows: QuerySet[Row]) -> Mapping[object, list[Row]]:
    """Return the readable rows in their order, in lists by the value of a column."""
    lists: defaultdict[object, list[Row]] = defaultdict(list)
    for row in readable(rows):
        lists[getattr(row, column)].append(row)
    return lists


def missing_references(
    model: type[models.Model], *, without: str = "", **of: object
) -> Iterator[DamagedValue]:
    """Yield every foreign key in the rows ``of`` a club, except one, that refers to a row that does not exist."""
    for field, dangling in _dangling(model):
        if field.name == without:
            continue
        for key, value in dangling.filter(**of):
            message = f"There is no {_name(field.related_model, value)}."
            yield DamagedValue(_name(model, key), field.name, message)


@cache
def _dangling(
    model: type[models.Model],
) -> list[tuple[models.ForeignKey[Any, Any], QuerySet[Any, tuple[str, str]]]]:
    """Return, for each foreign key, the rows in which it refers to nothing.  Built once: Django takes longer for it than to ask."""
    queries = []
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey):
            target = field.related_model._base_manager.filter(pk=OuterRef(field.attname))
            rows = model._default_manager.filter(
                ~Exists(target), **{f"{field.name}__isnull": False}
            )
            queries.append((field, rows.values_list(as_text("pk"), as_text(field.attname))))
    return queries


@contextmanager
def any_encoding_read() -> Iterator[None]:
    """Have SQLite return text that is not UTF-8 during the block, with surrogates in place of the bytes."""
    connection.ensure_connection()
    if connection.vendor != "sqlite":
        yield
        return
    connection.connection.text_factory = lambda text: text.decode(errors="surrogateescape")
    try:
        yield
    finally:
        connection.connection.text_factory = str


def guarded(
    problems: Iterable[referee.VerificationProblem], where: str
) -> Iterator[referee.VerificationProblem]:
    """Yield these problems; where damage makes the rest of the check impossible, yield that instead."""
    try:
        yield from problems
    except DAMAGE_ERRORS as error:
        yield not_checked(error, where)


def not_checked(error: Exception, where: str) -> referee.VerificationProblem:
    """Return the problem that something could not be checked because of this error."""
    if isinstance(error, referee.MalformedError):
        where, reason = error.where or where, error.message
    else:
        reason = f"{type(error).__name__}: {error}"
    message = f"This could not be checked.  {reason}"
    return referee.VerificationProblem(where, "not-checked", message)


def keys_of(rows: QuerySet[Any]) -> Iterator[str]:
    """Yield the primary keys as text, in order."""
    keys = rows.order_by("pk").values_list(as_text("pk"), flat=True)
    return keys.iterator(chunk_size=BATCH)


def as_text(column: str) -> Cast:
    """Return a column as text, which can be read whatever it contains."""
    return Cast(column, models.TextField())


def parse_key(text: str) -> UUID | None:
    """Return a primary key that was read as text; None if it is no UUID."""
    try:
        return UUID(text)
    except ValueError:
        return None


def parse_object(text: str) -> dict[str, Any] | None:
    """Return a JSON object that was read as text; None if it is none, or has no canonical form."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and _has_canonical_form(value) else None


def _name(model: type[models.Model], key: str) -> str:
    is_uuid = not isinstance(model._meta.pk, models.AutoField)
    return f"{model._meta.verbose_name} {(is_uuid and parse_key(key)) or key}"


def _can_read(rows: QuerySet[Any], fields: "Sequence[models.Field[Any, Any]]") -> bool:
    values = _read(rows.values_list(*(field.attname for field in fields)))
    return values is not None and all(
        _has_type(field, value) for row in values for field, value in zip(fields, row, strict=True)
    )


def _read(rows: QuerySet[Any]) -> list[Any] | None:
    """Return the rows as a list; None if any of them cannot be read."""
    try:
        return list(rows)
    except DAMAGE_ERRORS:
        return None


def _has_type(field: "models.Field[Any, Any]", value: object) -> bool:
    if value is None:
        return field.null
    target = _target(field)
    if isinstance(target, JSONTextField):
        return _has_canonical_form(value)
    types = next(types for kind, types in _TYPES if isinstance(target, kind))
    return isinstance(value, types) and (not isinstance(value, str) or _is_unicode(value))


def _target(field: "models.Field[Any, Any]") -> "models.Field[Any, Any]":
    """Return the field whose type a column has: for a foreign key, the one that it refers to."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _has_canonical_form(value: object) -> bool:
    """Return whether a JSON value can be digested; NaN and half of a surrogate pair cannot."""
    try:
        referee.canonical(value).encode()
    except (ValueError, RecursionError):
        return False
    return True
