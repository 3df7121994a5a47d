"""A hand is provisional until somebody else than its recorder agrees with what was written."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import hidden_cards
from scorekeeper.clubs import player_merges
from scorekeeper.models import Confirmation, Hand, User
from scorekeeper.sessions import recording

UNFINISHED = "unfinished"


class ConfirmationError(ActionError):
    """Somebody cannot confirm this."""


class AnotherRevisionError(ConfirmationError):
    """What they agree with is not what stands."""

    def __init__(self) -> None:
        super().__init__("The hand was changed since you read it: read it again, then confirm.")


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Who agrees with a hand as it stands."""

    confirmed: bool
    seats: tuple[int, ...]  # of players who confirmed
    by: tuple[tuple[uuid.UUID, int | None, datetime], ...]  # account, its seat, when


@transaction.atomic
def confirm(hand: Hand, *, digest: str, by: User) -> tuple[Confirmation, bool]:
    """Agree with what stands, named by its digest: for one's own seat, or as a second member.  Says whether it is new."""
    session = recording.lock(hand.session)
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    if hand.head.digest != digest:
        raise AnotherRevisionError
    if refused := refusal(hand, by):
        raise ConfirmationError(refused)
    seat = player_merges.seat_of(session, by)
    confirmation, is_new = Confirmation.objects.get_or_create(
        revision=hand.head,
        by=by,
        defaults={"hand": hand, "club_id": hand.club_id, "seat": seat, "at": timezone.now()},
    )
    if is_new:
        audit.note("hand confirmed", hand, by=by, digest=digest, seat=seat)
    return confirmation, is_new


def refusal(hand: Hand, by: User) -> str:
    """Why somebody cannot agree with the hand as it stands; nothing if they can."""
    if by.pk in {hand.recorded_by_id, hand.head.by_id}:
        return "Whoever wrote a hand down cannot confirm it as well."
    if hand.adjudication.status == UNFINISHED:
        return "The hand is unfinished: it is confirmed when it is over."
    return ""


def agreement(hand: Hand) -> Agreement:
    """Who agrees with the hand as it stands; what was confirmed before it was changed does not count."""
    just_recorded = hidden_cards.JUDGED in vars(hand)  # nobody can have agreed yet
    confirmations = () if just_recorded else hand.head.confirmations.all()
    return Agreement(
        confirmed=bool(confirmations),
        seats=tuple(sorted(row.seat for row in confirmations if row.seat is not None)),
        by=tuple((row.by_id, row.seat, row.at) for row in confirmations),
    )
