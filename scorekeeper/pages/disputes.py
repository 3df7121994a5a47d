"""Disputes: the queue of a club, raised, decided on, dropped, and a ruling on paper."""

from dataclasses import fields
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import (
    access,
    disclosure,
    disputes,
    exports,
    linking,
    merging,
    queueing,
    recording,
    stakes,
    tasks,
)
from scorekeeper.access import Action, Person
from scorekeeper.disputes import NewDispute
from scorekeeper.models import Dispute, Hand
from scorekeeper.pages import acting, differences, disputed, house_rules, rule_texts
from scorekeeper.pages.acting import ActForm, ActPage, hand_version
from scorekeeper.pages.dispute_forms import (
    AdjustmentForm,
    DisputeForm,
    QueueForm,
    RulingForm,
    fault_words,
)
from scorekeeper.pages.permissions import hand_seen, signed_in

PAGE = 20  # each open dispute of a page is weighed


@require_safe
def queue(request: HttpRequest, club: UUID) -> HttpResponse:
    """What waits for a referee: what has the most at stake comes first."""
    where = get_object_or_404(access.clubs_where(request.user, Action.SEE), pk=club)
    form = QueueForm(where, request.GET)
    seen = access.disputes_seen_by(request.user).filter(club=where).select_related("raised_by")
    found = queueing.queued(form.found(queueing.in_full(seen)))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "dispute": weighed.dispute,
            "state": disputed.STATES[queueing.state_of(weighed.dispute)],
            "stakes": weighed.stakes,
            "at_stake": disputed.AT_STAKE[weighed.stakes.gravity] if weighed.stakes else "",
            "fault": fault_words(weighed.dispute.fault),
            "decision": _decision(weighed.dispute),
        }
        for weighed in queueing.gravest_first(list(page))
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
        return hand_version(self.row, hides=disclosure.hides_cards(self.row, self.person))

    def initial(self) -> dict[str, Any]:
        return {"event": self.request.GET.get("event", "")}

    def made(self, data: Any = None) -> ActForm:
        names = exports.names_of(self.row.session)
        answer: Any = disclosure.shown(self.row, self.person).answer
        marks = {"illegal": "✕", "unproven": "?"}
        events = [
            (event["event"], " ".join(filter(None, [f"{event['event']}.", differences.deed(event["text"], names), marks.get(event["verdict"], "")])))
            for event in answer["events"]
        ]  # fmt: skip
        given = {**self.initial(), acting.VERSION: self.version()}
        return DisputeForm(events, data, initial=given)

    def context(self) -> dict[str, Any]:
        return {"session": self.row.session, "number": self.row.adjudication.answer["number"]}

    def save(self, given: dict[str, Any]) -> str:
        new = NewDispute(**{field.name: given[field.name] for field in fields(NewDispute)})
        self.raised, _is_new = disputes.raise_dispute(self.row, new, by=self.person, id=given["id"])
        return _("Your dispute is in the queue: a referee of the club decides on it.")

    def afterwards(self) -> str:
        return reverse("dispute", args=[self.raised.pk])


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """Everything about one dispute; a referee tries rulings and decides."""
    row = dispute_seen(request, dispute)
    if request.method == "POST":
        return _rule(request, row)
    return _page(request, row)


@require_POST
def withdraw(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """Whoever raised a dispute drops it."""
    row = dispute_seen(request, dispute)
    try:
        disputes.withdraw(row, by=signed_in(request))
    except (disputes.NotTheirsError, disputes.ClosedError) as error:
        messages.error(request, acting.sentence(error))
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
    shown = disputed.shown(row, request.user)
    written = row.hand.session.head.content.get("house_rules") or {}
    rule = decided.rule or row.rule
    address = request.build_absolute_uri(reverse("dispute", args=[row.pk]))
    context = {
        **shown,
        "ruling": decided,
        "rule": rule,
        "rule_text": rule_texts.text_of(row.hand.session.variant, written, rule),
        "decision": _decision(row),
        "seat_name": shown["names"].get(decided.seat or 0),
        "said_rules": house_rules.in_words(row.hand.session.variant, written),
        "address": address,
        "qr": linking.qr(address),
    }
    return render(request, "disputes/ruling.html", context)


def dispute_seen(request: HttpRequest, pk: UUID) -> Dispute:
    """The dispute with all that is shown of it, if it exists for whoever asks."""
    seen = queueing.in_full(access.disputes_seen_by(request.user))
    related = ("raised_by", "ruling__by", "hand__head__by", "hand__session__club")
    return get_object_or_404(seen.select_related(*related), pk=pk)


def _decision(row: Dispute) -> str:
    made = getattr(row, "ruling", None)
    return str(disputed.DECISIONS[made.decision]) if made else ""


def _version(row: Dispute, person: Person) -> str:
    return hand_version(row.hand, hides=disclosure.hides_cards(row.hand, person))


def _rule(request: HttpRequest, row: Dispute) -> HttpResponse:
    """Decide; what was decided on stands as it was read, or nothing is kept."""
    if not access.may(request.user, Action.RULE, row.club):
        raise PermissionDenied(_("Your role in this club does not let you do this."))
    form = RulingForm(exports.names_of(row.hand.session), request.POST, initial={})
    if not form.is_valid():
        return _page(request, row, form, status=422)
    try:
        with transaction.atomic():
            held = disputes.hold(row)
            disputes.require_open(held)
            if form.cleaned_data[acting.VERSION] != _version(held, request.user):
                return _shown_anew(request, row)
            ruled = disputes.rule_on(held, form.ruling(), by=signed_in(request))
    except acting.REFUSALS as error:
        where = getattr(error, "where", "")
        form.add_error(where if where in form.fields else None, acting.sentence(error))
        return _page(request, dispute_seen(request, row.pk), form, status=422)
    tasks.wake_up()
    _tell(request, row, ruled)
    return redirect("dispute", dispute=row.pk)


def _tell(request: HttpRequest, row: Dispute, ruled: disputes.Ruled) -> None:
    """What was decided, and what is otherwise by it."""
    messages.success(request, _("It is decided, and stands in the record."))
    for note in ruled.notes:
        messages.warning(request, acting.sentence(ValueError(note)))
    told = differences.told(row.hand.session, ruled.effects)
    for line in (*told.sentences, *(differences.in_words(one, told.names) for one in told.rows)):
        messages.info(request, line)


def _shown_anew(request: HttpRequest, row: Dispute) -> HttpResponse:
    """The hand was changed while the referee read it: what stands now, with what they had written."""
    row = dispute_seen(request, row.pk)
    sent = request.POST.copy()
    sent[acting.VERSION] = _version(row, request.user)
    form = RulingForm(exports.names_of(row.hand.session), sent, initial={})
    form.is_valid()
    said = _("The hand was changed while you read it, and nothing was decided. This is how it stands now: look again, then decide.")  # fmt: skip
    form.add_error(None, said)
    return _page(request, row, form, status=412)


def _page(
    request: HttpRequest, row: Dispute, form: RulingForm | None = None, *, status: int = 200
) -> HttpResponse:
    shown = disputed.shown(row, request.user)
    is_open = shown["state"] is queueing.State.OPEN
    context = {
        **shown,
        "is_open": is_open,
        "ruling": getattr(row, "ruling", None),
        "decision": _decision(row),
        "withdrawal": getattr(row, "withdrawal", None),
        "others": _others(row),
        "may_withdraw": is_open and row.raised_by_id == request.user.pk,
    }
    if is_open:
        context |= _at_stake(request, row) | _deciding(request, row, shown["names"], form)
    return render(request, "disputes/dispute.html", context, status=status)


def _at_stake(request: HttpRequest, row: Dispute) -> dict[str, Any]:
    """Every decision tried; an adjustment of the points that are asked for."""
    (weighed,) = queueing.gravest_first([row])
    outlooks = weighed.stakes.outlooks if weighed.stakes else ()
    asked = "points" in request.GET
    form = AdjustmentForm(exports.names_of(row.hand.session), request.GET if asked else None)
    context = {
        "outlooks": [disputed.tried(row, outlook) for outlook in outlooks],
        "adjustment_form": form,
    }
    if asked and form.is_valid():
        context["adjusted"] = disputed.tried(row, stakes.tried(row, form.ruling()))
    return context


def _deciding(
    request: HttpRequest, row: Dispute, names: dict[int, str], form: RulingForm | None
) -> dict[str, Any]:
    """The form for a referee of the club, or why somebody cannot decide this one."""
    person = request.user
    if not access.may(person, Action.RULE, row.club):
        return {}
    own = merging.seat_of(row.hand.session, signed_in(request)) is not None
    if own and not row.club.rules_on_own_hands:
        return {"why_not": acting.sentence(disputes.OwnHandError())}
    asked = {key: request.GET[key] for key in ("decision", "seat", "points") if key in request.GET}
    given = {**asked, acting.VERSION: _version(row, person)}
    return {"form": form or RulingForm(names, initial=given), "own_hand": own}


def _others(row: Dispute) -> list[dict[str, Any]]:
    """What else was said about the same hand."""
    rows = Dispute.objects.filter(hand=row.hand_id).exclude(pk=row.pk)
    related = rows.select_related("raised_by", "ruling", "withdrawal").order_by("raised_at")
    return [
        {"dispute": other, "state": disputed.STATES[queueing.state_of(other)]} for other in related
    ]
