"""A session that counts in no season: its pages say so, and offer the season of its day."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.models import Season, Session
from scorekeeper.models.sessions import NO_DAY
from scorekeeper.pages.permissions import current_user, get_session, require_permission
from scorekeeper.sessions import filing, usual_tables


@dataclass(frozen=True, kw_only=True)
class Unfiled:
    """What a page offers for a session that counts in no season."""

    season: Season | None  # that takes its day
    may_add_season: bool


def unfiled(request: HttpRequest, session: Session) -> Unfiled | None:
    """Return what to offer to somebody who may file the session; None if it is in a season."""
    if session.season_id or not access.may(request.user, Action.OPEN, session.club):
        return None
    day = session.played_on or session.listed_on or NO_DAY
    seasons = usual_tables.seasons_of(session.club) if day != NO_DAY else []
    return Unfiled(
        season=usual_tables.season_on(day, seasons),
        may_add_season=access.may(request.user, Action.KEEP_SEASONS, session.club),
    )


@require_POST
def file(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Move the session into the season that the page proposed, unless it is in one meanwhile; return to that page."""
    row = get_session(request, session)
    if response := require_permission(request, Action.OPEN, row.club):
        return response
    seasons = {str(season.pk): season for season in usual_tables.seasons_of(row.club)}
    season, from_logger = seasons.get(request.POST.get("season", "")), "log" in request.POST
    if season is None:
        messages.warning(request, _("This season is no longer there. Choose another one."))
    elif filing.take_in(season, [row.pk], by=current_user(request)):
        workers.wake_up()
        if not from_logger:  # there the line goes, and a message would lie over the table
            text = _("This session now counts in %(season)s.")
            messages.success(request, text % {"season": season})
    return redirect("log-session" if from_logger else "session", row.pk)
