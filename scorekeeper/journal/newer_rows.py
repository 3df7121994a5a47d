"""Stored facts brought up to date with newer copies of the same rows, from another installation."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from django.db import models

from referee import JsonObject
from scorekeeper.journal import sealing
from scorekeeper.journal.facts import BY_MODEL
from scorekeeper.models.fields import assign

Row = TypeVar("Row", bound=models.Model)

ERASABLE = ("text", "text_salt", "reason")
"""The columns of a revision that an erasure empties; its digest covers all others."""


class OtherFactError(ValueError):
    """A stored fact is missing among the newer rows, or differs from its copy in what never changes."""


def update_stored(model: type[Row], rows: Sequence[Row]) -> bool:
    """Save the changeable columns of the rows that are stored, and have them sealed again; return whether any changed.

    Raises OtherFactError for a row that differs in another column.
    """
    fact = BY_MODEL[model]
    stored_rows = model._default_manager.in_bulk([row.pk for row in rows])
    changed = []
    for row in rows:
        stored = stored_rows.get(row.pk)
        if stored is None:
            continue
        replaced = fact.rewritten(row)
        if _without(fact.fixed_columns(stored), replaced) != _without(
            fact.fixed_columns(row), replaced
        ):
            raise OtherFactError(f"The {fact.kind} {row.pk} is another one in this database.")
        fields = (
            field
            for field in row._meta.concrete_fields
            if field.name in {*(fact.salted or ERASABLE), *replaced}
        )
        if assign(stored, {field.attname: getattr(row, field.attname) for field in fields}):
            stored.save()
            changed.append(row.pk)
    if fact.salted:
        sealing.note_changes(model, changed)
    return bool(changed)


def _without(columns: JsonObject, names: Collection[str]) -> JsonObject:
    return {name: value for name, value in columns.items() if name not in names}


def delete_others(stored: models.QuerySet[Any], ids: Collection[str]) -> None:
    """Delete the stored rows that are not among these ids, and have their absence sealed."""
    deleted = list(stored.exclude(pk__in=ids).values_list("pk", flat=True))
    stored.filter(pk__in=deleted).delete()
    sealing.note_changes(stored.model, deleted)


def check_complete(stored: models.QuerySet[Any], ids: Iterable[str]) -> None:
    """Raise OtherFactError if one of the stored rows is not among these ids."""
    if missing := {str(pk) for pk in stored.values_list("pk", flat=True)} - {*ids}:
        kind = stored.model._meta.verbose_name
        raise OtherFactError(
            f"The archive lacks the {kind} {min(missing)}, which is in this database."
        )
