"""Disputes: the queue of a club, raised, decided on, dropped, and a ruling on paper."""

from dataclasses import fields
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards, revisions
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.models import Dispute, Hand
from scorekeeper.pages import actions as pages_actions
from scorekeeper.pages.action_forms import VERSION, ActForm
from scorekeeper.pages.actions import ActPage
from scorekeeper.pages.display import changes_table, house_rules
from scorekeeper.pages.disputes import detail as dispute_detail
from scorekeeper.pages.disputes import ruling_notices
from scorekeeper.pages.disputes.forms import DisputeForm, QueueForm, fault_words
from scorekeeper.pages.permissions import hand_seen, signed_in
from scorekeeper.pages.rules import rule_texts
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording

PAGE = 20  # each open dispute of a page is weighed


@require_safe
def queue(request: HttpRequest, club: UUID) -> HttpResponse:
    """What waits for a referee: what has the most at stake comes first."""
    where = get_object_or_404(access.clubs_where(request.user, Action.SEE), pk=club)
    form = QueueForm(where, request.GET)
    seen = access.disputes_seen_by(request.user).filter(club=where).select_related("raised_by")
    found = dispute_queue.queued(form.found(dispute_queue.in_full(seen)))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "dispute": weighed.dispute,
            "state": dispute_detail.STATES[dispute_queue.state_of(weighed.dispute)],
            "stakes": weighed.stakes,
            "at_stake": dispute_detail.AT_STAKE[weighed.stakes.gravity] if weighed.stakes else "",
            "fault": fault_words(weighed.dispute.fault),
            "decision": decision_of(weighed.dispute),
        }
        for weighed in dispute_queue.gravest_first(list(page))
    ]
    context = {
        "club": where,
        "form": form,
        "rows": rows,
        "page": page,
        "filtered": bool(request.GET),
    }
    return render(request, "disputes/queue.html", context)


class Raise(ActPage):
    """A member questions a play, or says what is missing; the referee's verdict is attached as it stands."""

    action = Action.DISPUTE
    template = "disputes/raise.html"
    row: Hand

    def found(self) -> Hand:
        return hand_seen(self.request, self.kwargs["hand"])

    def held(self) -> Hand:
        recording.lock(self.row.session)
        return self.found()

    def version(self) -> str:
        return revisions.version_for(self.row, self.person)

    def initial(self) -> dict[str, Any]:
        return {"event": self.request.GET.get("event", "")}

    def made(self, data: Any = None) -> ActForm:
        names = session_document.names_of(self.row.session)
        answer: Any = hidden_cards.shown(self.row, self.person).answer
        marks = {"illegal": "✕", "unproven": "?"}
        events = [
            (event["event"], " ".join(filter(None, [f"{event['event']}.", changes_table.deed(event["text"], names), marks.get(event["verdict"], "")])))
            for event in answer["events"]
        ]  # fmt: skip
        given = {**self.initial(), VERSION: self.version()}
        return DisputeForm(events, data, initial=given)

    def context(self) -> dict[str, Any]:
        return {"session": self.row.session, "number": self.row.adjudication.answer["number"]}

    def save(self, given: dict[str, Any]) -> str:
        new = NewDispute(**{field.name: given[field.name] for field in fields(NewDispute)})
        self.raised, _is_new = dispute_filing.raise_dispute(
            self.row, new, by=self.person, id=given["id"]
        )
        return _("Your dispute is in the queue: a referee of the club decides on it.")

    def afterwards(self) -> str:
        return reverse("dispute", args=[self.raised.pk])


@require_POST
def withdraw(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """Whoever raised a dispute drops it."""
    row = dispute_seen(request, dispute)
    try:
        dispute_filing.withdraw(row, by=signed_in(request))
    except (dispute_filing.NotTheirsError, dispute_filing.ClosedError) as error:
        messages.error(request, pages_actions.sentence(error))
    else:
        messages.success(request, _("The dispute is withdrawn. That it was raised stays in the books."))  # fmt: skip
    return redirect("dispute", dispute=row.pk)


@require_safe
def ruling(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """A ruling on paper, to be signed and hung up."""
    row = dispute_seen(request, dispute)
    decided = getattr(row, "ruling", None)
    if decided is None:
        raise Http404
    ruling_notices.opened(request, row)
    shown = dispute_detail.shown(row, request.user)
    written = row.hand.session.head.content.get("house_rules") or {}
    rule = decided.rule or row.rule
    address = request.build_absolute_uri(reverse("dispute", args=[row.pk]))
    context = {
        **shown,
        "ruling": decided,
        "rule": rule,
        "rule_text": rule_texts.text_of(row.hand.session.variant, written, rule),
        "decision": decision_of(row),
        "said_rules": house_rules.in_words(row.hand.session.variant, written),
        "address": address,
        "qr": session_links.qr(address),
    }
    return render(request, "disputes/ruling.html", context)


def dispute_seen(request: HttpRequest, pk: UUID) -> Dispute:
    """The dispute with all that is shown of it, if it exists for whoever asks."""
    seen = dispute_queue.in_full(access.disputes_seen_by(request.user))
    related = ("raised_by", "ruling__by", "hand__head__by", "hand__session__club")
    return get_object_or_404(seen.select_related(*related), pk=pk)


def decision_of(row: Dispute) -> str:
    """What was decided, in words; nothing while it is open."""
    made = getattr(row, "ruling", None)
    return str(dispute_detail.DECISIONS[made.decision]) if made else ""
