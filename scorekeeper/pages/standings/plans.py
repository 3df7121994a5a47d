"""How a season is scored: the decision, and those before it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.access import Action
from scorekeeper.pages.permissions import current_user, require_permission
from scorekeeper.pages.standings import plan_text
from scorekeeper.pages.standings.plan_form import PlanForm
from scorekeeper.pages.standings.views import season_context, season_seen
from scorekeeper.standings import plan_versions


@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Score the whole season by another plan from now on."""
    where = season_seen(request, season)
    if elsewhere := require_permission(request, Action.KEEP_SEASONS, where.club):
        return elsewhere
    now = plan_versions.in_force(where)
    form = PlanForm(now.plan, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.plan is not None:
        reason = form.cleaned_data["reason"]
        _plan, is_new = plan_versions.decide(where, form.plan, by=current_user(request), reason=reason)
        told = _("The season is scored by the new plan.") if is_new else _("This plan is in force already.")  # fmt: skip
        messages.success(request, told)
        return redirect("season", season=where.pk)
    context = {
        **season_context(request, where),
        "form": form,
        "now": now,
        "sentences": plan_text.sentences(now.plan),
        "decided": where.plans.select_related("by").order_by("-number")[:20],
    }
    return render(request, "seasons/plan.html", context, status=422 if form.errors else 200)
