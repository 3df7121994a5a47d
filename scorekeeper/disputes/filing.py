"""Disputes are raised about recorded plays, dropped, or ruled on; a ruling is the next revision of the hand."""

import uuid
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, hidden_cards
from scorekeeper.adjudication.recorded_rulings import DisputeError
from scorekeeper.disputes.queue import State, state_of
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Dispute,
    Hand,
    User,
    Withdrawal,
)
from scorekeeper.sessions import recording
from scorekeeper.webhooks import events as webhook_events


@dataclass(frozen=True, kw_only=True)
class NewDispute:
    """What somebody disputes: an event of the record as it stands, or without one what is missing, or the hand."""

    claim: str
    event: int | None = None
    grounds: str = ""
    evidence: str = ""


class ClosedError(ActionError):
    """A dispute is ruled on once, and not after it was withdrawn."""

    def __init__(self, state: State) -> None:
        was = "ruled on" if state is State.RULED else "withdrawn"
        super().__init__(f"This dispute was {was} already: raise a new one.")


class NotTheirsError(ActionError):
    """Only whoever raised a dispute drops it."""

    def __init__(self) -> None:
        super().__init__("Somebody else raised this dispute: it is theirs to withdraw.")


@transaction.atomic
def raise_dispute(
    hand: Hand,
    new: NewDispute,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Dispute, bool]:
    """Question a hand; the referee's verdict on the event is attached as it stands.  Says whether it is new."""
    session = recording.lock(hand.session)
    there = Dispute.objects.filter(pk=id).first() if id else None
    if there is not None:
        was = {key: getattr(there, key) for key in asdict(new)}
        if (there.hand_id, there.raised_by_id, was) != (hand.pk, by.pk, asdict(new)):
            raise IdTakenError
        return there, False
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    hand.session = session
    verdict = verdict_on(hand, new.event)
    dispute = Dispute.objects.create(
        id=id or uuid.uuid4(),
        club_id=hand.club_id,
        hand=hand,
        revision=hand.head,
        **asdict(new),
        verdict=verdict,
        fault=(verdict or {}).get("fault") or "",
        rule=(verdict or {}).get("rule") or "",
        raised_by=by,
        raised_at=timezone.now(),
    )
    audit.note("dispute raised", dispute, by=by, hand=str(hand.pk), event=new.event)
    webhook_events.announce_dispute(dispute)
    return dispute, True


@transaction.atomic
def withdraw(dispute: Dispute, *, by: User) -> tuple[Withdrawal, bool]:
    """Drop a dispute that one raised oneself.  Says whether that is new."""
    dispute = lock(dispute)
    if dispute.raised_by_id != by.pk:
        raise NotTheirsError
    if state_of(dispute) is State.WITHDRAWN:
        return dispute.withdrawal, False
    require_open(dispute)
    withdrawal = Withdrawal.objects.create(dispute=dispute, by=by, at=timezone.now())
    audit.note("dispute withdrawn", dispute, by=by)
    return withdrawal, True


def lock(dispute: Dispute) -> Dispute:
    """The dispute and its hand as they stand, while nobody else writes in the session."""
    session = recording.lock(dispute.hand.session)
    related = ("club", "revision", "ruling", "withdrawal", "hand__head", "hand__adjudication")
    held = Dispute.objects.select_related(*related).get(pk=dispute.pk)
    held.hand.session = session
    return held


def require_open(dispute: Dispute) -> None:
    """Raises ClosedError where there is nothing left to decide."""
    state = state_of(dispute)
    if state is not State.OPEN:
        raise ClosedError(state)


def verdict_on(hand: Hand, event: int | None) -> effects.Answer | None:
    """What the referee says of an event to everybody: hidden cards of an unfinished hand are not looked at."""
    if event is None:
        return None
    answer: effects.Answer = hidden_cards.public_answer(hand, AnonymousUser())
    judged: list[effects.Answer] = answer["events"]
    if not 1 <= event <= len(judged):
        raise DisputeError("event", f"There is no event {event}: the hand has {len(judged)}.")
    return judged[event - 1]
