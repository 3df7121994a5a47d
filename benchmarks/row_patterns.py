"""Copy millions of rows into PostgreSQL from patterns, in which only some columns vary."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models
from psycopg import sql

ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "%": "%%"})


class Pattern:
    """A row of which some columns vary: ``pattern % values`` is its line for COPY, with the values in the order of ``varying``."""

    def __init__(self, row: models.Model, varying: Sequence[str]) -> None:
        self.table, self.columns = row._meta.db_table, columns(type(row))
        places = {name: number for number, name in enumerate(varying)}
        fields = {field.column: field for field in row._meta.concrete_fields}
        self._order = [places[name] for name in self.columns if name in places]
        self._line = "\t".join(
            "%s" if name in places else _format(fields[name], row) for name in self.columns
        )

    def __mod__(self, values: Sequence[str]) -> str:
        return self._line % tuple([values[place] for place in self._order])


def columns(model: type[models.Model]) -> list[str]:
    """Return the columns to copy; numbers that the database generates are left out."""
    return [
        field.column
        for field in model._meta.concrete_fields
        if not isinstance(field, models.AutoField)
    ]


def _format(field: Any, row: models.Model) -> str:
    value = field.get_db_prep_save(getattr(row, field.attname), connection)
    return r"\N" if value is None else str(value).translate(ESCAPED)


def copy(model: type[models.Model], lines: Iterable[str]) -> None:
    """Copy lines into the model's table."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(model._meta.db_table),
        sql.SQL(", ").join(map(sql.Identifier, columns(model))),
    )
    with connection.cursor() as cursor, cursor.copy(statement) as into:
        into.write("\n".join(lines))
        into.write("\n")
