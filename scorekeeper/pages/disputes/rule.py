"""The page of one dispute, where a referee of the club previews rulings and decides."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.actions import REFUSALS, StaleError
from scorekeeper.adjudication import judging, recorded_rulings
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.disputes import ruling, stakes
from scorekeeper.disputes.actions import RuleOnDispute
from scorekeeper.disputes.ruling import RulingPreview
from scorekeeper.disputes.stakes import Outlook
from scorekeeper.models import Decision, Dispute
from scorekeeper.pages import actions as pages_actions
from scorekeeper.pages.action_forms import LOOK, VERSION
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.disputes import detail as dispute_detail
from scorekeeper.pages.disputes import next_steps, ruling_notices, tried_decisions
from scorekeeper.pages.disputes.forms import AdjustmentForm, RulingForm, StatementForm
from scorekeeper.pages.disputes.tried_decisions import TriedDecision
from scorekeeper.pages.disputes.views import decision_of, get_dispute
from scorekeeper.pages.permissions import current_user
from scorekeeper.sessions import document as session_document


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, dispute: UUID) -> HttpResponse:
    """Show everything about one dispute; a POST decides it."""
    row = get_dispute(request, dispute)
    if request.method == "POST":
        return _rule(request, row)
    ruling_notices.opened(request, row)
    return page(request, row)


def _rule(request: HttpRequest, row: Dispute) -> HttpResponse:
    """Show what a decision would change, or decide, on the revision that the referee read: 412 if it changed since."""
    if not access.may(request.user, RuleOnDispute.permission, row.club):
        raise PermissionDenied(
            _("Your role in this club does not allow this. Ask an owner for another role.")
        )
    form = _form(row, _names(row), request.POST)
    if not form.is_valid():
        return page(request, row, form, status=422)
    action = RuleOnDispute(row, current_user(request))
    try:
        if request.POST.get("do") == LOOK:
            return page(request, row, form, previewed=_preview(action, form))
        outlook = stakes.outlook_of(row, form.ruling())
        ruled = action.save(form.ruling(), version=form.cleaned_data[VERSION])
    except StaleError:
        return _render_stale(request, get_dispute(request, row.pk))
    except REFUSALS as error:
        field = getattr(error, "where", "")
        form.add_error(field if field in form.fields else None, pages_actions.sentence(error))
        return page(request, get_dispute(request, row.pk), form, status=422)
    workers.wake_up()
    decided = RulingPreview(effects=ruled.effects, notes=ruled.notes)
    _add_messages(request, tried_decisions.try_decision(row, outlook, _names(row), decided))
    return redirect("dispute", dispute=row.pk)


def _form(
    row: Dispute,
    names: Mapping[int, str],
    data: Any = None,
    *,
    initial: Mapping[str, Any] | None = None,
) -> RulingForm:
    """Return the form that decides a dispute, as it was sent or with initial values; with names by seat."""
    lowest_wins = judging.rules_of(row.hand.session).lowest_wins
    return RulingForm(names, data, initial=initial or {}, lowest_wins=lowest_wins)


def _names(row: Dispute) -> dict[int, str]:
    return session_document.names_of(row.hand.session)


def _preview(action: RuleOnDispute, form: RulingForm) -> TriedDecision:
    """Return what the decision in a valid form would change.  Raises StaleError, or one of REFUSALS."""
    if form.cleaned_data[VERSION] != action.version():
        raise StaleError
    new = form.ruling()
    dry_run = ruling.preview(action.row, new, by=action.person)
    outlook = stakes.outlook_of(action.row, new)
    return tried_decisions.try_decision(action.row, outlook, _names(action.row), dry_run)


def _add_messages(request: HttpRequest, ruled: TriedDecision) -> None:
    """Tell the referee that the decision was saved, and what it changed: all that its preview says."""
    messages.success(request, _("Your ruling has been saved in the record."))
    for line in filter(None, (*ruled.notes, ruled.conflict)):
        messages.warning(request, line)
    if lines := "\n".join(changes_table.lines(ruled.changes) if ruled.changes else ()):
        messages.info(request, lines)


def _meaning(row: Dispute) -> str:
    """Return what the decision of a ruling means, where its name does not say it."""
    stored = getattr(row, "ruling", None)
    return str(dispute_detail.MEANINGS.get(stored.decision, "")) if stored else ""


def _render_stale(request: HttpRequest, row: Dispute) -> HttpResponse:
    """Render the dispute as it is now, with what the referee wrote, after the hand was changed."""
    data = request.POST.copy()
    data[VERSION] = RuleOnDispute(row, current_user(request)).version()
    form = _form(row, _names(row), data)
    form.is_valid()
    form.add_error(
        None,
        _(
            "The hand changed while you were reading it, so your ruling was not saved. Below is the current version: check it, then decide again."
        ),
    )
    return page(request, row, form, status=412)


def page(
    request: HttpRequest,
    row: Dispute,
    form: RulingForm | None = None,
    *,
    statement: StatementForm | None = None,
    previewed: TriedDecision | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the dispute, with the forms as they were sent."""
    shared = dispute_detail.dispute_context(row, request.user)
    is_open = shared["state"] is dispute_queue.DisputeState.OPEN
    context = {
        **shared,
        "is_open": is_open,
        "ruling": getattr(row, "ruling", None),
        "decision": decision_of(row),
        "meaning": _meaning(row),
        "next_steps": next_steps.after_ruling(row, request.user),
        "reopened": recorded_rulings.is_reopened(row.hand),
        "may_dispute": access.may(request.user, Action.DISPUTE, row.club),
        "withdrawal": getattr(row, "withdrawal", None),
        "others": _others(row),
        "may_withdraw": is_open and row.raised_by_id == request.user.pk,
    }
    if is_open:
        may_speak = access.may(request.user, Action.DISPUTE, row.club)
        context["statement_form"] = (statement or StatementForm()) if may_speak else None
        context |= _ruling_context(request, row, shared["names"], form)
        context |= _stakes_context(request, row, shared["names"], context.get("form"))
        if previewed:
            context["previewed"] = previewed
    return render(request, "disputes/dispute.html", context, status=status)


def _stakes_context(
    request: HttpRequest,
    row: Dispute,
    names: Mapping[int, str],
    ruling_form: RulingForm | None,
) -> dict[str, Any]:
    """Preview every decision, and the adjustment that the query string names; with names by seat."""
    (weighed,) = dispute_queue.gravest_first([row])
    outlooks = weighed.stakes.outlooks if weighed.stakes else ()
    dry_runs = _dry_runs(request, row, outlooks) if ruling_form else {}
    tried = tried_decisions.try_decisions(row, outlooks, names, dry_runs)
    radios = (
        {radio.data["value"]: radio for radio in ruling_form["decision"]} if ruling_form else {}
    )
    has_adjustment = "points" in request.GET
    form = AdjustmentForm(
        names,
        request.GET if has_adjustment else None,
        lowest_wins=judging.rules_of(row.hand.session).lowest_wins,
    )
    context = {
        "outlooks": list(tried.values()),
        "options": [
            {"words": words, "tried": tried.get(decision), "radio": radios.get(str(decision))}
            for decision, words in dispute_detail.DECISIONS.items()
        ],
        "adjustment_form": form,
    }
    if has_adjustment and form.is_valid():
        context["previewed"] = tried_decisions.try_decision(
            row, stakes.outlook_of(row, form.ruling()), names
        )
    return context


def _dry_runs(
    request: HttpRequest, row: Dispute, outlooks: Sequence[Outlook]
) -> Mapping[Decision, RulingPreview]:
    """Return the dry runs of the decisions that are possible."""
    possible = [outlook.decision for outlook in outlooks if outlook.changes is not None]
    rulings = (NewRuling(decision=decision, reason="?") for decision in possible)
    return dict(zip(possible, ruling.previews(row, rulings, by=current_user(request)), strict=True))


def _ruling_context(
    request: HttpRequest, row: Dispute, names: Mapping[int, str], form: RulingForm | None
) -> dict[str, Any]:
    """Return the form for a referee of the club; for others why they cannot decide, and who can."""
    if not access.may(request.user, RuleOnDispute.permission, row.club):
        text = _("Only referees and owners of the club can decide a dispute.")
        return {"why_not": text, "deciders": ruling.list_deciders(row)}
    action = RuleOnDispute(row, current_user(request))
    if reason := action.why_not():
        return {
            "why_not": gettext(reason),
            "deciders": ruling.list_deciders(row),
            "by_setting": True,
            "may_manage": access.may(request.user, Action.MANAGE, row.club),
        }
    params = {key: request.GET[key] for key in ("decision", "seat", "points") if key in request.GET}
    form = form or _form(row, names, initial={**params, VERSION: action.version()})
    own_hand = row.club.rules_on_own_hands and action.is_own_hand  # elsewhere they may not decide
    return {"form": form, "own_hand": own_hand}


def _others(row: Dispute) -> list[dict[str, Any]]:
    """Return the other disputes about the same hand."""
    rows = Dispute.objects.filter(hand=row.hand_id).exclude(pk=row.pk)
    related = rows.select_related("raised_by", "ruling", "withdrawal").order_by("raised_at")
    return [
        {"dispute": other, "state": dispute_detail.STATES[dispute_queue.state_of(other)]}
        for other in related
    ]
