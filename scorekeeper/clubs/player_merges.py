"""Two players who turn out to be one.

Records and seats keep the ids that they were written with; what is derived counts for the one who stays.  Both the
merging and its reversal are facts that are only added.
"""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

import referee
from scorekeeper import audit
from scorekeeper.asking import Question
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Club,
    Erasure,
    MergeReversal,
    Player,
    PlayerMerge,
    Recount,
    Rerating,
    Score,
    Seat,
    Session,
    User,
)


class MergeError(ValueError):
    """Two players who cannot be one."""


def merges_in_force(club: uuid.UUID) -> QuerySet[PlayerMerge]:
    """The merges of a club that were not reversed."""
    return PlayerMerge.objects.filter(club=club, reversal=None)


STANDING = Question(lambda club: merges_in_force(club).order_by().values_list("player", "into"))


def surviving_players(club: uuid.UUID) -> dict[uuid.UUID, uuid.UUID]:
    """Everybody who turned out to be somebody else, and who that is in the end."""
    return staying(STANDING.about(club))


def staying(merged: Iterable[tuple[Any, ...]]) -> dict[uuid.UUID, uuid.UUID]:
    """The same of merges that were asked for."""
    into = dict(merged)
    return {player: _last(player, into) for player in into}


def surviving_players_at(club: uuid.UUID, at: datetime) -> dict[uuid.UUID, uuid.UUID]:
    """The same as it was known at a moment."""
    said = PlayerMerge.objects.filter(club=club, at__lte=at).exclude(reversal__at__lte=at)
    into = dict(said.order_by("at").values_list("player", "into"))
    return {player: _last(player, into) for player in into}


def _last(player: uuid.UUID, into: dict[uuid.UUID, uuid.UUID]) -> uuid.UUID:
    while player in into:
        player = into[player]
    return player


def identities_of(player: Player) -> set[uuid.UUID]:
    """Everybody who is this player, whatever they were written down as."""
    staying = surviving_players(player.club_id)
    stays = staying.get(player.pk, player.pk)
    return {stays, *(other for other, last in staying.items() if last == stays)}


def seat_of(session: Session, user: User) -> int | None:
    """Where somebody sat, under whatever name they were written down."""
    accounts = Player.objects.filter(club=session.club_id, user=user)
    everybody = {pk for player in accounts for pk in identities_of(player)}
    return session.seats.filter(player__in=everybody).values_list("number", flat=True).first()


def require_different_people(players: Sequence[Player]) -> None:
    """Nobody sits at one table twice, under whatever names.  Raises MalformedError with the place of the second."""
    staying = surviving_players(players[0].club_id) if players else {}
    stays = [staying.get(player.pk, player.pk) for player in players]
    for place, player in enumerate(players):
        if stays[place] in stays[:place]:
            other = players[stays.index(stays[place])]
            message = f"{player} and {other} are one person, who cannot take two seats."
            raise referee.MalformedError("bad-seat", f"players[{place}]", message)


def shared_sessions(player: Player, other: Player) -> QuerySet[Session]:
    """The sessions in which both sat, under whatever names: whoever sat at one table is not one person."""
    theirs = Seat.objects.filter(player__in=identities_of(player)).values("session")
    others = Seat.objects.filter(player__in=identities_of(other)).values("session")
    return Session.objects.filter(pk__in=theirs).filter(pk__in=others)


def merged_names(club: uuid.UUID) -> dict[uuid.UUID, str]:
    """The names under which those are shown who turned out to be somebody else."""
    staying = surviving_players(club)
    names = dict(Player.objects.filter(pk__in=staying.values()).values_list("pk", "name"))
    return {player: names[stays] for player, stays in staying.items()}


@transaction.atomic
def merge(
    player: Player,
    into: Player,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[PlayerMerge, bool]:
    """From now on what this player did counts for the other.  Says whether that is new.

    Raises MergeError where they cannot be one person.
    """
    Club.objects.select_for_update(no_key=True).get(
        pk=player.club_id
    )  # one merge at a time: no cycles
    there = PlayerMerge.objects.filter(pk=id).first() if id else None
    if there is not None:
        if (there.player_id, there.into_id) != (player.pk, into.pk):
            raise IdTakenError
        return there, False
    _check(player, into)
    merged = PlayerMerge.objects.create(
        id=id or uuid.uuid4(),
        club_id=player.club_id,
        player=player,
        into=into,
        by=by,
        at=timezone.now(),
    )
    _count_anew(identities_of(player))
    audit.note("players merged", merged, by=by, player=str(player.pk), into=str(into.pk))
    return merged, True


@transaction.atomic
def reverse(merged: PlayerMerge, *, by: User) -> tuple[MergeReversal, bool]:
    """They were two after all: each has again what they did themselves.  Says whether that is new."""
    Club.objects.select_for_update(no_key=True).get(pk=merged.club_id)
    there = MergeReversal.objects.filter(merge=merged).first()
    if there is not None:
        return there, False
    everybody = identities_of(merged.player)
    reversal = MergeReversal.objects.create(merge=merged, by=by, at=timezone.now())
    _count_anew(everybody)
    audit.note("merge reversed", merged, by=by, player=str(merged.player_id), into=str(merged.into_id))  # fmt: skip
    return reversal, True


def _check(player: Player, into: Player) -> None:
    """One club, two people so far, neither forgotten, never at one table."""
    if player.club_id != into.club_id:
        raise MergeError("The two play in different clubs.")
    if player.pk in identities_of(into):
        raise MergeError("The two are one already.")
    if merges_in_force(player.club_id).filter(player=player).exists():
        raise MergeError(f"{player} was merged into somebody else already: reverse that first.")
    if Erasure.objects.filter(player__in=[player, into]).exists():
        raise MergeError("A player who was erased cannot be merged.")
    if shared_sessions(player, into).exists():
        raise MergeError("The two sat at one table: they cannot be one person.")


def _count_anew(everybody: set[uuid.UUID]) -> None:
    """Give the scores of all these players to whom they count for now.

    Their sessions are locked: nobody writes scores meanwhile as it was before.
    """
    seated = Session.objects.filter(seats__player__in=everybody).values("pk")
    held = Session.objects.select_for_update(of=("self",)).filter(pk__in=seated).order_by("pk")
    filed = list(held.values_list("pk", "season"))
    club = Player.objects.filter(pk__in=everybody).values_list("club", flat=True)[0]
    Rerating.objects.bulk_create(Rerating(club_id=club, session_id=session) for session, _ in filed)
    Recount.objects.bulk_create(
        Recount(season_id=season, session_id=session) for session, season in filed if season
    )
    staying = surviving_players(club)
    for player in everybody:
        own = Score.objects.filter(
            hand__session__seats__player=player, hand__session__seats__number=F("seat")
        )
        Score.objects.filter(pk__in=own.values("pk")).update(player=staying.get(player, player))
