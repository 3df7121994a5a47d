"""The same request sent again: a client that chose an id gets the row it made, once."""

from typing import TypeVar

from django.db import IntegrityError, models, transaction

Row = TypeVar("Row", bound=models.Model)


class IdTakenError(ValueError):
    """The id belongs to something else already."""

    def __init__(self, message: str = "This id belongs to something else already.") -> None:
        super().__init__(message)


def make(row: Row) -> tuple[Row, bool]:
    """Keep a new row and say that it is new; tried again with the same id, answer with the row that is there.

    When anything that was chosen differs, the id belongs to something else.
    """
    there = _there(row)
    if there is not None:
        return there, False
    row.full_clean()
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        there = _there(row)  # the same request, a moment earlier
        if there is None:
            raise
        return there, False
    return row, True


def _there(row: Row) -> Row | None:
    there = type(row)._default_manager.filter(pk=row.pk).first()
    if there is not None and _chosen(there) != _chosen(row):
        raise IdTakenError
    return there


def _chosen(row: models.Model) -> dict[str, object]:
    fields = (field for field in row._meta.concrete_fields if field.name != "created_at")
    return {field.attname: getattr(row, field.attname) for field in fields}
