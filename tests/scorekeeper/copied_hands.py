"""Copy hands inside the database, thousands of them within a second."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.db import connection, models, transaction

from scorekeeper.models import Adjudication, Hand, HandRevision

COPIES = "CREATE TEMPORARY TABLE copies (kind {key}, hand {key}, head {key}, position integer)"


@transaction.atomic
def copy_hands(kinds: Sequence[Hand], times: int) -> Mapping[uuid.UUID, uuid.UUID]:
    """Copy each of these hands of one session so many times, without replays; return the original of each copy."""
    ways = [(kind, uuid.uuid4(), uuid.uuid4()) for kind in kinds for _ in range(times)]
    with connection.cursor() as cursor, _written_down(cursor, ways, after=len(kinds)):
        _copy(cursor, Hand, {"id": "hand", "head_id": "head", "position": "position"})
        _copy(cursor, HandRevision, {"id": "head", "hand_id": "hand", "position": "position"})
        _copy(cursor, Adjudication, {"hand_id": "hand"})
    return {hand: kind.pk for kind, hand, _ in ways}


@contextmanager
def _written_down(cursor, ways, *, after: int) -> Iterator[None]:
    key = Hand._meta.pk
    cursor.execute(COPIES.format(key=key.db_type(connection)))
    cursor.executemany(
        "INSERT INTO copies VALUES (%s, %s, %s, %s)",
        [
            (
                *(key.get_db_prep_value(value, connection) for value in (kind.pk, hand, head)),
                position,
            )
            for position, (kind, hand, head) in enumerate(ways, after + 1)
        ],
    )
    yield
    cursor.execute("DROP TABLE copies")


def _copy(cursor, model: type[models.Model], changed: Mapping[str, str]) -> None:
    """Insert the rows of this model once per copy, with the changed columns taken from the table of copies."""
    columns = [field.column for field in model._meta.concrete_fields]
    taken = [f"copies.{changed[name]}" if name in changed else f"kind.{name}" for name in columns]
    names = ", ".join(columns)
    about = "id" if model is Hand else "hand_id"
    cursor.execute(
        f"INSERT INTO {model._meta.db_table} ({names}) SELECT {', '.join(taken)}"
        f" FROM copies JOIN {model._meta.db_table} kind ON kind.{about} = copies.kind"
    )
