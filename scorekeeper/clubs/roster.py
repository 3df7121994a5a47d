"""A club, its players and its seasons: what they are called, and who may look.

No verdict depends on any of it, so it is simply changed; that it was, and by whom, is in the audit log.
"""

from collections.abc import Mapping
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction

from scorekeeper import audit, idempotency
from scorekeeper.models import Club, Erasure, Player, Season, User

Row = TypeVar("Row", Club, Player, Season)
Entry = TypeVar("Entry", Player, Season)


@transaction.atomic
def add(row: Entry, *, by: User) -> tuple[Entry, bool]:
    """A club has a new player or season.  Says whether it is new; asked again with the same id it is not."""
    kept, is_new = idempotency.make(row)
    if is_new:
        audit.note(f"{kept._meta.verbose_name} added", kept, by=by)
    return kept, is_new


def player_named(club: Club, name: str, *, by: User) -> Player:
    """The club's player of that name, added if there is none."""
    there = Player.objects.filter(club=club, name=name).first()
    return there or add(Player(club=club, name=name), by=by)[0]


@transaction.atomic
def change(row: Row, values: Mapping[str, object], *, by: User) -> Row:
    """Call it something else, open it to the public, link it to an account …"""
    held = type(row)._default_manager.select_for_update(of=("self",)).get(pk=row.pk)
    if isinstance(held, Player) and Erasure.objects.filter(player=held).exists():
        wrong = dict.fromkeys(values, "This player was erased, and stays so.")
        raise ValidationError(wrong)
    changed: list[str] = sorted(
        name for name, value in values.items() if getattr(held, name) != value
    )
    for name in changed:
        setattr(held, name, values[name])
    if changed:
        held.full_clean()
        held.save(update_fields=changed)
        club = held if isinstance(held, Club) else held.club
        audit.note(f"{held._meta.verbose_name} changed", held, by=by, club=club, fields=[*changed])
    return held
