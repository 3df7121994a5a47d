"""Awards beside the records of a season: taken away."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.access import Action
from scorekeeper.pages.permissions import current_user, require_permission
from scorekeeper.pages.standings.views import get_season
from scorekeeper.statistics import awards


@require_POST
def take_away(request: HttpRequest, season: UUID, award: UUID) -> HttpResponseBase:
    """Have the club give an award no longer, and show the highlights of the season."""
    row = get_season(request, season)
    if response := require_permission(request, Action.KEEP_SEASONS, row.club):
        return response
    given = get_object_or_404(row.club.awards, pk=award)
    awards.take_away(given, by=current_user(request))
    done = _("“%(name)s” is no longer an award of the club.")
    messages.success(request, done % {"name": given.name})
    return redirect("season-highlights", season=row.pk)
