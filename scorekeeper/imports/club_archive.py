"""Restoring a club from another installation's archive, with its ids and revision chains; hands are adjudicated again.

Existing rows stay unchanged, so importing an archive twice has no further effect.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple, TypeVar
from uuid import UUID
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction

import referee
from scorekeeper import audit
from scorekeeper.clubs import memberships, pictures
from scorekeeper.exports import club_archive
from scorekeeper.imports import archived_sessions
from scorekeeper.imports.archive_files import ArchiveError, check_bounds, check_entries, read_json
from scorekeeper.models import (
    Award,
    Club,
    Erasure,
    HandRevision,
    Member,
    MembershipChange,
    MergeReversal,
    Player,
    PlayerMerge,
    Recount,
    Role,
    ScoringPlan,
    Season,
    SeasonReport,
    Session,
    SessionRevision,
    User,
    row_json,
)
from scorekeeper.statistics.awards import MAX_PER_CLUB, question_of

ACCOUNT_KEYS = frozenset({"by", "user", "created_by", "recorded_by", "raised_by", "removed_by"})
"""Keys whose values are ids of accounts."""

READ_ERRORS = (
    BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,  # raised by zipfile
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    ValidationError,
)
"""Exceptions raised by reading a file that is no archive, or damaged, or incomplete."""

JsonObject = Mapping[str, Any]
OnProgress = Callable[[int, int, str, int], None]
"""Called with the number of sessions that are done, of all, what is done with them, and the number of their hands."""
Row = TypeVar("Row", bound=models.Model)


class RestoredClub(NamedTuple):
    """The restored club, with the number of new and known sessions."""

    club: Club
    new: int
    known: int  # existed before


@transaction.atomic
def restore(
    file: IO[bytes],
    *,
    owner: User,
    on_progress: OnProgress = lambda done, total, doing, hands: None,
) -> RestoredClub:
    """Restore a club in one transaction.  ``owner`` becomes an owner if the club is new.

    Raises ArchiveError if a bundle fails verification or an id is already used by another row.
    """
    try:
        with ZipFile(file) as archive:
            check_entries(archive, file)
            manifest = read_json(archive, club_archive.MANIFEST_NAME)
            check_archive(archive, manifest, on_progress)
            club, is_new = _restore_club(archive, manifest, owner=owner)
            bundles = bundles_in(archive, manifest, on_progress, "importing")
            restored = [_restore_session(club, bundle) for bundle in bundles]
    except ArchiveError:
        raise
    except (IntegrityError, DataError) as error:
        raise ArchiveError(
            f"A row of the archive conflicts with one in this database: {error}"
        ) from error
    except READ_ERRORS as error:
        raise ArchiveError(f"This is not a club archive: {error!r}") from error
    if any(restored):  # facts with earlier dates: what was known at a moment is another table now
        # Reports are stored as current under this lock.  It is taken last: sessions are opened during a long import.
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        SeasonReport.objects.filter(club=club).delete()
    if is_new or any(restored):
        audit.note("club imported", club, by=owner, club=club, sessions=sum(restored))
    return RestoredClub(club, new=sum(restored), known=len(restored) - sum(restored))


def bundles_in(
    archive: ZipFile,
    manifest: JsonObject,
    on_progress: OnProgress = lambda done, total, doing, hands: None,
    doing: str = "",
) -> Iterator[dict[str, Any]]:
    """Yield the bundles of an archive's sessions."""
    hands = 0
    for done, pk in enumerate(manifest["sessions"], 1):
        bundle = read_json(archive, club_archive.bundle_name(pk))
        yield bundle
        hands += len(bundle.get("hands") or ())
        on_progress(done, len(manifest["sessions"]), doing, hands)


def check_archive(archive: ZipFile, manifest: JsonObject, on_progress: OnProgress) -> None:
    """Verify the manifest and every bundle.  Raises ArchiveError for the first that fails."""
    if manifest.get("format") != referee.ARCHIVE_FORMAT:
        message = f"This is no {referee.ARCHIVE_FORMAT}: its format is {manifest.get('format')!r}."
        raise ArchiveError(message)
    expected = {club_archive.MANIFEST_NAME, *map(club_archive.bundle_name, manifest["sessions"])}
    files = {*archive.namelist()} - {club_archive.JOURNAL_NAME}
    if differing := sorted(expected ^ files):
        raise ArchiveError(
            f"The manifest and the files in the archive differ: {differing[0]!r:.200}."
        )
    for problem in referee.verify(dict(manifest)).problems:
        raise ArchiveError(f"{club_archive.MANIFEST_NAME}: {problem.where}: {problem.message}")
    bundles = bundles_in(archive, manifest, on_progress, "verifying")
    for pk, bundle in zip(manifest["sessions"], bundles, strict=True):
        problems = referee.verify(bundle).problems
        if problems:
            raise ArchiveError(f"Session {pk}: {problems[0].where}: {problems[0].message}")
        if (bundle["club"], bundle["session"]["id"]) != (manifest["club"]["id"], pk):
            raise ArchiveError(f"{club_archive.bundle_name(pk)} is the bundle of another session.")


def _restore_club(archive: ZipFile, manifest: JsonObject, *, owner: User) -> tuple[Club, bool]:
    """Restore the club, its members, players, seasons and plans; return it and whether it is new."""
    create_placeholder_accounts(archive, manifest)
    club = row_json.from_json(Club, manifest["club"], where="club")
    club.time_zone = str(manifest.get("time_zone", ""))
    check_bounds(club, {"time_zone"})
    is_new = create_missing(Club, [club]) != []
    if not is_new:
        club.time_zone = Club.objects.get(pk=club.pk).time_zone
    within = {"club": club}
    if is_new:
        create_missing_from(MembershipChange, manifest, "membership_changes", **within)
        create_missing_from(Member, manifest, "members", **within)
        memberships.give_role(club, owner, Role.OWNER, by=owner)
    create_missing_from(Player, manifest, "players", **within)
    create_missing_from(Season, manifest, "seasons", **within)
    _restore_plans({"plans": [], **manifest}, club)
    restore_awards(manifest, club)
    create_missing_from(PlayerMerge, manifest, "merges", **within)
    reversals = [
        row_json.from_json(
            MergeReversal, merge["reversal"], where="merges", merge_id=UUID(merge["id"])
        )
        for merge in manifest["merges"]
        if merge["reversal"]
    ]
    create_missing(MergeReversal, reversals)
    create_missing_from(Erasure, manifest, "erasures", **within)
    pictures.restore(club, manifest.get("pictures", []))
    return club, is_new


def _restore_plans(manifest: JsonObject, club: Club) -> None:
    """Restore scoring plans, and queue a recount of their seasons."""
    new = create_missing(
        ScoringPlan, row_json.rows_from_json(ScoringPlan, manifest, "plans", club=club)
    )
    seasons = {plan.season_id for plan in new}
    Recount.objects.bulk_create(Recount(season_id=season) for season in sorted(seasons))


def restore_awards(manifest: JsonObject, club: Club) -> None:
    """Save the awards whose ids do not exist yet.  Raises ArchiveError for those that no club can have."""
    rows = row_json.rows_from_json(Award, {"awards": [], **manifest}, "awards", club=club)
    if len([row for row in rows if row.removed_at is None]) > MAX_PER_CLUB:
        raise ArchiveError(f"A club gives up to {MAX_PER_CLUB} awards; the archive has more.")
    for row in rows:
        try:
            question_of(row.search)
        except (ValueError, AttributeError) as error:
            raise ArchiveError(f"The award {row.pk} is of another release: {error}") from error
    create_missing(Award, rows)


def _account_ids(data: object) -> Iterator[str]:
    """Yield the ids of accounts anywhere in this JSON; records contain none."""
    if isinstance(data, list):
        for item in data:
            yield from _account_ids(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in ACCOUNT_KEYS and isinstance(value, str):
                yield value
            elif key not in {"content", "text", "adjudication"}:
                yield from _account_ids(value)


def create_placeholder_accounts(archive: ZipFile, manifest: JsonObject) -> None:
    """Create inactive accounts without password for ids that do not exist here."""
    ids = {*_account_ids(manifest)}
    for bundle in bundles_in(archive, manifest):  # one at a time in memory
        ids.update(_account_ids(bundle))
    placeholders = [
        User(id=UUID(pk), username=f"account-{pk}", password="!", is_active=False)  # noqa: S106 - none
        for pk in sorted(ids)
    ]
    create_missing(User, placeholders)


def create_missing_from(
    model: type[models.Model], data: JsonObject, key: str, **columns: Any
) -> None:
    """Save the rows under a key of the manifest whose ids do not exist yet."""
    create_missing(model, row_json.rows_from_json(model, data, key, **columns))


def create_missing(model: type[Row], rows: Sequence[Row]) -> list[Row]:
    """Save and return the rows whose ids do not exist yet, with their original creation times."""
    existing = model._default_manager.in_bulk([row.pk for row in rows])
    for row in rows:
        if getattr(existing.get(row.pk, row), "club_id", None) != getattr(row, "club_id", None):
            raise ArchiveError(f"The id {row.pk} is already used by another row.")
    new = [row for row in rows if row.pk not in existing]
    for row in new:
        check_bounds(row, {"name", "starts_on", "ends_on"})
    created = {row.pk: row.created_at for row in new if hasattr(row, "created_at")}
    model._default_manager.bulk_create(new)
    for row in new:
        if row.pk in created:
            # bulk_create has overwritten it (auto_now_add)
            row.created_at = created[row.pk]  # type: ignore[attr-defined]
    if created:
        model._default_manager.bulk_update(new, ["created_at"])
    return new


def _restore_session(club: Club, bundle: JsonObject) -> bool:
    """Restore a session with its history unless it exists; return whether it is new."""
    if _is_known(bundle["session"], bundle["hands"]):
        return False
    archived_sessions.restore(club, bundle)
    return True


def _is_known(data: JsonObject, hands: Sequence[JsonObject]) -> bool:
    """Return whether the session exists with at least this history.  Raises ArchiveError if its history differs."""
    if not Session.objects.filter(pk=data["id"]).exists():
        return False
    digests = {
        *SessionRevision.objects.filter(session=data["id"]).values_list("digest", flat=True),
        *HandRevision.objects.filter(hand__session=data["id"]).values_list("digest", flat=True),
    }
    if not {data["head"], *(hand["head"] for hand in hands)} <= digests:
        raise ArchiveError(
            f"Session {data['id']} is already in this database, with a different history."
        )
    return True
