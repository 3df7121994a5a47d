"""A club out of another installation's archive: the same ids, the same chains, and everything adjudicated again.

What is there already stays as it is, so that taking the same archive twice changes nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple, TypeVar
from uuid import UUID
from zipfile import BadZipFile, ZipFile

from django.db import IntegrityError, models, transaction

import referee
from scorekeeper import audit
from scorekeeper.adjudication import judging, record_parts
from scorekeeper.clubs import memberships
from scorekeeper.exports import club_archive, row_json
from scorekeeper.models import (
    Club,
    Comment,
    CommentRemoval,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    Member,
    MembershipChange,
    MergeReversal,
    Player,
    PlayerMerge,
    Recount,
    Role,
    Ruling,
    ScoringPlan,
    Season,
    Seat,
    Session,
    SessionRevision,
    Transcript,
    User,
    Withdrawal,
)

ACCOUNTS = frozenset({"by", "user", "created_by", "recorded_by", "raised_by"})
"""The keys that name accounts."""

NOT_ONE = (BadZipFile, KeyError, TypeError, AttributeError, referee.MalformedError)
"""What reading something else than an archive, or half of one, raises."""

Said = Mapping[str, Any]
Row = TypeVar("Row", bound=models.Model)


class ArchiveError(ValueError):
    """An archive that cannot be taken in; nothing of it was kept."""


class Restored(NamedTuple):
    """What was taken in."""

    club: Club
    new: int  # sessions
    known: int  # sessions that were there already


@transaction.atomic
def restore(file: IO[bytes], *, owner: User) -> Restored:
    """Take in an archive, all of it or nothing.  Whoever takes in a new club owns it.

    Every bundle is verified first.  Raises ArchiveError for the first that is not as it was sealed, and where something
    else has one of the ids.
    """
    try:
        with ZipFile(file) as archive:
            manifest = _read(archive, club_archive.MANIFEST)
            _check(archive, manifest)
            club, is_new = _club(archive, manifest, owner=owner)
            taken = [_session(club, bundle) for bundle in _bundles(archive, manifest)]
    except IntegrityError as error:
        raise ArchiveError(f"Something in it belongs to something else here: {error}") from error
    except NOT_ONE as error:
        raise ArchiveError(f"This is no archive of a club: {error!r}") from error
    if is_new or any(taken):
        audit.note("club imported", club, by=owner, club=club, sessions=sum(taken))
    return Restored(club, new=sum(taken), known=len(taken) - sum(taken))


def _read(archive: ZipFile, name: str) -> dict[str, Any]:
    try:
        said = json.loads(archive.read(name))
    except ValueError as error:
        raise ArchiveError(f"{name} is no JSON: {error}") from error
    if not isinstance(said, dict):
        raise ArchiveError(f"{name} holds no object.")
    return said


def _bundles(archive: ZipFile, manifest: Said) -> Iterator[dict[str, Any]]:
    for pk in manifest["sessions"]:
        yield _read(archive, club_archive.place_of(pk))


def _check(archive: ZipFile, manifest: Said) -> None:
    """Nothing is taken in that is not as it was sealed."""
    if manifest.get("format") != club_archive.ARCHIVE:
        message = f"This is no {club_archive.ARCHIVE}: its format is {manifest.get('format')!r}."
        raise ArchiveError(message)
    for pk, bundle in zip(manifest["sessions"], _bundles(archive, manifest), strict=True):
        problems = referee.verify(bundle).problems
        if problems:
            raise ArchiveError(f"Session {pk}: {problems[0].where}: {problems[0].message}")
        if (bundle["club"], bundle["session"]["id"]) != (manifest["club"]["id"], pk):
            raise ArchiveError(f"{club_archive.place_of(pk)} is the bundle of another session.")


def _club(archive: ZipFile, manifest: Said, *, owner: User) -> tuple[Club, bool]:
    """The club with its people, and whether it is new."""
    _accounts({*_named(manifest)}.union(*map(_named, _bundles(archive, manifest))))
    club = row_json.from_json(Club, manifest["club"], where="club")
    is_new = _new(Club, [club]) != []
    within = {"club": club}
    if is_new:
        _keep(MembershipChange, manifest, "membership_changes", **within)
        _keep(Member, manifest, "members", **within)
        memberships.give_role(club, owner, Role.OWNER, by=owner)
    _keep(Player, manifest, "players", **within)
    _keep(Season, manifest, "seasons", **within)
    _plans({"plans": [], **manifest}, club)
    _keep(PlayerMerge, manifest, "merges", **within)
    reversals = [
        row_json.from_json(
            MergeReversal, said["reversal"], where="merges", merge_id=UUID(said["id"])
        )
        for said in manifest["merges"]
        if said["reversal"]
    ]
    _new(MergeReversal, reversals)
    _keep(Erasure, manifest, "erasures", **within)
    return club, is_new


def _plans(manifest: Said, club: Club) -> None:
    """The scoring plans of the seasons, whose tables are then counted anew."""
    new = _new(ScoringPlan, _rows(ScoringPlan, manifest, "plans", club=club))
    seasons = {plan.season_id for plan in new}
    Recount.objects.bulk_create(Recount(season_id=season) for season in sorted(seasons))


def _named(said: object) -> Iterator[str]:
    """The accounts that are named anywhere in this; records name none."""
    if isinstance(said, list):
        for item in said:
            yield from _named(item)
    elif isinstance(said, dict):
        for key, value in said.items():
            if key in ACCOUNTS and isinstance(value, str):
                yield value
            elif key not in {"content", "text", "adjudication"}:
                yield from _named(value)


def _accounts(ids: set[str]) -> None:
    """Accounts that nobody has here become places for their ids: nobody can sign in with them."""
    strangers = [
        User(id=UUID(pk), username=f"account-{pk}", password="!", is_active=False)  # noqa: S106 - none
        for pk in sorted(ids)
    ]
    _new(User, strangers)


def _keep(model: type[models.Model], said: Said, key: str, **beside: Any) -> None:
    """The rows under a key of the manifest, where they are not there already."""
    _new(model, _rows(model, said, key, **beside))


def _add(model: type[models.Model], said: Said, key: str, **beside: Any) -> None:
    """The rows under a key of a session or a hand, all of which are new with it."""
    model._default_manager.bulk_create(_rows(model, said, key, **beside))


def _rows(model: type[Row], said: Said, key: str, **beside: Any) -> list[Row]:
    return [
        row_json.from_json(model, row, where=f"{key}[{place}]", **beside)
        for place, row in enumerate(said[key])
    ]


def _new(model: type[Row], rows: Sequence[Row]) -> list[Row]:
    """Keep the rows whose ids nobody has yet, and when they were made elsewhere; those are the answer."""
    there = model._default_manager.in_bulk([row.pk for row in rows])
    for row in rows:
        if getattr(there.get(row.pk, row), "club_id", None) != getattr(row, "club_id", None):
            raise ArchiveError(f"The id {row.pk} belongs to something else here.")
    new = [row for row in rows if row.pk not in there]
    made = {row.pk: row.created_at for row in new if hasattr(row, "created_at")}
    model._default_manager.bulk_create(new)
    for row in new:
        if row.pk in made:
            row.created_at = made[row.pk]  # type: ignore[attr-defined]  # the database's clock was faster
    if made:
        model._default_manager.bulk_update(new, ["created_at"])
    return new


def _session(club: Club, bundle: Said) -> bool:
    """Keep a session with its history, unless it is there; is it new?"""
    said = bundle["session"]
    if _is_known(said, bundle["hands"]):
        return False
    head = said["revisions"][-1]
    parts = record_parts.Parts(head["content"], head["text"])
    session = Session(
        id=UUID(said["id"]),
        club=club,
        season_id=said["season"] and UUID(said["season"]),
        visibility=said["visibility"],
        created_at=said["created_at"],
        created_by_id=UUID(said["created_by"]),
        head_id=UUID(head["id"]),
        **record_parts.columns_of(record_parts.join_session(parts)),
    )
    session.save(force_insert=True)
    _add(SessionRevision, said, "revisions", club=club, session=session)
    players = enumerate(bundle["players"], 1)
    Seat.objects.bulk_create(
        Seat(session=session, player_id=UUID(player["id"]), number=number)
        for number, player in players
    )
    for hand in bundle["hands"]:
        _hand(session, hand)
    session = Session.objects.select_related("head").get(pk=session.pk)
    judging.rejudge(session)
    audit.note("session imported", session, by=None, digest=session.head.digest)
    return True


def _is_known(said: Said, hands: Sequence[Said]) -> bool:
    """Is this session here, with at least this history?  Raises ArchiveError where it has another."""
    if not Session.objects.filter(pk=said["id"]).exists():
        return False
    here = {
        *SessionRevision.objects.filter(session=said["id"]).values_list("digest", flat=True),
        *HandRevision.objects.filter(hand__session=said["id"]).values_list("digest", flat=True),
    }
    if not {said["head"], *(hand["head"] for hand in hands)} <= here:
        raise ArchiveError(f"Session {said['id']} is here already, with another history.")
    return True


def _hand(session: Session, said: Said) -> None:
    hand = Hand(
        id=UUID(said["id"]),
        club_id=session.club_id,
        session=session,
        position=said["position"],
        recorded_by_id=UUID(said["recorded_by"]),
        head_id=UUID(said["revisions"][-1]["id"]),
    )
    hand.save(force_insert=True)
    within = {"club_id": session.club_id, "hand": hand}
    _add(HandRevision, said, "revisions", session=session, position=hand.position, **within)
    _add(Confirmation, said, "confirmations", **within)
    _add(Transcript, said, "transcripts", **within)
    _comments({"comments": [], **said}, within)
    _add(Dispute, said, "disputes", **within)
    for dispute in said["disputes"]:
        of = {"club_id": session.club_id, "dispute_id": UUID(dispute["id"])}
        _add(DisputeStatement, {"statements": [], **dispute}, "statements", **of)
        _ended(dispute, session.club_id)
    audit.note("hand imported", hand, by=None, digest=said["head"])


def _comments(said: Said, within: Mapping[str, Any]) -> None:
    """What members said about it, and what of it was taken back."""
    _add(Comment, said, "comments", **within)
    for comment in said["comments"]:
        if comment["removal"]:
            of = {"comment_id": UUID(comment["id"])}
            row_json.from_json(CommentRemoval, comment["removal"], where="removal", **of).save(
                force_insert=True
            )


def _ended(dispute: Said, club: UUID) -> None:
    """How a dispute ended, if it did."""
    of = {"dispute_id": UUID(dispute["id"])}
    if dispute["ruling"]:
        row_json.from_json(Ruling, dispute["ruling"], where="ruling", club_id=club, **of).save(
            force_insert=True
        )
    if dispute["withdrawal"]:
        row_json.from_json(Withdrawal, dispute["withdrawal"], where="withdrawal", **of).save(
            force_insert=True
        )
