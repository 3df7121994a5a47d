"""How a club and a season are set up: what they are called, and what is allowed."""

from copy import copy
from typing import TypeVar
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import Club, Season
from scorekeeper.pages.clubs.member_forms import ClubSettingsForm, SeasonSettingsForm, values_of
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.pages.standings.views import get_season

Row = TypeVar("Row", Club, Season)


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Rename a club, and say what its referees may do."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.MANAGE, where):
        return elsewhere
    form = ClubSettingsForm(_sent(request), instance=copy(where))
    if form.is_valid() and _changed(request, where, form):
        return redirect("club", club=where.pk)
    context = {"club": where, "form": form}
    return render(request, "clubs/settings.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def of_season(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Rename a season, and say when it is."""
    row = get_season(request, season)
    if elsewhere := require_permission(request, Action.KEEP_SEASONS, row.club):
        return elsewhere
    form = SeasonSettingsForm(_sent(request), instance=copy(row))
    if form.is_valid() and _changed(request, row, form):
        return redirect("season", season=row.pk)
    context = {
        "club": row.club,
        "season": row,
        "form": form,
        "may_publish": access.may(request.user, Action.PUBLISH, row.club),
    }
    return render(request, "seasons/settings.html", context, status=422 if form.errors else 200)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _changed(request: HttpRequest, row: Row, form: BaseForm) -> bool:
    try:
        club_roster.change(row, values_of(form), by=current_user(request))
    except ValidationError as error:  # what the form could not know
        form.add_error(None, error)
        return False
    messages.success(request, _("Saved."))
    return True
