"""Sessions from a club archive: saved as facts with their original ids, then adjudicated again."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias
from uuid import UUID

from django.db import models

import referee
from scorekeeper import audit
from scorekeeper.adjudication import judging, session_columns
from scorekeeper.imports.archive_files import check_bounds
from scorekeeper.models import (
    Club,
    Comment,
    CommentRemoval,
    Confirmation,
    Dispute,
    DisputeStatement,
    Hand,
    HandRevision,
    HandVariation,
    Ruling,
    Seat,
    Session,
    SessionRevision,
    Transcript,
    VariationRemoval,
    Withdrawal,
    row_json,
)
from scorekeeper.models.time_zones import day_of

JsonObject: TypeAlias = Mapping[str, Any]


def restore(club: Club, bundle: JsonObject) -> None:
    """Save a verified bundle's session with its history, and adjudicate its hands again."""
    data = bundle["session"]
    head = data["revisions"][-1]
    parts = referee.Parts(head["content"], head["text"])
    opened = models.DateTimeField().to_python(data["created_at"])
    session = Session(
        id=UUID(data["id"]),
        club=club,
        season_id=data["season"] and UUID(data["season"]),
        visibility=data["visibility"],
        created_at=opened,
        created_by_id=UUID(data["created_by"]),
        head_id=UUID(head["id"]),
        listed_on=day_of(opened, club.zone),
        entered_on=club.own_day(opened),
        **session_columns.columns_of(referee.join_session(parts)),
    )
    check_bounds(session, {"played_on"})
    session.save(force_insert=True)
    _create_all(SessionRevision, data, "revisions", club=club, session=session)
    Seat.objects.bulk_create(
        Seat(session=session, player_id=UUID(player["id"]), number=number)
        for number, player in enumerate(bundle["players"], 1)
    )
    for hand in bundle["hands"]:
        restore_hand(session, hand)
    session = Session.objects.select_related("head").get(pk=session.pk)
    judging.rejudge(session)
    audit.note(
        "session imported", session, by=None, digest=session.head.digest, season=data["season"]
    )


def restore_hand(session: Session, data: JsonObject) -> None:
    """Save a hand of a bundle with its history."""
    hand = Hand(
        id=UUID(data["id"]),
        club_id=session.club_id,
        session=session,
        position=data["position"],
        recorded_by_id=UUID(data["recorded_by"]),
        head_id=UUID(data["revisions"][-1]["id"]),
    )
    hand.save(force_insert=True)
    within = {"club_id": session.club_id, "hand": hand}
    _create_all(HandRevision, data, "revisions", session=session, position=hand.position, **within)
    _create_all(Confirmation, data, "confirmations", **within)
    _create_all(Transcript, data, "transcripts", **within)
    _restore_comments({"comments": [], **data}, within)
    _restore_variations({"variations": [], **data}, within)
    _create_all(Dispute, data, "disputes", **within)
    for dispute in data["disputes"]:
        columns = {"club_id": session.club_id, "dispute_id": UUID(dispute["id"])}
        _create_all(DisputeStatement, {"statements": [], **dispute}, "statements", **columns)
        _restore_outcome(dispute, session.club_id)
    audit.note("hand imported", hand, by=None, digest=data["head"])


def _restore_comments(data: JsonObject, within: Mapping[str, Any]) -> None:
    """Save the comments on a hand with their removals."""
    _create_all(Comment, data, "comments", **within)
    for comment in data["comments"]:
        if comment["removal"]:
            columns = {"comment_id": UUID(comment["id"])}
            row_json.from_json(CommentRemoval, comment["removal"], where="removal", **columns).save(
                force_insert=True
            )


def _restore_variations(data: JsonObject, within: Mapping[str, Any]) -> None:
    """Save the variations of a hand with their removals."""
    check_variations(row_json.rows_from_json(HandVariation, data, "variations", **within))
    _create_all(HandVariation, data, "variations", **within)
    for variation in data["variations"]:
        if variation["removal"]:
            columns = {"variation_id": UUID(variation["id"])}
            row_json.from_json(
                VariationRemoval, variation["removal"], where="removal", **columns
            ).save(force_insert=True)


def check_variations(rows: Iterable[HandVariation]) -> None:
    """Raise MalformedError for a variation that no release has written."""
    for place, row in enumerate(rows):
        is_list = isinstance(row.events, list) and all(isinstance(one, str) for one in row.events)
        if not is_list or not isinstance(row.text, dict):
            message = "A variation has a list of events, and an object of its words."
            raise referee.MalformedError("unreadable", f"variations[{place}]", message)


def _restore_outcome(dispute: JsonObject, club: UUID) -> None:
    """Save a dispute's ruling or withdrawal, if any."""
    columns = {"dispute_id": UUID(dispute["id"])}
    if dispute["ruling"]:
        row_json.from_json(Ruling, dispute["ruling"], where="ruling", club_id=club, **columns).save(
            force_insert=True
        )
    if dispute["withdrawal"]:
        row_json.from_json(Withdrawal, dispute["withdrawal"], where="withdrawal", **columns).save(
            force_insert=True
        )


def _create_all(model: type[models.Model], data: JsonObject, key: str, **columns: Any) -> None:
    model._default_manager.bulk_create(row_json.rows_from_json(model, data, key, **columns))
