"""Pages of disputes: a club's queue, raising, withdrawing, and a ruling on paper."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.disputes.actions import DisputeToRaise, RaiseDispute, WithdrawDispute
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.disputes.queue import gravest_first, in_queue_order, state_of, with_details
from scorekeeper.models import Dispute, Hand, Withdrawal
from scorekeeper.pages.action_forms import VERSION
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.disputes import ruling_notices, tried_decisions
from scorekeeper.pages.disputes.detail import DECISIONS, STATES, dispute_context
from scorekeeper.pages.disputes.forms import DisputeForm, QueueForm, fault_words
from scorekeeper.pages.permissions import get_hand
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.links import qr_svg

PAGE = 20  # disputes; the stakes of each open one are computed


@require_safe
def queue(request: HttpRequest, club: UUID) -> HttpResponse:
    """List the disputes of a club, those with the most at stake first."""
    club_row = get_object_or_404(access.clubs_where(request.user, Action.SEE), pk=club)
    form = QueueForm(club_row, request.GET)
    disputes = (
        access.disputes_seen_by(request.user).filter(club=club_row).select_related("raised_by")
    )
    matching = in_queue_order(form.filter(with_details(disputes)))
    page = Paginator(matching, PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "dispute": weighed.dispute,
            "state": STATES[state_of(weighed.dispute)],
            "stakes": weighed.stakes,
            "at_stake": weighed.stakes
            and tried_decisions.at_stake(weighed.stakes.gravity, weighed.stakes.outlooks),
            "fault": fault_words(weighed.dispute.fault),
            "decision": decision_of(weighed.dispute),
        }
        for weighed in gravest_first(list(page))
    ]
    context = {
        "club": club_row,
        "form": form,
        "rows": rows,
        "page": page,
        "filtered": bool(request.GET),
    }
    return render(request, "disputes/queue.html", context)


class Raise(ActionView):
    """The page to dispute a play, or to say what is missing."""

    action_class = RaiseDispute
    template_name = "disputes/raise.html"

    def find_row(self) -> Hand:
        return get_hand(self.request, self.kwargs["hand"])

    def initial(self) -> dict[str, Any]:
        return {"event": self.request.GET.get("event", "")}

    def build_form(self, data: Any = None) -> DisputeForm:
        names = names_of(self.row.session)
        answer: Any = hidden_cards.visible_hand(self.row, self.person).answer
        events = [(event["event"], _event_label(event, names)) for event in answer["events"]]
        initial = {**self.initial(), VERSION: self.action.version()}
        return DisputeForm(events, data, initial=initial)

    def context(self) -> dict[str, Any]:
        return {"session": self.row.session, "number": self.row.adjudication.answer["number"]}

    def read(self, form: DisputeForm) -> DisputeToRaise:
        data = form.cleaned_data
        new = NewDispute(**{field.name: data[field.name] for field in fields(NewDispute)})
        return DisputeToRaise(id=data["id"], new=new)

    def done(self, _result: Dispute) -> str:
        return _("Your dispute has been raised. A referee of the club will decide it.")

    def next_url(self, dispute: Dispute) -> str:
        return reverse("dispute", args=[dispute.pk])


def _event_label(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    words = changes_table.event_words(event["text"], names)
    mark = {"illegal": "✕", "unproven": "?"}.get(event["verdict"], "")
    return f"{event['event']}. {words} {mark}".rstrip()


class Withdraw(ActionView):
    """The page that asks members whether to withdraw a dispute that they raised."""

    action_class = WithdrawDispute
    template_name = "disputes/withdraw.html"

    def find_row(self) -> Dispute:
        return get_dispute(self.request, self.kwargs["dispute"])

    def context(self) -> dict[str, Any]:
        return {"session": self.row.hand.session}

    def done(self, _result: Withdrawal) -> str:
        return _("The dispute has been withdrawn. It stays in the record as withdrawn.")

    def next_url(self, result: Withdrawal) -> str:
        return reverse("dispute", args=[result.dispute_id])


@require_safe
def ruling(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """Show a ruling for printing and signing."""
    row = get_dispute(request, dispute)
    stored = getattr(row, "ruling", None)
    if stored is None:
        raise Http404
    ruling_notices.opened(request, row)
    address = request.build_absolute_uri(reverse("dispute", args=[row.pk]))
    context = {
        **dispute_context(row, request.user),
        "ruling": stored,
        "decision": decision_of(row),
        "address": address,
        "qr": qr_svg(address),
    }
    return render(request, "disputes/ruling.html", context)


def get_dispute(request: HttpRequest, pk: UUID) -> Dispute:
    """Return the dispute with all related rows, or raise Http404 if it does not exist for this person."""
    disputes = with_details(access.disputes_seen_by(request.user))
    related = ("raised_by", "ruling__by", "hand__head__by", "hand__session__club")
    return get_object_or_404(disputes.select_related(*related), pk=pk)


def decision_of(row: Dispute) -> str:
    """Return the decision in words; empty if there is no ruling."""
    stored = getattr(row, "ruling", None)
    return str(DECISIONS[stored.decision]) if stored else ""
