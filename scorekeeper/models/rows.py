"""Rows by their columns.

A model's own constructor accepts whatever somebody may mean, and tells everybody of it; of many rows whose columns are all
known, that is most of what they cost.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import NOT_PROVIDED, Model
from django.db.models.base import ModelState

_Row = TypeVar("_Row", bound=Model)


def new_row(model: type[_Row], **columns: Any) -> _Row:
    """A row that is still to be kept, by the names of its columns in Python; a column that is left out has its default."""
    row = model.__new__(model)
    row._state = ModelState()
    told = vars(row)
    told.update(_defaults(model))
    told.update(columns)
    for name, make in _made_each_time(model).items():
        if name not in columns:
            told[name] = make()
    return row


def kept_row(model: type[_Row], names: Iterable[str], values: Iterable[Any]) -> _Row:
    """A row as the database has it; a column that is left out is read when it is asked for."""
    row = model.__new__(model)
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    vars(row).update(zip(names, values, strict=True))
    return row


def refer(row: Model, **others: Model | None) -> None:
    """Have a row refer to others, by the names of its relations."""
    for name, other in others.items():
        vars(row)[f"{name}_id"] = None if other is None else other.pk
        row._state.fields_cache[name] = other


@cache
def _defaults(model: type[Model]) -> dict[str, Any]:
    return {
        field.attname: field.get_default()
        for field in model._meta.concrete_fields
        if not callable(field.default) or field.default is NOT_PROVIDED
    }


@cache
def _made_each_time(model: type[Model]) -> dict[str, Callable[[], Any]]:
    return {
        field.attname: field.default
        for field in model._meta.concrete_fields
        if callable(field.default) and field.default is not NOT_PROVIDED
    }
