"""Pictures of players, which stand beside their names: set, removed, shared by merged players, and found for a page."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy

import referee
from referee import JsonObject
from scorekeeper import access, audit
from scorekeeper.access import Person
from scorekeeper.clubs import picture_files, player_merges
from scorekeeper.models import Club, Erasure, Player, PlayerPicture, User


class ShownPicture(NamedTuple):
    """Whose picture it is, and the digest of its content."""

    player: UUID
    digest: str


def put(player: Player, content: bytes, *, by: User) -> PlayerPicture:
    """Make a file the picture of a player, in place of an earlier one.

    Raises BadPictureError, BusyError, and ValidationError for a player who was erased.
    """
    small = picture_files.make_small(content)  # takes a while, outside of the transaction
    return _store(player, small, by=by)


@transaction.atomic
def _store(player: Player, content: bytes, *, by: User) -> PlayerPicture:
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    if Erasure.objects.filter(player=locked).exists():
        raise ValidationError(gettext_lazy("This player was erased, and stays so."))
    existing = PlayerPicture.objects.filter(player=locked).first()
    row = _row(locked.pk, content)
    if existing is not None and existing.digest == row.digest:
        return existing
    row.save(force_insert=existing is None)
    audit.note("player picture set", locked, by=by)
    return row


@transaction.atomic
def remove(player: Player, *, by: User) -> bool:
    """Delete the picture of a player, and of everybody merged into them; return whether there was one."""
    Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    deleted, _ = PlayerPicture.objects.filter(
        player__in=player_merges.identities_of(player)
    ).delete()
    if deleted:
        audit.note("player picture removed", player, by=by)
    return bool(deleted)


def _row(player: UUID, content: bytes) -> PlayerPicture:
    return PlayerPicture(player_id=player, content=content, digest=sha256(content).hexdigest())


def shown_to(person: Person, club: UUID) -> dict[str, ShownPicture]:
    """Return the pictures of a club's players whom somebody may see, by their names, which differ in a club."""
    players = access.players_seen_by(person).filter(club=club, picture__isnull=False)
    rows = players.order_by().values_list("name", "pk", "picture__digest")
    return {name: ShownPicture(pk, digest) for name, pk, digest in rows}


def to_json(club: Club) -> list[JsonObject]:
    """Return the pictures of a club's players for an archive."""
    rows = PlayerPicture.objects.filter(player__club=club).order_by("player")
    return [{"player": str(row.player_id), "webp": b64encode(row.content).decode()} for row in rows]


def restore(club: Club, pictures: Iterable[Mapping[str, str]]) -> None:
    """Save pictures out of an archive, for players of the club who have none and were not erased.

    Raises MalformedError for one that is not in the form in which pictures are stored.
    """
    players = Player.objects.filter(club=club, picture=None, erasure=None)
    without = {str(pk) for pk in players.values_list("pk", flat=True)}
    rows = []
    for place, picture in enumerate(pictures):
        content = b64decode(picture["webp"], validate=True)
        if not picture_files.is_stored_form(content):
            message = "This is no WebP of 128 by 128 pixels and at most 20 kB."
            raise referee.MalformedError("unreadable", f"pictures[{place}].webp", message)
        if picture["player"] in without:
            rows.append(_row(UUID(picture["player"]), content))
    PlayerPicture.objects.bulk_create(rows)


def bring_back(club: Club, pictures: Iterable[Mapping[str, str]] | None) -> None:
    """Save the pictures of a club that came back, in place of those that are here; see ``restore``.

    None is from an earlier release, which knew no pictures: those that are here stay, but for players who were erased.
    """
    here = PlayerPicture.objects.filter(player__club=club)
    outdated = here.filter(player__erasure__isnull=False) if pictures is None else here
    outdated.delete()
    restore(club, pictures or [])
