"""Merges of two player rows that turn out to be one person.

Records and seats keep the ids with which they were written; derived rows count for the player who stays.  A merge and its
reversal are rows that are only added, never changed.
"""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

import referee
from scorekeeper import audit
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Club,
    Erasure,
    MergeReversal,
    Player,
    PlayerMerge,
    Recount,
    Rerating,
    Result,
    Score,
    Seat,
    Session,
    User,
)


class MergeError(ValueError):
    """The two players cannot be merged."""


def merges_in_force(club: uuid.UUID) -> QuerySet[PlayerMerge]:
    """Return the merges of a club that were not reversed."""
    return PlayerMerge.objects.filter(club=club, reversal=None)


def surviving_players(club: uuid.UUID) -> dict[uuid.UUID, uuid.UUID]:
    """Return, for each merged player of a club, the player who stays at the end of the chain of merges."""
    return follow_merges(merges_in_force(club).values_list("player", "into"))


def surviving_players_at(club: uuid.UUID, at: datetime) -> dict[uuid.UUID, uuid.UUID]:
    """Return what ``surviving_players`` would have returned at a moment."""
    merges = PlayerMerge.objects.filter(club=club, at__lte=at).exclude(reversal__at__lte=at)
    return follow_merges(merges.order_by("at").values_list("player", "into"))


def follow_merges(merges: Iterable[tuple[uuid.UUID, uuid.UUID]]) -> dict[uuid.UUID, uuid.UUID]:
    """Return, for each merged player, the player who stays at the end of the chain of these merges.

    A circle of merges, which only damaged rows can form, ends at its last player.
    """
    into = dict(merges)

    def end_of_chain(player: uuid.UUID) -> uuid.UUID:
        passed = {player}
        while player in into and into[player] not in passed:
            player = into[player]
            passed.add(player)
        return player

    return {player: end_of_chain(player) for player in into}


def identities_of(player: Player) -> set[uuid.UUID]:
    """Return the ids of all players who are this person: the one who stays and everybody merged into them."""
    survivors = surviving_players(player.club_id)
    survivor = survivors.get(player.pk, player.pk)
    return {survivor, *(other for other, last in survivors.items() if last == survivor)}


def seat_of(session: Session, user: User) -> int | None:
    """Return the number of an account's seat in a session, merged players included; None where they did not sit there."""
    own = Player.objects.filter(club=session.club_id, user=user)
    identities = {pk for player in own for pk in identities_of(player)}
    return session.seats.filter(player__in=identities).values_list("number", flat=True).first()


def require_different_people(players: Sequence[Player]) -> None:
    """Raise MalformedError, with the place of the second, where two of the players were merged into one."""
    survivors = surviving_players(players[0].club_id) if players else {}
    people = [survivors.get(player.pk, player.pk) for player in players]
    for place, player in enumerate(players):
        if people[place] in people[:place]:
            other = players[people.index(people[place])]
            message = f"{player} and {other} are one person, who cannot take two seats."
            raise referee.MalformedError("bad-seat", f"players[{place}]", message)


def shared_sessions(player: Player, other: Player) -> QuerySet[Session]:
    """Return the sessions in which both players sat, merged players included: two people at one table are not one."""
    own = Seat.objects.filter(player__in=identities_of(player)).values("session")
    others = Seat.objects.filter(player__in=identities_of(other)).values("session")
    return Session.objects.filter(pk__in=own).filter(pk__in=others)


def merged_names(club: uuid.UUID) -> dict[uuid.UUID, str]:
    """Return, for each merged player of a club, the name of the player who stays."""
    survivors = surviving_players(club)
    names = dict(Player.objects.filter(pk__in=survivors.values()).values_list("pk", "name"))
    return {player: names[last] for player, last in survivors.items() if last in names}


@transaction.atomic
def merge(
    player: Player,
    into: Player,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[PlayerMerge, bool]:
    """Merge a player into another one, for whom all their hands count from now on; say whether the merge is new.

    The same ``id`` again returns the existing merge.  Raises IdTakenError where it names another merge, MergeError where
    the two cannot be one person.
    """
    # one merge of a club at a time, so that no cycle arises
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    existing = PlayerMerge.objects.filter(pk=id).first() if id else None
    if existing is not None:
        if (existing.player_id, existing.into_id) != (player.pk, into.pk):
            raise IdTakenError
        return existing, False
    _check(player, into)
    row = PlayerMerge.objects.create(
        id=id or uuid.uuid4(),
        club_id=player.club_id,
        player=player,
        into=into,
        by=by,
        at=timezone.now(),
    )
    _reassign_scores(identities_of(player))
    audit.note("players merged", row, by=by, player=str(player.pk), into=str(into.pk))
    return row, True


@transaction.atomic
def reverse(merged: PlayerMerge, *, by: User) -> tuple[MergeReversal, bool]:
    """Undo a merge, so that each player has their own hands again; say whether the reversal is new."""
    Club.objects.select_for_update(no_key=True).get(pk=merged.club_id)
    existing = MergeReversal.objects.filter(merge=merged).first()
    if existing is not None:
        return existing, False
    identities = identities_of(merged.player)
    reversal = MergeReversal.objects.create(merge=merged, by=by, at=timezone.now())
    _reassign_scores(identities)
    audit.note("merge reversed", merged, by=by, player=str(merged.player_id), into=str(merged.into_id))  # fmt: skip
    return reversal, True


def _check(player: Player, into: Player) -> None:
    """Raise MergeError unless both are of one club, not merged yet, not erased, and never sat at one table."""
    if player.club_id != into.club_id:
        raise MergeError(gettext_noop("These players belong to different clubs."))
    if player.pk in identities_of(into):
        raise MergeError(gettext_noop("These players are already merged."))
    if merges_in_force(player.club_id).filter(player=player).exists():
        raise MergeError(f"{player} was merged into somebody else already: reverse that first.")
    if Erasure.objects.filter(player__in=[player, into]).exists():
        raise MergeError(gettext_noop("A player who was erased cannot be merged."))
    if shared_sessions(player, into).exists():
        raise MergeError(
            gettext_noop("These players sat at the same table, so they cannot be one person.")
        )


def _reassign_scores(identities: set[uuid.UUID]) -> None:
    """Assign the scores of these players to the survivors of today, and have their sessions counted again.

    Their sessions are locked, so that nobody writes scores by the merges of before.
    """
    seated = Session.objects.filter(seats__player__in=identities).values("pk")
    locked = Session.objects.select_for_update(of=("self",)).filter(pk__in=seated).order_by("pk")
    sessions = list(locked.values_list("pk", "season"))
    club = Player.objects.filter(pk__in=identities).values_list("club", flat=True)[0]
    Rerating.objects.bulk_create(Rerating(club_id=club, session_id=pk) for pk, _ in sessions)
    Recount.objects.bulk_create(
        Recount(season_id=season, session_id=pk) for pk, season in sessions if season
    )
    Result.objects.filter(pk__in=[pk for pk, _ in sessions]).update(showings=None)
    survivors = surviving_players(club)
    for player in identities:
        own = Score.objects.filter(
            hand__session__seats__player=player, hand__session__seats__number=F("seat")
        )
        Score.objects.filter(pk__in=own.values("pk")).update(player=survivors.get(player, player))
