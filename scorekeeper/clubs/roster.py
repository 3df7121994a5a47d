"""Editable properties of clubs, players and seasons, such as names and visibility.

No verdict depends on them, so rows are updated in place; the audit log says who changed what.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction

from scorekeeper import audit, idempotency
from scorekeeper.journal import sealing
from scorekeeper.models import Club, Erasure, Player, Season, User
from scorekeeper.models.fields import assign

Row = TypeVar("Row", Club, Player, Season)
Entry = TypeVar("Entry", Player, Season)
PlayerNames: TypeAlias = Mapping[UUID, str]


@transaction.atomic
def add(row: Entry, *, by: User) -> tuple[Entry, bool]:
    """Save a new player or season; return it and whether it is new.

    It is not new if the id was used for such a row before.  Raises IdTakenError.
    """
    stored, is_new = idempotency.create_once(row)
    if is_new:
        audit.note(f"{stored._meta.verbose_name} added", stored, by=by)
    return stored, is_new


def get_or_add_player(club: Club, name: str, *, by: User) -> Player:
    """Return the club's player of that name, adding one if there is none; superfluous spaces make no difference."""
    name = tidy_name(name)
    existing = players_of(club).get(name)
    if existing is not None:
        return Player.objects.get(pk=existing)
    return add(Player(club=club, name=name), by=by)[0]


def tidy_name(name: str) -> str:
    """Return a name without spaces at its ends, and with one space between words.

    >>> tidy_name("  Ann   Ma ")
    'Ann Ma'
    """
    return " ".join(name.split())


def players_of(club: Club) -> dict[str, UUID]:
    """Return the ids of the club's players by their tidy names; whoever has exactly that name goes first."""
    rows = Player.objects.filter(club=club).order_by("-pk").values_list("name", "pk")
    return by_tidy_name(rows)


def key_of(name: str) -> str:
    """Return what the names of two players of a club have to differ in: capital letters and spaces make no difference.

    >>> key_of(" Ann  Ma ") == key_of("ANN MA")
    True
    """
    return tidy_name(name).casefold()


def names_taken(club: UUID, *, besides: UUID | None = None) -> dict[str, str]:
    """Return the names of the club's players, ``besides`` excepted, by ``key_of``."""
    players = Player.objects.filter(club=club).order_by("-pk").values_list("pk", "name")
    return {key_of(name): name for pk, name in players if pk != besides}


def names_player(club: UUID, text: str) -> bool:
    """Return whether a text contains the name of a player of the club, as words of their own."""
    key = key_of(text)
    names = (re.escape(name) for name in names_taken(club))
    return any(re.search(rf"(?<!\w){name}(?!\w)", key) for name in names)


def by_tidy_name(players: Iterable[tuple[str, UUID]]) -> dict[str, UUID]:
    """Return the ids of players by their tidy names; whoever has exactly that name goes first."""
    untidy_first = sorted(players, key=lambda player: player[0] == tidy_name(player[0]))
    return {tidy_name(name): player for name, player in untidy_first}


@transaction.atomic
def change(row: Row, values: Mapping[str, object], *, by: User) -> Row:
    """Update fields of a club, player or season.  Raises ValidationError; erased players cannot be changed."""
    locked = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    if isinstance(locked, Player) and Erasure.objects.filter(player=locked).exists():
        wrong = dict.fromkeys(values, "This player was erased, and stays so.")
        raise ValidationError(wrong)
    changed: list[str] = assign(locked, values)
    if changed:
        locked.full_clean()
        locked.save(update_fields=changed)
        sealing.note_changes(type(locked), [locked.pk])
        club = locked if isinstance(locked, Club) else locked.club
        audit.note(
            f"{locked._meta.verbose_name} changed", locked, by=by, club=club, fields=[*changed]
        )
    return locked


def player_names(players: Iterable[UUID]) -> PlayerNames:
    """Return the current names of these players, by id."""
    return dict(Player.objects.filter(pk__in=set(players)).values_list("pk", "name"))
