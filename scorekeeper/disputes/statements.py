"""Both sides of a dispute are heard: while it is open, every member of the club may add what they have to say."""

import uuid
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Dispute, DisputeStatement, Player, Session, User


class Side(NamedTuple):
    """What somebody has to do with the hand in question."""

    seat: int | None  # where they sat; none: they did not sit at the table
    own_play: bool  # is it their play that is disputed?
    recorder: bool  # did they write the hand down?


class Heard(NamedTuple):
    """A statement, and from which side it comes."""

    statement: DisputeStatement
    side: Side


@transaction.atomic
def state(
    dispute: Dispute,
    text: str,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[DisputeStatement, bool]:
    """Add one's words to a dispute that is open; says whether they are new.

    Comments wait until a hand is over, statements do not, on purpose: a play is disputed while the hand goes on, and both
    sides must be heard before it can.  Whoever speaks then answers for not telling what somebody holds.
    Raises ClosedError where it was decided or dropped already.
    """
    held = dispute_filing.lock(dispute)
    there = DisputeStatement.objects.filter(pk=id).first() if id else None
    if there is not None:
        if (there.dispute_id, there.by_id, there.text) != (dispute.pk, by.pk, text):
            raise IdTakenError
        return there, False
    dispute_filing.require_open(held)
    made = DisputeStatement.objects.create(
        id=id or uuid.uuid4(),
        club_id=held.club_id,
        dispute=held,
        text=text,
        by=by,
        at=timezone.now(),
    )
    audit.note("statement made", made, by=by, dispute=str(held.pk), hand=str(held.hand_id))
    return made, True


def statements_in(dispute: Dispute) -> QuerySet[DisputeStatement]:
    """What was said, as it was said."""
    return dispute.statements.select_related("by").order_by("at", "pk")


def heard(dispute: Dispute, statements: Iterable[DisputeStatement]) -> list[Heard]:
    """Statements in one dispute, each with the side from which it comes."""
    said = list(statements)
    found = sides(dispute, {one.by_id for one in said})
    return [Heard(one, found[one.by_id]) for one in said]


def sides(dispute: Dispute, accounts: Iterable[uuid.UUID]) -> dict[uuid.UUID, Side]:
    """What each of these accounts has to do with the hand: in three queries, however many they are."""
    wanted = set(accounts)
    hand = dispute.hand
    seats = _seats(hand.session, wanted) if wanted else {}
    play: int | None = (dispute.verdict or {}).get("seat")
    return {
        account: Side(
            seat=seats.get(account),
            own_play=play is not None and seats.get(account) == play,
            recorder=hand.recorded_by_id == account,
        )
        for account in wanted
    }


def _seats(session: Session, accounts: Iterable[uuid.UUID]) -> Mapping[uuid.UUID | None, int]:
    """Where each of them sat, under whatever name they were written down."""
    staying = player_merges.surviving_players(session.club_id)
    seated = {
        staying.get(player, player): number
        for player, number in session.seats.values_list("player", "number")
    }
    linked = Player.objects.filter(club=session.club_id, user__in=accounts)
    return {
        account: seated[stays]
        for account, player in linked.values_list("user", "pk")
        if (stays := staying.get(player, player)) in seated
    }
