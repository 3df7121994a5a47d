"""Disputes are raised about recorded plays, dropped, or ruled on; a ruling is the next revision of the hand."""

import uuid
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from scorekeeper import (
    adjudicating,
    amending,
    announcing,
    auditing,
    decisions,
    disclosure,
    effects,
    merging,
    recording,
    revising,
    stakes,
)
from scorekeeper.decisions import DisputeError, NewRuling
from scorekeeper.models import (
    Cause,
    Decision,
    Dispute,
    Hand,
    Kind,
    Player,
    Ruling,
    Session,
    User,
    Withdrawal,
)
from scorekeeper.queueing import State, state_of
from scorekeeper.retries import IdTakenError


@dataclass(frozen=True, kw_only=True)
class NewDispute:
    """What somebody disputes: an event of the record as it stands, or without one what is missing, or the hand."""

    claim: str
    event: int | None = None
    grounds: str = ""
    evidence: str = ""


@dataclass(frozen=True, kw_only=True)
class Ruled:
    """A ruling that was made, what is different by it, and what else there is to say."""

    ruling: Ruling
    effects: effects.Answer
    notes: tuple[str, ...]


class ClosedError(ValueError):
    """A dispute is ruled on once, and not after it was withdrawn."""

    def __init__(self, state: State) -> None:
        was = "ruled on" if state is State.RULED else "withdrawn"
        super().__init__(f"This dispute was {was} already: raise a new one.")


class NotTheirsError(ValueError):
    """Only whoever raised a dispute drops it."""

    def __init__(self) -> None:
        super().__init__("Somebody else raised this dispute: it is theirs to withdraw.")


class OwnHandError(ValueError):
    """Nobody judges their own case, unless the club lets them."""

    def __init__(self) -> None:
        super().__init__("You played in this hand: another referee of the club rules on it.")


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
    verdict = _verdict(hand, new.event)
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
    auditing.note("dispute raised", dispute, by=by, hand=str(hand.pk), event=new.event)
    announcing.dispute_raised(dispute)
    return dispute, True


@transaction.atomic
def withdraw(dispute: Dispute, *, by: User) -> tuple[Withdrawal, bool]:
    """Drop a dispute that one raised oneself.  Says whether that is new."""
    dispute = hold(dispute)
    if dispute.raised_by_id != by.pk:
        raise NotTheirsError
    if state_of(dispute) is State.WITHDRAWN:
        return dispute.withdrawal, False
    require_open(dispute)
    withdrawal = Withdrawal.objects.create(dispute=dispute, by=by, at=timezone.now())
    auditing.note("dispute withdrawn", dispute, by=by)
    return withdrawal, True


@transaction.atomic
def rule_on(dispute: Dispute, new: NewRuling, *, by: User) -> Ruled:
    """Decide a dispute: the next revision of its hand holds the ruling and what it brings about.

    Raises ClosedError where it was decided already, OwnHandError for somebody who played in the hand, DisputeError or
    MalformedError for what cannot be decided.
    """
    dispute = hold(dispute)
    require_open(dispute)
    hand, session = dispute.hand, dispute.hand.session
    own_hand = _played_in(session, by)
    if own_hand and not dispute.club.rules_on_own_hands:
        raise OwnHandError
    others = session.hands.select_related("adjudication")
    event = stakes.event_now(dispute)
    decided = decisions.decide(hand, event, new, goes_on=stakes.goes_on(hand, others))
    judged = _verdict(hand, event) or {}
    hidden = _hidden_from(session, by)
    before = _seen(session, hidden)
    adjusts = new.decision == Decision.ADJUSTMENT
    cause = Cause.ADJUSTMENT if adjusts else Cause.RULING
    act = revising.Act(by=by, kind=Kind.RULED, cause=cause, reason=new.reason)
    hand = amending.revise(hand, decided.sheet, act)
    ruling = Ruling.objects.create(
        club_id=hand.club_id,
        dispute=dispute,
        revision=hand.head,
        **asdict(new),
        fault=dispute.fault or judged.get("fault") or "",
        rule=dispute.rule or judged.get("rule") or "",
        by=by,
        at=act.at,
        own_hand=own_hand,
    )
    auditing.note("dispute ruled on", dispute, by=by, decision=str(new.decision), ruling=str(ruling.pk), hand=str(hand.pk), digest=hand.head.digest, own_hand=own_hand)  # fmt: skip
    announcing.dispute_ruled(dispute, ruling)
    told = effects.difference(before, _seen(session, hidden), amended=hand.position, moved=decided.moved)  # fmt: skip
    return Ruled(ruling=ruling, effects=told, notes=decided.notes)


def hold(dispute: Dispute) -> Dispute:
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


def _verdict(hand: Hand, event: int | None) -> effects.Answer | None:
    """What the referee says of an event to everybody: hidden cards of an unfinished hand are not looked at."""
    if event is None:
        return None
    answer: effects.Answer = disclosure.public_answer(hand, AnonymousUser())
    judged: list[effects.Answer] = answer["events"]
    if not 1 <= event <= len(judged):
        raise DisputeError("event", f"There is no event {event}: the hand has {len(judged)}.")
    return judged[event - 1]


def _played_in(session: Session, user: User) -> bool:
    """Did somebody sit at the table, under whatever name they were written down?"""
    accounts = Player.objects.filter(club=session.club_id, user=user)
    everybody = {pk for player in accounts for pk in merging.one_with(player)}
    return session.seats.filter(player__in=everybody).exists()


def _hidden_from(session: Session, person: User) -> frozenset[int]:
    """The positions of the hands of which this person may not see every card."""
    hands = session.hands.select_related("head", "adjudication")
    return frozenset(hand.position for hand in hands if disclosure.hides_cards(hand, person))


def _seen(session: Session, hidden: frozenset[int]) -> effects.Outcome:
    """The session as it stands, judged without the cards that may not be seen."""
    if not hidden:
        return effects.outcome_now(session)
    hands = session.hands.filter(position__in=hidden).select_related("head")
    written = {hand.position: adjudicating.hand_sheet(hand.head) for hand in hands}
    sheets = {place: disclosure.without_hidden(sheet) for place, sheet in written.items()}
    return effects.outcome_if(session, sheets=sheets)
