"""List rows from before the bounds of days and names: they are kept and counted, and somebody of the club should correct them."""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Model

from scorekeeper.models import Club, Player, Season, Session
from scorekeeper.models.limits import name_key

_BOUNDED: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
    (Session, ("played_on",)),
    (Season, ("name", "starts_on", "ends_on")),
    (Player, ("name",)),
    (Club, ("name",)),
)
"""Models with their columns that have bounds."""


class RowOutside(NamedTuple):
    """A value that would be refused today."""

    kind: str
    id: UUID
    column: str
    message: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id}: {self.column}: {self.message}"


def rows_outside(club: Club | None = None) -> Iterator[RowOutside]:
    """Yield the values of a club, or of all clubs, that would be refused today, and names that differ too little."""
    yield from values_outside(club)
    yield from _same_names(club)


def values_outside(club: Club | None = None) -> Iterator[RowOutside]:
    """Yield the days and names of a club, or of all clubs, that would be refused today; another installation refuses them, too."""
    for model, columns in _BOUNDED:
        rows = model._default_manager.order_by("pk")
        if club is not None:
            rows = rows.filter(pk=club.pk) if model is Club else rows.filter(club=club)
        for pk, *values in rows.values_list("pk", *columns).iterator():
            for column, value in zip(columns, values, strict=True):
                yield from _refused(model, pk, column, value)


def _refused(model: type[Model], pk: UUID, column: str, value: object) -> Iterator[RowOutside]:
    field = model._meta.get_field(column)
    try:
        field.run_validators(value)  # type: ignore[union-attr]
    except ValidationError as error:
        kind = str(model._meta.verbose_name)
        yield RowOutside(kind, pk, column, " ".join(error.messages))


def _same_names(club: Club | None) -> Iterator[RowOutside]:
    players = Player.objects.filter(club=club) if club else Player.objects.all()
    taken: dict[tuple[UUID, str], str] = {}
    for pk, of_club, name in players.order_by("pk").values_list("pk", "club", "name").iterator():
        other = taken.setdefault((of_club, name_key(name)), name)
        if other != name:
            message = f"it differs from {other!r} in capital letters, width or spaces only"
            yield RowOutside("player", pk, "name", message)
