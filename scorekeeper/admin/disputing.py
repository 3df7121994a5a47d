"""Disputes are raised about a hand and dropped by whoever raised them."""

from dataclasses import fields
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import QuerySet
from django.urls import reverse

from scorekeeper import disclosure, disputes, exports, queueing, versions
from scorekeeper.access import Action
from scorekeeper.admin.acting import ActPage
from scorekeeper.admin.forms import ActForm
from scorekeeper.admin.hand_acts import HandPage
from scorekeeper.disputes import ClosedError, NewDispute, NotTheirsError
from scorekeeper.models import Dispute, HandRevision
from scorekeeper.stakes import event_now


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
        return {"judged": disclosure.shown(self.row, self.person).answer["events"]}

    def save(self, given: dict[str, Any]) -> str:
        new = NewDispute(**{field.name: given[field.name] for field in fields(NewDispute)})
        disputes.raise_dispute(self.row, new, by=self.person)
        return "Your dispute was raised: it waits for a referee of the club."


class DisputePage(ActPage):
    """An act on a dispute."""

    row: Dispute

    def found(self) -> QuerySet[Dispute]:
        related = ("raised_by", "hand__head__by", "hand__session__club")
        return queueing.in_full(Dispute.objects.all()).select_related(*related)

    def held(self) -> Dispute:
        return disputes.hold(self.row)

    def head(self) -> HandRevision:
        return self.row.hand.head

    def version(self) -> str:
        return versions.of_hand(self.row.hand, self.person)

    def context(self) -> dict[str, Any]:
        dispute = self.found().get(pk=self.row.pk)  # with its revisions
        return {
            "hand_url": reverse("admin:scorekeeper_hand_change", args=[dispute.hand_id]),
            "seats": exports.names_of(dispute.hand.session),
            "event_now": event_now(dispute),
            "verdict": disclosure.verdict_for(dispute, self.person),
        }

    def why_not(self) -> str:
        state = queueing.state_of(self.row)
        return "" if state is queueing.State.OPEN else str(ClosedError(state))


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
        disputes.withdraw(self.row, by=self.person)
        return "The dispute was withdrawn; that it was raised stays in the books."
