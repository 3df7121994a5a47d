"""A club that comes back from another installation: what was added and changed there is added and changed here.

Rows keep their ids.  Facts that are here must be in the archive, and may differ in nothing but the columns that may change
(``journal.facts``) and in erased words.  Hands whose inputs changed are adjudicated again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, TypeAlias, TypeVar
from uuid import UUID
from zipfile import ZipFile

from django.conf import settings
from django.db import DataError, IntegrityError, models, transaction
from django.db.models import ProtectedError

import referee
from scorekeeper import audit
from scorekeeper.adjudication import judging, session_columns
from scorekeeper.clubs import departures, pictures, player_merges, time_zones
from scorekeeper.exports import session_bundle
from scorekeeper.exports.club_archive import MANIFEST_NAME
from scorekeeper.imports import archived_sessions, club_archive
from scorekeeper.imports.archive_files import ArchiveError, check_bounds, check_entries, read_json
from scorekeeper.imports.club_archive import OnProgress
from scorekeeper.journal import newer_rows
from scorekeeper.models import (
    Adjudication,
    Club,
    Comment,
    CommentRemoval,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    HandVariation,
    Member,
    MembershipChange,
    MergeReversal,
    Player,
    PlayerMerge,
    Recount,
    Replay,
    Ruling,
    ScoringPlan,
    Season,
    SeasonReport,
    Seat,
    Session,
    SessionRevision,
    Transcript,
    VariationRemoval,
    WhatIf,
    Withdrawal,
    row_json,
)
from scorekeeper.sessions import recording

JsonObject: TypeAlias = Mapping[str, Any]
Row = TypeVar("Row", bound=models.Model)

OF_SESSIONS = ("id", "season", "visibility", "created_at", "created_by")


@transaction.atomic
def bring_back(
    file: IO[bytes], *, on_progress: OnProgress = lambda done, total, doing, hands: None
) -> club_archive.RestoredClub:
    """Bring a club that moved away up to date from its archive, and accept changes of it again, in one transaction.

    Raises NotMovedError if the club did not move away, and ArchiveError if the archive lacks something that is here, or
    fails verification.
    """
    try:
        with ZipFile(file) as archive:
            check_entries(archive, file)
            manifest = read_json(archive, MANIFEST_NAME)
            club_archive.check_archive(archive, manifest, on_progress)
            club = Club.objects.filter(pk=manifest["club"]["id"]).first()
            if club is None:
                raise ArchiveError(
                    "This club was never in this database: import it without --back."
                )
            departures.stay(club)
            merges_before = _merges(club)
            club_archive.create_placeholder_accounts(archive, manifest)
            _update_club(club, manifest)
            _update_time_zone(club, manifest)
            bundles = club_archive.bundles_in(archive, manifest, on_progress, "importing")
            new = sum(_update_session(club, each) for each in bundles)
            newer_rows.check_complete(club.sessions.all(), manifest["sessions"])
            _assign_merged(club, merges_before)
    except (ArchiveError, departures.NotMovedError):
        raise
    except newer_rows.OtherFactError as error:
        raise ArchiveError(str(error)) from error
    except (IntegrityError, DataError, ProtectedError) as error:
        raise ArchiveError(
            f"A row of the archive conflicts with one in this database: {error}"
        ) from error
    except club_archive.READ_ERRORS as error:
        raise ArchiveError(f"This is not a club archive: {error!r}") from error
    return club_archive.RestoredClub(club, new=new, known=len(manifest["sessions"]) - new)


def _update_club(club: Club, manifest: JsonObject) -> None:
    """Update the club, its members, players, seasons and plans."""
    within = {"club": club}
    _update(Club, [row_json.from_json(Club, manifest["club"], where="club")])
    _update_listed(MembershipChange, manifest, "membership_changes", **within)
    club.members.all().delete()  # derived from the changes
    club_archive.create_missing_from(Member, manifest, "members", **within)
    _update_listed(Player, manifest, "players", **within)
    _update_listed(Season, manifest, "seasons", **within)
    _update_listed(ScoringPlan, manifest, "plans", **within)
    _update_listed(PlayerMerge, manifest, "merges", **within)
    for merge in manifest["merges"]:
        _update_outcome(MergeReversal, merge, "reversal", merge_id=UUID(merge["id"]))
    _update_listed(Erasure, manifest, "erasures", **within)
    club.awards.all().delete()  # no facts
    club_archive.restore_awards(manifest, club)
    pictures.bring_back(club, manifest.get("pictures"))
    newer_rows.delete_others(club.players.all(), _ids(manifest["players"]))
    newer_rows.delete_others(club.seasons.all(), _ids(manifest["seasons"]))
    newer_rows.check_complete(club.membership_changes.all(), _ids(manifest["membership_changes"]))
    newer_rows.check_complete(ScoringPlan.objects.filter(club=club), _ids(manifest["plans"]))
    newer_rows.check_complete(PlayerMerge.objects.filter(club=club), _ids(manifest["merges"]))
    erased = {row["player"] for row in manifest["erasures"]}
    newer_rows.check_complete(Erasure.objects.filter(club=club), erased)
    Recount.objects.bulk_create(Recount(season=season) for season in club.seasons.all())
    SeasonReport.objects.filter(club=club).delete()
    WhatIf.objects.filter(club=club).delete()


def _update_time_zone(club: Club, manifest: JsonObject) -> None:
    """Move the days of the club to the time zone that it chose at the other installation."""
    chosen = str(manifest.get("time_zone", ""))
    if chosen and chosen != (club.time_zone or settings.TIME_ZONE):
        club.time_zone = chosen
        check_bounds(club, {"time_zone"})
        club.save(update_fields=["time_zone"])
        time_zones.move_days(club)


def _merges(club: Club) -> dict[UUID, bool]:
    """Return the merges of the club, each with whether it was reversed."""
    merges = PlayerMerge.objects.filter(club=club)
    return {pk: reversal is not None for pk, reversal in merges.values_list("pk", "reversal")}


def _assign_merged(club: Club, before: Mapping[UUID, bool]) -> None:
    """Have the scores assigned of players who were merged, or separated, at the other installation."""
    changed = _merges(club).items() - before.items()
    for merge in PlayerMerge.objects.filter(pk__in=[pk for pk, _ in changed]):
        player_merges.begin(merge)


def _update_session(club: Club, bundle: JsonObject) -> bool:
    """Update a session with its history, and judge again what changed; return whether the session is new."""
    data = bundle["session"]
    if not Session.objects.filter(pk=data["id"]).exists():
        archived_sessions.restore(club, bundle)
        return True
    session = recording.lock(Session(pk=data["id"]))
    if _parts(session_bundle.build_bundle(session)) == _parts(bundle):
        return False
    row = row_json.from_json(
        Session, {key: data[key] for key in OF_SESSIONS}, where="session", club=club
    )
    recording.file_session(session, season=row.season, visibility=row.visibility, by=None)
    is_changed = _update(Session, [row])
    is_changed |= _update_revisions(
        SessionRevision, data, session.revisions.all(), club=club, session=session
    )
    _update_head(session, bundle)
    for hand in bundle["hands"]:
        is_changed |= _update_hand(session, hand)
    newer_rows.check_complete(session.hands.all(), _ids(bundle["hands"]))
    if is_changed:
        if data["words_erased"]:  # answers repeat words
            Adjudication.objects.filter(hand__session=session).delete()
            Replay.objects.filter(hand__session=session).delete()
        session.refresh_from_db()
        judging.rejudge(session)
        audit.note(
            "session imported", session, by=None, digest=session.head.digest, season=data["season"]
        )
    judging.assign_scores(session)
    return False


def _parts(bundle: JsonObject) -> str:
    """Return the parts of a bundle that hold facts, as text."""
    players = [player["id"] for player in bundle["players"]]
    return referee.canonical([bundle["session"], bundle["hands"], players])


def _update_head(session: Session, bundle: JsonObject) -> None:
    """Update the columns and seats that follow from a session's last revision."""
    head = bundle["session"]["revisions"][-1]
    record = referee.join_session(referee.Parts(head["content"], head["text"]))
    Session.objects.filter(pk=session.pk).update(
        head=head["id"], **session_columns.columns_of(record)
    )
    players = [UUID(player["id"]) for player in bundle["players"]]
    if players != list(session.seats.order_by("number").values_list("player", flat=True)):
        session.seats.all().delete()
        Seat.objects.bulk_create(
            Seat(session=session, player_id=player, number=number)
            for number, player in enumerate(players, 1)
        )


def _update_hand(session: Session, data: JsonObject) -> bool:
    """Update a hand with what was said about it; return whether its record changed."""
    hand = Hand.objects.filter(pk=data["id"], session=session).first()
    if hand is None:
        archived_sessions.restore_hand(session, data)
        return True
    within: dict[str, Any] = {"club_id": session.club_id, "hand": hand}
    is_changed = _update_revisions(
        HandRevision, data, hand.revisions.all(), session=session, position=hand.position, **within
    )
    Hand.objects.filter(pk=hand.pk).update(head=data["revisions"][-1]["id"])
    _update_listed(Confirmation, data, "confirmations", **within)
    _update_listed(Transcript, data, "transcripts", **within)
    _update_listed(Comment, {"comments": [], **data}, "comments", **within)
    variations = {"variations": [], **data}
    archived_sessions.check_variations(
        row_json.rows_from_json(HandVariation, variations, "variations", **within)
    )
    _update_listed(HandVariation, variations, "variations", **within)
    _update_listed(Dispute, data, "disputes", **within)
    for comment in data.get("comments", []):
        _update_outcome(CommentRemoval, comment, "removal", comment_id=UUID(comment["id"]))
    for variation in data.get("variations", []):
        of_variation = {"variation_id": UUID(variation["id"])}
        _update_outcome(VariationRemoval, variation, "removal", **of_variation)
    for dispute in data["disputes"]:
        of_dispute = {"dispute_id": UUID(dispute["id"])}
        in_club = {"club_id": session.club_id, **of_dispute}
        _update_listed(DisputeStatement, {"statements": [], **dispute}, "statements", **in_club)
        _update_outcome(Ruling, dispute, "ruling", **in_club)
        _update_outcome(Withdrawal, dispute, "withdrawal", **of_dispute)
    return is_changed


def _update_revisions(
    model: type[SessionRevision | HandRevision],
    data: JsonObject,
    stored: models.QuerySet[Any],
    **columns: Any,
) -> bool:
    """Update a chain of revisions; return whether there was anything new."""
    newer_rows.check_complete(stored, _ids(data["revisions"]))
    return _update_listed(model, data, "revisions", **columns)


def _ids(data: Iterable[JsonObject]) -> set[str]:
    return {row["id"] for row in data}


def _update_listed(model: type[Row], data: JsonObject, key: str, **columns: Any) -> bool:
    """Update the rows that are listed under a key; return whether there was anything new."""
    return _update(model, row_json.rows_from_json(model, data, key, **columns))


def _update_outcome(model: type[Row], data: JsonObject, key: str, **columns: Any) -> None:
    if data[key]:
        _update(model, [row_json.from_json(model, data[key], where=key, **columns)])


def _update(model: type[Row], rows: Sequence[Row]) -> bool:
    """Save new rows, and what may change of those that are here; return whether there was anything new."""
    is_changed = newer_rows.update_stored(model, rows)
    return bool(club_archive.create_missing(model, rows)) or is_changed
