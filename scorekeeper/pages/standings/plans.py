"""The page on which a season's scoring plan is chosen, with the earlier plans."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper import workers
from scorekeeper.access import Action
from scorekeeper.clubs import roster
from scorekeeper.pages.permissions import current_user, require_permission
from scorekeeper.pages.standings import plan_presets, plan_text
from scorekeeper.pages.standings.plan_form import PlanForm
from scorekeeper.pages.standings.views import get_season, season_context
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.plans.plan_versions import UNDECIDED


@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Show the plan form, and decide on a plan for the whole season when it is submitted."""
    row = get_season(request, season)
    if response := require_permission(request, Action.KEEP_SEASONS, row.club):
        return response
    readable = plan_versions.find_readable(row)
    current = readable or UNDECIDED
    data = request.POST if request.method == "POST" else None
    form = PlanForm(current.plan, data, presets=plan_presets.offered(row))
    if (
        form.is_bound
        and form.is_valid()
        and roster.names_player(row.club_id, form.plan.seed if form.plan else "")
    ):
        message = _(
            "The seed contains the name of a player. Choose one that can stay if the player is erased."
        )
        form.add_error("seed", message)
    if form.is_bound and form.is_valid() and form.plan is not None:
        reason = form.cleaned_data["reason"]
        _plan, is_new = plan_versions.decide(
            row, form.plan, by=current_user(request), reason=reason
        )
        workers.wake_up()
        message = (
            _("The new scoring plan now applies to the season.")
            if is_new
            else _("This plan is already in force.")
        )
        messages.success(request, message)
        return redirect("season", season=row.pk)
    context = {
        **season_context(request, row),
        "form": form,
        "now": current,
        "is_damaged": readable is None,
        "sentences": plan_text.sentences(current.plan),
        "versions": row.plans.select_related("by").defer("plan").order_by("-number")[:20],
    }
    return render(request, "seasons/plan.html", context, status=422 if form.errors else 200)
