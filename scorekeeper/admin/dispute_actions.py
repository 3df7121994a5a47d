"""Disputes are raised about a hand and dropped by whoever raised them."""

from dataclasses import fields
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import QuerySet
from django.urls import reverse

from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards, revisions
from scorekeeper.admin.action_forms import ActForm
from scorekeeper.admin.actions import ActPage
from scorekeeper.admin.hand_actions import HandPage
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes.filing import ClosedError, NewDispute, NotTheirsError
from scorekeeper.disputes.stakes import event_now
from scorekeeper.models import Dispute, HandRevision
from scorekeeper.sessions import document as session_document


class DisputeForm(ActForm):
    """What is disputed, and why."""

    field_order = ["event", "claim", "grounds", "evidence"]
    event = forms.IntegerField(
        required=False,
        min_value=1,
        help_text="Its number in the list above. Left empty: it is about what is missing, or the whole hand.",
    )
    claim = forms.CharField(max_length=2000, widget=AdminTextareaWidget(attrs={"rows": 2}))
    grounds = forms.CharField(
        max_length=10_000, required=False, widget=AdminTextareaWidget(attrs={"rows": 4})
    )
    evidence = forms.CharField(
        max_length=10_000, required=False, widget=AdminTextareaWidget(attrs={"rows": 3})
    )


class RaisePage(HandPage):
    """A member questions a play; the referee's verdict is attached as it stands."""

    slug = "dispute"
    label = "Dispute this hand"
    action = Action.DISPUTE
    template = "admin/scorekeeper/raise.html"
    form_class = DisputeForm

    def context(self) -> dict[str, Any]:
        return {"judged": hidden_cards.shown(self.row, self.person).answer["events"]}

    def save(self, given: dict[str, Any]) -> str:
        new = NewDispute(**{field.name: given[field.name] for field in fields(NewDispute)})
        dispute_filing.raise_dispute(self.row, new, by=self.person)
        return "Your dispute was raised: it waits for a referee of the club."


class DisputePage(ActPage):
    """An act on a dispute."""

    row: Dispute

    def found(self) -> QuerySet[Dispute]:
        related = ("raised_by", "hand__head__by", "hand__session__club")
        return dispute_queue.in_full(Dispute.objects.all()).select_related(*related)

    def held(self) -> Dispute:
        return dispute_filing.hold(self.row)

    def head(self) -> HandRevision:
        return self.row.hand.head

    def version(self) -> str:
        return revisions.version_for(self.row.hand, self.person)

    def context(self) -> dict[str, Any]:
        dispute = self.found().get(pk=self.row.pk)  # with its revisions
        return {
            "hand_url": reverse("admin:scorekeeper_hand_change", args=[dispute.hand_id]),
            "seats": session_document.names_of(dispute.hand.session),
            "event_now": event_now(dispute),
            "verdict": hidden_cards.verdict_for(dispute, self.person),
        }

    def why_not(self) -> str:
        state = dispute_queue.state_of(self.row)
        return "" if state is dispute_queue.State.OPEN else str(ClosedError(state))


class WithdrawPage(DisputePage):
    """Whoever raised a dispute drops it."""

    slug = "withdraw"
    label = "Withdraw this dispute"
    action = Action.DISPUTE
    template = "admin/scorekeeper/withdraw.html"

    def why_not(self) -> str:
        own = self.row.raised_by_id == self.person.pk
        return super().why_not() if own else str(NotTheirsError())

    def save(self, given: dict[str, Any]) -> str:
        dispute_filing.withdraw(self.row, by=self.person)
        return "The dispute was withdrawn; that it was raised stays in the books."
