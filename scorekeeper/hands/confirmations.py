"""Confirmations: a hand is provisional until somebody other than its recorder agrees with the record."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.clubs import player_merges
from scorekeeper.models import Confirmation, Hand, Session, User
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.sessions import recording


class ConfirmationError(ActionError):
    """This account cannot confirm this hand; the message says why."""


class AnotherRevisionError(ConfirmationError):
    """The hand was changed since it was read."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("The hand was changed since you read it: read it again, then confirm.")
        )


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Who agrees with the current revision of a hand."""

    confirmed: bool
    seats: tuple[int, ...]  # of players who confirmed
    by: tuple[tuple[uuid.UUID, int | None, datetime], ...]  # account, its seat, when


@transaction.atomic
def confirm_hand(hand: Hand, *, digest: str, by: User) -> tuple[Confirmation, bool]:
    """Confirm the revision with this digest, for one's own seat or as a second member; say whether that is new.

    Raises AnotherRevisionError where another revision is current, ConfirmationError where they cannot confirm the hand.
    """
    session = recording.lock(hand.session)
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    if hand.head.digest != digest:
        raise AnotherRevisionError
    if reason := refusal(hand, by):
        raise ConfirmationError(reason)
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
    """Return why an account cannot confirm the current revision; an empty text if it can."""
    if by.pk in {hand.recorded_by_id, hand.head.by_id}:
        return gettext_noop("You recorded this hand, so somebody else must confirm it.")
    if hand.adjudication.status == UNFINISHED:
        return gettext_noop("The hand is unfinished: it is confirmed when it is over.")
    return ""


def agreement_on(hand: Hand) -> Agreement:
    """Return who confirmed the current revision; confirmations of earlier revisions do not count.

    Where the players of the session were corrected since, a confirmation counts for the seat that its player has now.
    """
    confirmations = hand.head.confirmations.all()
    seats = _seats_today(hand.session, confirmations)
    by = tuple((row.by_id, seat, row.at) for row, seat in zip(confirmations, seats, strict=True))
    return Agreement(
        confirmed=bool(by), seats=tuple(sorted(seat for seat in seats if seat is not None)), by=by
    )


def _seats_today(session: Session, confirmations: Iterable[Confirmation]) -> list[int | None]:
    """Return for each confirmation the seat today of the player for whose seat it was given."""
    rows = [*confirmations]
    if session.head.number == 1 or all(row.seat is None for row in rows):
        return [row.seat for row in rows]
    revisions = session.revisions.order_by("number").values_list("at", "content")
    seated = [(at, content["players"]) for at, content in revisions]
    now = {player: seat for seat, player in enumerate(seated[-1][1], 1)}

    def today(row: Confirmation) -> int | None:
        before = [players for at, players in seated if at <= row.at]
        then = dict(enumerate(before[-1] if before else seated[0][1], 1))
        return now.get(then.get(row.seat or 0))

    return [today(row) for row in rows]
