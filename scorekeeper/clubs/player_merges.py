"""Merges of two player rows that turn out to be one person.

Records and seats keep the ids with which they were written; derived rows count for the player who stays.  A merge and its
reversal are rows that are only added, never changed; workers then assign the scores, session by session (``merge_pieces``).
"""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

import referee
from scorekeeper import audit
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Club,
    Erasure,
    FiguresChange,
    MergeProgress,
    MergeReversal,
    Player,
    PlayerMerge,
    PlayerPicture,
    Recount,
    Rerating,
    Result,
    Score,
    Seat,
    Session,
    SessionFigures,
    User,
)

AT_ONCE = 3
"""Sessions up to which workers have nothing to do: their scores are assigned with the decision."""


class MergeError(ValueError):
    """The two players cannot be merged."""


def merges_in_force(club: uuid.UUID) -> QuerySet[PlayerMerge]:
    """Return the merges of a club that were not reversed."""
    return _IN_FORCE.filter(club=club)


# Built once: to resolve these names takes Django longer than to ask the database.
_IN_FORCE = PlayerMerge.objects.filter(reversal=None)


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
    return seats_by_account(session, [user.pk]).get(user.pk)


def seats_by_account(session: Session, accounts: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return the seats of those of these accounts who sat in a session, merged players included, in at most three queries."""
    linked = Player.objects.filter(club=session.club_id, user__in=accounts)
    own = list(linked.values_list("user", "pk"))
    if not own:
        return {}
    survivors = surviving_players(session.club_id)
    seated = {
        survivors.get(player, player): number
        for player, number in session.seats.values_list("player", "number")
    }
    seats = [
        (seated[stays], account)
        for account, player in own
        if account is not None and (stays := survivors.get(player, player)) in seated
    ]
    return {account: number for number, account in sorted(seats, reverse=True)}


def require_different_people(players: Sequence[Player]) -> None:
    """Raise MalformedError, with the place of the second, where two of the players were merged into one."""
    survivors = surviving_players(players[0].club_id) if players else {}
    people = [survivors.get(player.pk, player.pk) for player in players]
    for place, player in enumerate(players):
        if people[place] in people[:place]:
            other = players[people.index(people[place])]
            message = f"{player} and {other} are one person, who cannot take two seats."
            raise referee.MalformedError("bad-seat", f"players[{place}]", message)


def shared_sessions(player: Player, other: Player) -> QuerySet[Seat, uuid.UUID]:
    """Return the ids of sessions in which both players sat, merged players included: two people at one table are not one."""
    seats = Seat.objects.order_by().values_list("session", flat=True)
    own, others = (seats.filter(player__in=identities_of(each)) for each in (player, other))
    return own.intersection(others)


def merged_names(club: uuid.UUID) -> dict[uuid.UUID, str]:
    """Return, for each merged player of a club, the name of the player who stays."""
    merges = list(merges_in_force(club).values_list("player", "into", "into__name"))
    survivors = follow_merges((player, into) for player, into, _ in merges)
    names = {into: name for _, into, name in merges}
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
    # One merge of a club at a time, so that no cycle arises; sessions with new seats are committed before, or follow it.
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    existing = PlayerMerge.objects.filter(pk=id).first() if id else None
    if existing is not None:
        if (existing.player_id, existing.into_id) != (player.pk, into.pk):
            raise IdTakenError
        return existing, False
    _check(player, into)
    row = PlayerMerge(id=id or uuid.uuid4(), player=player, into=into, by=by, at=timezone.now())
    row.club_id = player.club_id
    row.save(force_insert=True)
    _share_picture(row)
    begin(row)
    audit.note("players merged", row, by=by, player=str(player.pk), into=str(into.pk))
    return row, True


@transaction.atomic
def reverse(merged: PlayerMerge, *, by: User) -> tuple[MergeReversal, bool]:
    """Undo a merge, so that each player has their own hands again; say whether the reversal is new."""
    Club.objects.select_for_update(no_key=True).get(pk=merged.club_id)
    existing = MergeReversal.objects.filter(merge=merged).first()
    if existing is not None:
        return existing, False
    reversal = MergeReversal.objects.create(merge=merged, by=by, at=timezone.now())
    _take_back_picture(merged)
    begin(merged)
    audit.note(
        "merge reversed", merged, by=by, player=str(merged.player_id), into=str(merged.into_id)
    )
    return reversal, True


def _share_picture(merged: PlayerMerge) -> None:
    """Give the player who stays the picture of the other one, unless they have their own."""
    own = PlayerPicture.objects.filter(player=merged.player_id).first()
    if own is not None and not PlayerPicture.objects.filter(player=merged.into_id).exists():
        own.player_id = merged.into_id
        own.save(force_insert=True)


def _take_back_picture(merged: PlayerMerge) -> None:
    """Delete the picture of the player who has their own hands again from the players to whom it was given."""
    own = PlayerPicture.objects.filter(player=merged.player_id).first()
    if own is not None:
        others = identities_of(merged.into)
        PlayerPicture.objects.filter(player__in=others, digest=own.digest).delete()


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


def seats_of(merged: PlayerMerge) -> QuerySet[Seat]:
    """Return the seats whose hands a merge, or its reversal, gives to somebody else.

    They are those of the merged player and of everybody who was merged into this one.
    """
    others = merges_in_force(merged.club_id).exclude(player=merged.player_id)
    ends = follow_merges(others.values_list("player", "into"))
    own = {player for player, last in ends.items() if last == merged.player_id}
    return Seat.objects.filter(player__in={merged.player_id, *own}).order_by("session")


def assign_scores(merged: PlayerMerge, sessions: Collection[uuid.UUID]) -> None:
    """Assign the scores of a merge's players in locked sessions to who they are now, and have these counted again."""
    survivors = surviving_players(merged.club_id)
    seats = defaultdict(list)
    for seat in seats_of(merged).filter(session__in=sessions):
        survivor = survivors.get(seat.player_id, seat.player_id)
        seats[survivor, seat.number].append(seat.session_id)
    for (survivor, number), of_seat in seats.items():
        scores = Score.objects.filter(hand__session__in=of_seat, seat=number)
        scores.update(player=survivor)
    rows = list(Session.objects.filter(pk__in=sessions).order_by("pk"))
    Rerating.objects.bulk_create(Rerating(club_id=row.club_id, session=row) for row in rows)
    Recount.objects.bulk_create(
        Recount(season_id=row.season_id, session=row) for row in rows if row.season_id
    )
    Result.objects.filter(pk__in=sessions).update(showings=None)
    former = survivors.get(merged.into_id, merged.into_id)
    if former != survivors.get(merged.player_id):  # reversed: the months of both change
        figures = SessionFigures.objects.filter(pk__in=sessions)
        months = {day.replace(day=1) for day in figures.values_list("day", flat=True)}
        changes = (
            FiguresChange(club_id=merged.club_id, month=month, player_id=former)
            for month in sorted(months)
        )
        FiguresChange.objects.bulk_create(changes, ignore_conflicts=True)


def begin(merged: PlayerMerge) -> None:
    """Assign the scores of a few sessions; leave more to workers, who begin anew if they are at it already."""
    sessions = list(seats_of(merged).values_list("session", flat=True)[: AT_ONCE + 1])
    values: dict[str, object] = {"sessions": None, "left": None, "finished_at": None}
    if len(sessions) <= AT_ONCE:
        list(Session.objects.select_for_update(of=("self",)).filter(pk__in=sessions).order_by("pk"))
        assign_scores(merged, sessions)
        values = {"sessions": len(sessions), "left": 0, "finished_at": timezone.now()}
    values |= {"club_id": merged.club_id, "after": None}
    MergeProgress.objects.update_or_create(merge=merged, defaults=values)
