"""Statements on a dispute: every member of the club may make one while it is open, so that both sides are heard."""

import uuid
from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Dispute, DisputeStatement, User


class Side(NamedTuple):
    """A user's relation to the disputed hand."""

    seat: int | None  # None: they did not play in the session
    own_play: bool  # whether their play is disputed
    recorder: bool  # whether they recorded the hand


class SidedStatement(NamedTuple):
    """A statement, with its author's relation to the hand."""

    statement: DisputeStatement
    side: Side


@transaction.atomic
def add_statement(
    dispute: Dispute,
    text: str,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[DisputeStatement, bool]:
    """Add a statement to an open dispute; return it and whether it is new.

    Unlike comments, statements are allowed while the hand is played: both sides must be heard before it can go on.
    Authors are responsible for not revealing cards.  Raises DisputeClosedError, IdTakenError.
    """
    locked = filing.lock(dispute)
    existing = DisputeStatement.objects.filter(pk=id).first() if id else None
    if existing is not None:
        if (existing.dispute_id, existing.by_id, existing.text) != (dispute.pk, by.pk, text):
            raise IdTakenError
        return existing, False
    filing.require_open(locked)
    statement = DisputeStatement.objects.create(
        id=id or uuid.uuid4(),
        club_id=locked.club_id,
        dispute=locked,
        text=text,
        by=by,
        at=timezone.now(),
    )
    audit.note("statement made", statement, by=by, dispute=str(locked.pk), hand=str(locked.hand_id))
    return statement, True


def statements_in(dispute: Dispute) -> QuerySet[DisputeStatement]:
    """Return the dispute's statements in chronological order."""
    return dispute.statements.select_related("by").order_by("at", "pk")


def statements_by_side(
    dispute: Dispute, statements: Iterable[DisputeStatement]
) -> list[SidedStatement]:
    """Return a dispute's statements, each with its author's relation to the hand."""
    rows = list(statements)
    side_of = sides_in(dispute, {one.by_id for one in rows})
    return [SidedStatement(one, side_of[one.by_id]) for one in rows]


def sides_in(dispute: Dispute, accounts: Iterable[uuid.UUID]) -> dict[uuid.UUID, Side]:
    """Return each account's relation to the disputed hand, in at most three queries."""
    ids = set(accounts)
    hand = dispute.hand
    seats = player_merges.seats_by_account(hand.session, ids) if ids else {}
    play: int | None = (dispute.verdict or {}).get("seat")
    return {
        account: Side(
            seat=seats.get(account),
            own_play=play is not None and seats.get(account) == play,
            recorder=hand.recorded_by_id == account,
        )
        for account in ids
    }
