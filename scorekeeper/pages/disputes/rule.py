"""The page of one dispute, where a referee of the club previews rulings and decides."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.adjudication import judging, recorded_rulings
from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import ruling, stakes
from scorekeeper.disputes.actions import RuleOnDispute
from scorekeeper.disputes.queue import DisputeState, gravest_first, state_of
from scorekeeper.disputes.ruling import RulingPreview, RulingResult
from scorekeeper.disputes.stakes import Outlook
from scorekeeper.hands import amendment_form
from scorekeeper.models import Decision, Dispute
from scorekeeper.pages.action_forms import VERSION
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.display import card_pad, changes_table, conflicts
from scorekeeper.pages.disputes import next_steps, ruling_notices, tried_decisions
from scorekeeper.pages.disputes.detail import DECISIONS, MEANINGS, STATES, dispute_context
from scorekeeper.pages.disputes.forms import AdjustmentForm, RulingForm, StatementForm
from scorekeeper.pages.disputes.tried_decisions import TriedDecision
from scorekeeper.pages.disputes.views import decision_of, get_dispute
from scorekeeper.pages.permissions import current_user
from scorekeeper.sessions.document import names_of


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, dispute: UUID) -> HttpResponseBase:
    """Show everything about one dispute; a POST decides it."""
    if request.method == "POST":
        return Rule.as_view()(request, dispute=dispute)
    row = get_dispute(request, dispute)
    ruling_notices.opened(request, row)
    return dispute_page(request, row)


class Rule(ActionView):
    """A referee previews or saves a decision, on the page of its dispute."""

    action_class = RuleOnDispute
    form_class = RulingForm
    http_method_names = ["post"]

    def find_row(self) -> Dispute:
        return get_dispute(self.request, self.kwargs["dispute"])

    def build_form(self, data: Any = None) -> RulingForm:
        return _form(self.row, _names(self.row), data)

    def read(self, form: RulingForm) -> NewRuling:
        new = form.ruling()
        self.outlook = stakes.outlook_of(self.row, new)  # of the totals before the ruling
        return new

    def describe(self, changes: dict[str, Any]) -> TriedDecision:
        return self._try_decision(RulingPreview(**changes))

    def done(self, result: RulingResult) -> str:
        """Add messages: the ruling is saved, what changed, and last what still has to be looked at."""
        messages.success(self.request, _("Your ruling has been saved in the record."))
        ruled = self._try_decision(RulingPreview(effects=result.effects, notes=result.notes))
        if lines := "\n".join(changes_table.lines(ruled.changes) if ruled.changes else ()):
            messages.info(self.request, lines)
        conflict = conflicts.to_be_corrected(result.effects, _names(self.row))
        for line in filter(None, (*ruled.notes, conflict)):
            messages.warning(self.request, line)
        return ""

    def next_url(self, _result: RulingResult) -> str:
        return reverse("dispute", args=[self.row.pk])

    def render(
        self,
        form: Any = None,
        *,
        changes: TriedDecision | None = None,
        refused: str = "",
        status: int = 200,
    ) -> HttpResponse:
        """Render the page of the dispute as it is now, which itself says why nobody can decide it."""
        row = get_dispute(self.request, self.row.pk)
        return dispute_page(self.request, row, form, previewed=changes, status=status)

    def _try_decision(self, preview: RulingPreview) -> TriedDecision:
        return tried_decisions.try_decision(self.row, self.outlook, _names(self.row), preview)


def _form(
    row: Dispute,
    names: Mapping[int, str],
    data: Any = None,
    *,
    initial: Mapping[str, Any] | None = None,
) -> RulingForm:
    """Return the form that decides a dispute, as it was sent or with initial values; with names by seat."""
    rules = judging.rules_of(row.hand.session)
    return RulingForm(
        names,
        data,
        initial=initial or {},
        lowest_wins=rules.lowest_wins,
        player=names.get(_seat_of(row) or 0, ""),
        passes=rules.family is not referee.Family.MELDING,
    )


def _seat_of(row: Dispute) -> int | None:
    """Return whose event is disputed; None if it is no event of the record, or of no seat."""
    event = stakes.current_event(row)
    seat = amendment_form.event_texts(row.hand)[event - 1].partition(":") if event else None
    return int(seat[0]) if seat and seat[1] else None


def _names(row: Dispute) -> dict[int, str]:
    return names_of(row.hand.session)


def _meaning(row: Dispute) -> str:
    """Return what the decision of a ruling means, where its name does not say it."""
    stored = getattr(row, "ruling", None)
    return str(MEANINGS.get(stored.decision, "")) if stored else ""


def dispute_page(
    request: HttpRequest,
    row: Dispute,
    form: RulingForm | None = None,
    *,
    statement: StatementForm | None = None,
    previewed: TriedDecision | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the dispute, with the forms as they were sent."""
    shared = dispute_context(row, request.user)
    is_open = shared["state"] is DisputeState.OPEN
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
    (weighed,) = gravest_first([row])
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
            {
                "words": words,
                "tried": tried.get(decision),
                "radio": radios.get(str(decision)),
                "replaces": decision is Decision.TAKEN_BACK and decision in dry_runs,
            }
            for decision, words in DECISIONS.items()
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
    pad = card_pad.hand_facts(row.hand, request.user, names) if _seat_of(row) else None
    own_hand = row.club.rules_on_own_hands and action.is_own_hand  # elsewhere they may not decide
    return {"form": form, "own_hand": own_hand, "pad": pad}


def _others(row: Dispute) -> list[dict[str, Any]]:
    """Return the other disputes about the same hand."""
    rows = Dispute.objects.filter(hand=row.hand_id).exclude(pk=row.pk)
    related = rows.select_related("raised_by", "ruling", "withdrawal").order_by("raised_at")
    return [{"dispute": other, "state": STATES[state_of(other)]} for other in related]
