"""The pages that say what strangers can see of a club, a season or a session; all have the same form."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper import workers
from scorekeeper.access import Action
from scorekeeper.models import Club
from scorekeeper.pages.permissions import current_user, get_club, get_session, require_permission
from scorekeeper.pages.standings.views import get_season
from scorekeeper.pages.standings.visibility_form import (
    Row,
    VisibilityForm,
    seen_by_strangers,
    title_of,
)


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Show and change who may see a club, its seasons and its sessions."""
    return _visibility_page(request, get_club(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def of_season(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Show and change who may see a season and its sessions."""
    return _visibility_page(request, get_season(request, season))


@require_http_methods(["GET", "HEAD", "POST"])
def of_session(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Show and change who may see a session and its season."""
    return _visibility_page(request, get_session(request, session))


def _visibility_page(request: HttpRequest, row: Row) -> HttpResponseBase:
    form = VisibilityForm(row, request.POST if request.method == "POST" else None)
    if response := require_permission(request, Action.PUBLISH, form.club):
        return response
    if form.is_bound and form.is_valid():
        form.save(by=current_user(request))
        workers.wake_up()
        saved = _("The visibility has been saved.")
        messages.success(request, f"{saved} {seen_by_strangers(form.club)}")
        return redirect(row._meta.model_name or "home", row.pk)
    context = {
        "club": form.club,
        "form": form,
        "title": _("Who can see “%(name)s”?") % {"name": title_of(row)},
        "now": seen_by_strangers(form.club, form.counts if isinstance(row, Club) else None),
        "back": row,
        "back_to": row._meta.model_name,
    }
    return render(request, "clubs/visibility.html", context, status=422 if form.errors else 200)
