"""One dispute on one page: a referee of the club tries rulings on the spot, and decides."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.adjudication import revisions
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes import stakes
from scorekeeper.models import Dispute
from scorekeeper.pages import actions as pages_actions
from scorekeeper.pages.action_forms import VERSION
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.disputes import detail as dispute_detail
from scorekeeper.pages.disputes import ruling_notices
from scorekeeper.pages.disputes.forms import AdjustmentForm, RulingForm, StatementForm
from scorekeeper.pages.disputes.views import decision_of, dispute_seen
from scorekeeper.pages.permissions import signed_in
from scorekeeper.sessions import document as session_document


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """Everything about one dispute; a referee tries rulings and decides."""
    row = dispute_seen(request, dispute)
    if request.method == "POST":
        return _rule(request, row)
    ruling_notices.opened(request, row)
    return page(request, row)


def _rule(request: HttpRequest, row: Dispute) -> HttpResponse:
    """Decide; what was decided on stands as it was read, or nothing is kept."""
    if not access.may(request.user, Action.RULE, row.club):
        raise PermissionDenied(_("Your role in this club does not let you do this."))
    form = RulingForm(session_document.names_of(row.hand.session), request.POST, initial={})
    if not form.is_valid():
        return page(request, row, form, status=422)
    try:
        with transaction.atomic():
            held = dispute_filing.hold(row)
            dispute_filing.require_open(held)
            if form.cleaned_data[VERSION] != revisions.version_for(held.hand, request.user):
                return _shown_anew(request, row)
            ruled = dispute_ruling.rule_on(held, form.ruling(), by=signed_in(request))
    except pages_actions.REFUSALS as error:
        where = getattr(error, "where", "")
        form.add_error(where if where in form.fields else None, pages_actions.sentence(error))
        return page(request, dispute_seen(request, row.pk), form, status=422)
    tasks.wake_up()
    _tell(request, row, ruled)
    return redirect("dispute", dispute=row.pk)


def _tell(request: HttpRequest, row: Dispute, ruled: dispute_ruling.Ruled) -> None:
    """What was decided, and what is otherwise by it."""
    messages.success(request, _("It is decided, and stands in the record."))
    for note in ruled.notes:
        messages.warning(request, pages_actions.sentence(ValueError(note)))
    told = changes_table.told(row.hand.session, ruled.effects)
    for line in (*told.sentences, *(changes_table.in_words(one, told.names) for one in told.rows)):
        messages.info(request, line)


def _shown_anew(request: HttpRequest, row: Dispute) -> HttpResponse:
    """The hand was changed while the referee read it: what stands now, with what they had written."""
    row = dispute_seen(request, row.pk)
    sent = request.POST.copy()
    sent[VERSION] = revisions.version_for(row.hand, request.user)
    form = RulingForm(session_document.names_of(row.hand.session), sent, initial={})
    form.is_valid()
    said = _("The hand was changed while you read it, and nothing was decided. This is how it stands now: look again, then decide.")  # fmt: skip
    form.add_error(None, said)
    return page(request, row, form, status=412)


def page(
    request: HttpRequest,
    row: Dispute,
    form: RulingForm | None = None,
    *,
    statement: StatementForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The dispute, with the forms as they were sent."""
    shown = dispute_detail.shown(row, request.user)
    is_open = shown["state"] is dispute_queue.State.OPEN
    context = {
        **shown,
        "is_open": is_open,
        "ruling": getattr(row, "ruling", None),
        "decision": decision_of(row),
        "withdrawal": getattr(row, "withdrawal", None),
        "others": _others(row),
        "may_withdraw": is_open and row.raised_by_id == request.user.pk,
    }
    if is_open:
        may_speak = access.may(request.user, Action.DISPUTE, row.club)
        context["statement_form"] = (statement or StatementForm()) if may_speak else None
        context |= _at_stake(request, row) | _deciding(request, row, shown["names"], form)
    return render(request, "disputes/dispute.html", context, status=status)


def _at_stake(request: HttpRequest, row: Dispute) -> dict[str, Any]:
    """Every decision tried; an adjustment of the points that are asked for."""
    (weighed,) = dispute_queue.gravest_first([row])
    outlooks = weighed.stakes.outlooks if weighed.stakes else ()
    asked = "points" in request.GET
    form = AdjustmentForm(
        session_document.names_of(row.hand.session), request.GET if asked else None
    )
    context = {
        "outlooks": [dispute_detail.tried(row, outlook) for outlook in outlooks],
        "adjustment_form": form,
    }
    if asked and form.is_valid():
        context["adjusted"] = dispute_detail.tried(row, stakes.tried(row, form.ruling()))
    return context


def _deciding(
    request: HttpRequest, row: Dispute, names: dict[int, str], form: RulingForm | None
) -> dict[str, Any]:
    """The form for a referee of the club, or why somebody cannot decide this one."""
    person = request.user
    if not access.may(person, Action.RULE, row.club):
        return {}
    own = player_merges.seat_of(row.hand.session, signed_in(request)) is not None
    if own and not row.club.rules_on_own_hands:
        return {"why_not": pages_actions.sentence(dispute_ruling.OwnHandError())}
    asked = {key: request.GET[key] for key in ("decision", "seat", "points") if key in request.GET}
    given = {**asked, VERSION: revisions.version_for(row.hand, person)}
    return {"form": form or RulingForm(names, initial=given), "own_hand": own}


def _others(row: Dispute) -> list[dict[str, Any]]:
    """What else was said about the same hand."""
    rows = Dispute.objects.filter(hand=row.hand_id).exclude(pk=row.pk)
    related = rows.select_related("raised_by", "ruling", "withdrawal").order_by("raised_at")
    return [
        {"dispute": other, "state": dispute_detail.STATES[dispute_queue.state_of(other)]}
        for other in related
    ]
