"""Raising and withdrawing disputes about recorded plays."""

import uuid
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import audit
from scorekeeper.actions import ActionError
from scorekeeper.adjudication import effects, hidden_cards
from scorekeeper.adjudication.recorded_rulings import DisputeError
from scorekeeper.disputes.queue import DisputeState, state_of
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import (
    Dispute,
    Hand,
    User,
    Withdrawal,
)
from scorekeeper.sessions import recording
from scorekeeper.webhooks import events


@dataclass(frozen=True, kw_only=True)
class NewDispute:
    """A dispute to raise: about an event of the current record or, without one, about the hand or something missing."""

    claim: str
    event: int | None = None
    grounds: str = ""
    evidence: str = ""


class DisputeClosedError(ActionError):
    """The dispute was ruled on or withdrawn already."""

    def __init__(self, state: DisputeState) -> None:
        if state is DisputeState.RULED:
            message = gettext_noop("This dispute was ruled on already: raise a new one.")
        else:
            message = gettext_noop("This dispute was withdrawn already: raise a new one.")
        super().__init__(message)


class NotOwnDisputeError(ActionError):
    """The dispute was raised by another user, who alone can withdraw it."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("Somebody else raised this dispute: it is theirs to withdraw.")
        )


@transaction.atomic
def raise_dispute(
    hand: Hand,
    new: NewDispute,
    *,
    by: User,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Dispute, bool]:
    """Raise a dispute about a hand, with the referee's current verdict on the event; return it and whether it is new.

    Raises DisputeError if there is no such event, and IdTakenError.
    """
    session = recording.lock(hand.session)
    existing = Dispute.objects.filter(pk=id).first() if id else None
    if existing is not None:
        attributes = {key: getattr(existing, key) for key in asdict(new)}
        if (existing.hand_id, existing.raised_by_id, attributes) != (hand.pk, by.pk, asdict(new)):
            raise IdTakenError
        return existing, False
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
    events.announce_dispute(dispute)
    return dispute, True


@transaction.atomic
def withdraw(dispute: Dispute, *, by: User) -> tuple[Withdrawal, bool]:
    """Withdraw one's own dispute; return the withdrawal and whether it is new.

    Raises NotOwnDisputeError, DisputeClosedError.
    """
    dispute = lock(dispute)
    if dispute.raised_by_id != by.pk:
        raise NotOwnDisputeError
    if state_of(dispute) is DisputeState.WITHDRAWN:
        return dispute.withdrawal, False
    require_open(dispute)
    withdrawal = Withdrawal.objects.create(dispute=dispute, by=by, at=timezone.now())
    audit.note("dispute withdrawn", dispute, by=by)
    return withdrawal, True


def lock(dispute: Dispute) -> Dispute:
    """Lock the dispute's session; return the dispute with its hand, read under the lock."""
    session = recording.lock(dispute.hand.session)
    related = ("club", "revision", "ruling", "withdrawal", "hand__head", "hand__adjudication")
    locked = Dispute.objects.select_related(*related).get(pk=dispute.pk)
    locked.hand.session = session
    return locked


def require_open(dispute: Dispute) -> None:
    """Raise DisputeClosedError unless the dispute is open."""
    state = state_of(dispute)
    if state is not DisputeState.OPEN:
        raise DisputeClosedError(state)


def verdict_on(hand: Hand, event: int | None) -> effects.Answer | None:
    """Return the referee's public verdict on an event, which does not use hidden cards of an unfinished hand.

    Raises DisputeError.
    """
    if event is None:
        return None
    answer: effects.Answer = hidden_cards.public_answer(hand, AnonymousUser())
    judged: list[effects.Answer] = answer["events"]
    if not 1 <= event <= len(judged):
        raise DisputeError("event", f"There is no event {event}: the hand has {len(judged)}.")
    return judged[event - 1]
