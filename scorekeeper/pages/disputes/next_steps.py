"""What is to be done about a hand after a ruling, by whom, and the links to do it."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import recorded_rulings
from scorekeeper.disputes.actions import RaiseDispute
from scorekeeper.hands.actions import AmendHand
from scorekeeper.models import Decision, Dispute, Hand, HandRevision, User


class NextStep(NamedTuple):
    """A possible next step; ``url`` is empty for viewers who may not take it."""

    text: str
    label: str
    url: str


def after_ruling(dispute: Dispute, person: Person) -> list[NextStep]:
    """Return what is to be done where the ruling on a dispute reopened its hand, or had it played again; empty after other rulings."""
    is_reopened = recorded_rulings.is_reopened(dispute.hand)
    cause = Decision.TAKEN_BACK if is_reopened else Decision.REPLAYED
    ruling = getattr(dispute, "ruling", None)
    return next_steps(dispute.hand, person) if ruling and ruling.decision == cause else []


def next_steps(hand: Hand, person: Person) -> list[NextStep]:
    """Return the ways to finish a hand that a ruling reopened, or to replay one; empty where nothing is to be done."""
    if recorded_rulings.is_reopened(hand):
        return _to_finish(hand, person)
    if recorded_rulings.decision_of(hand.head) == Decision.REPLAYED and not _is_followed(hand):
        text = _("The table plays the hand again, and a scorer logs it as a new hand.")
        return [NextStep(text, _("Log the new hand"), _log_url(hand, person))]
    return []


def _to_finish(hand: Hand, person: Person) -> list[NextStep]:
    may_amend = isinstance(person, User) and AmendHand(hand, person).is_offered()
    may_dispute = isinstance(person, User) and RaiseDispute(hand, person).is_offered()
    correct = _correct_url(hand) if may_amend else ""
    dispute = reverse("raise-dispute", args=[hand.pk]) if may_dispute else ""
    annul = _("If nobody can finish it, a member disputes the whole hand, and a referee annuls it.")
    steps = [NextStep(annul, str(RaiseDispute.label), dispute)]
    if recorded_rulings.has_plays_after_taken_back(hand):
        text = _(
            "The record still has the plays after it. A scorer removes those that no longer hold, and enters how the hand went on, or its score."
        )
        return [NextStep(text, str(AmendHand.label), correct), *steps]
    if hand.session.hands.filter(position__gt=hand.position).exists():
        text = _("A scorer enters how the hand went on, or its score.")
        return [NextStep(text, str(AmendHand.label), correct), *steps]
    text = _("The table plays on from there, and a scorer logs it.")
    return [NextStep(text, _("Continue logging"), _log_url(hand, person)), *steps]


def _correct_url(hand: Hand) -> str:
    """Return the page that corrects a hand, opened where the play that replaces the one taken back is missing."""
    url, event = reverse("amend-hand", args=[hand.pk]), recorded_rulings.open_replacement(hand)
    return url if event is None else f"{url}?event={event + 1}&act=after"


def _is_followed(hand: Hand) -> bool:
    """Return whether a hand was recorded after the ruling on this one."""
    recorded = HandRevision.objects.filter(session=hand.session_id, number=1)
    return recorded.filter(at__gt=hand.head.at).exists()


def _log_url(hand: Hand, person: Person) -> str:
    may_record = access.may(person, Action.RECORD, hand.club)
    return reverse("log-session", args=[hand.session_id]) if may_record else ""
