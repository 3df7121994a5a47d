"""Editable properties of clubs, players and seasons, such as names and visibility.

No verdict depends on them, so rows are updated in place; the audit log says who changed what.
"""

import re
from collections import UserDict
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy

from scorekeeper import audit, idempotency
from scorekeeper.clubs import time_zones
from scorekeeper.journal import sealing
from scorekeeper.models import Club, Erasure, ExportFile, Player, Season, User
from scorekeeper.models.fields import assign
from scorekeeper.models.limits import name_key, tidy_name

Row = TypeVar("Row", Club, Player, Season)
Entry = TypeVar("Entry", Player, Season)
PlayerNames: TypeAlias = Mapping[UUID, str]


@transaction.atomic
def add(row: Entry, *, by: User, is_name_free: bool = False) -> tuple[Entry, bool]:
    """Save a new player or season; return it and whether it is new.

    ``is_name_free`` says that the caller has locked the club and looked for the name.
    It is not new if the id was used for such a row before.  Raises IdTakenError, and ValidationError, with ``name-taken`` where
    a player's name differs from another one in capital letters or width only.
    """
    row.name = tidy_name(row.name)
    if isinstance(row, Player) and not is_name_free:
        _require_free_name(row)
    stored, is_new = idempotency.create_once(row)
    if is_new:
        audit.note(f"{stored._meta.verbose_name} added", stored, by=by)
    return stored, is_new


def get_or_add_player(club: Club, name: str, *, by: User) -> Player:
    """Return the club's player of that name, adding one if there is none; capital letters, width and spaces make no difference."""
    existing = players_of(club).find(name)
    if existing is not None:
        return Player.objects.get(pk=existing)
    return add(Player(club=club, name=name), by=by)[0]


class PlayersByName(UserDict[str, UUID]):
    """The ids of players by their tidy names."""

    def __init__(self, players: Mapping[str, UUID]) -> None:
        self._by_key: dict[str, set[UUID]] = {}
        super().__init__(players)

    def __setitem__(self, name: str, player: UUID) -> None:
        super().__setitem__(name, player)
        self._by_key.setdefault(name_key(name), set()).add(player)

    def find(self, name: str) -> UUID | None:
        """Return the player with this name, else the only one whose name differs in capital letters, width or spaces."""
        similar = self._by_key.get(name_key(name), set())
        only = next(iter(similar)) if len(similar) == 1 else None
        return self.get(tidy_name(name), only)


def players_of(club: Club) -> PlayersByName:
    """Return the ids of the club's players by their tidy names; whoever has exactly that name goes first."""
    rows = Player.objects.filter(club=club).order_by("-pk").values_list("name", "pk")
    return by_tidy_name(rows)


def names_taken(club: UUID, *, besides: UUID | None = None) -> dict[str, str]:
    """Return the names of the club's players, ``besides`` excepted, by ``name_key``."""
    players = Player.objects.filter(club=club).order_by("-pk").values_list("pk", "name")
    return {name_key(name): name for pk, name in players if pk != besides}


class PlayerName(NamedTuple):
    """A player's name."""

    pk: UUID
    name: str


def namesakes(players: Iterable[PlayerName]) -> list[tuple[PlayerName, PlayerName]]:
    """Return the pairs of players whose names are the same by today's rule, which an earlier release let stand side by side.

    The first of those with one name is in all its pairs, as the second.
    """
    by_key: dict[str, list[PlayerName]] = {}
    for player in players:
        by_key.setdefault(name_key(player.name), []).append(player)
    return [(other, first) for first, *others in by_key.values() for other in others]


def names_player(club: UUID, text: str) -> bool:
    """Return whether a text contains the name of a player of the club, as words of their own."""
    key = name_key(text)
    names = (re.escape(name) for name in names_taken(club))
    return any(re.search(rf"(?<!\w){name}(?!\w)", key) for name in names)


def _require_free_name(player: Player) -> None:
    """Lock the club, and raise ValidationError ``name-taken`` if another player of it has this name."""
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    taken = names_taken(player.club_id, besides=player.pk).get(name_key(player.name))
    if taken is not None:
        message = gettext_lazy(
            "%(name)s is a player of the club already: names differ in more than capital letters, width and spaces."
        )
        error = ValidationError(message, code="name-taken", params={"name": taken})
        raise ValidationError({"name": error})


def by_tidy_name(players: Iterable[tuple[str, UUID]]) -> PlayersByName:
    """Return the ids of players by their tidy names; whoever has exactly that name goes first."""
    untidy_first = sorted(players, key=lambda player: player[0] == tidy_name(player[0]))
    return PlayersByName({tidy_name(name): player for name, player in untidy_first})


@transaction.atomic
def change(row: Row, values: Mapping[str, object], *, by: User) -> Row:
    """Update fields of a club, player or season.  Raises ValidationError; erased players cannot be changed.

    Values from before that would be refused today may stay.
    """
    values = {**values}
    if isinstance(name := values.get("name"), str) and name != row.name:
        values["name"] = tidy = tidy_name(name)
        if isinstance(row, Player):
            _require_free_name(Player(pk=row.pk, club_id=row.club_id, name=tidy))
    locked = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    if isinstance(locked, Player) and Erasure.objects.filter(player=locked).exists():
        wrong = dict.fromkeys(values, "This player was erased, and stays so.")
        raise ValidationError(wrong)
    changed: list[str] = assign(locked, values)
    if changed:
        locked.clean_fields(exclude={field.name for field in locked._meta.fields} - {*changed})
        locked.validate_unique()
        locked.validate_constraints()
        locked.save(update_fields=changed)
        if isinstance(locked, Club) and "time_zone" in changed:
            time_zones.move_days(locked)
        sealing.note_changes(type(locked), [locked.pk])
        club = locked if isinstance(locked, Club) else locked.club
        if isinstance(locked, Club) and "visibility" in changed:
            ExportFile.objects.filter(club=locked).delete()  # its files are swept
        audit.note(
            f"{locked._meta.verbose_name} changed", locked, by=by, club=club, fields=[*changed]
        )
    return locked


def player_names(players: Iterable[UUID]) -> PlayerNames:
    """Return the current names of these players, by id."""
    return dict(Player.objects.filter(pk__in=set(players)).values_list("pk", "name"))
