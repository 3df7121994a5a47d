"""Pages to delete a player or a season that was added by mistake, after a confirmation."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.access import Action
from scorekeeper.models import Player, Season
from scorekeeper.pages.permissions import current_user, get_player, require_permission
from scorekeeper.pages.standings.views import get_season
from scorekeeper.sessions import deletions
from scorekeeper.sessions.deletions import StillNeededError


@require_http_methods(["GET", "HEAD", "POST"])
def delete_player(request: HttpRequest, player: UUID) -> HttpResponseBase:
    """Delete a player who never played."""
    return _delete(request, get_player(request, player), Action.KEEP_PLAYERS)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_season(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Delete a season without sessions."""
    return _delete(request, get_season(request, season), Action.KEEP_SEASONS)


def _delete(request: HttpRequest, row: Player | Season, action: Action) -> HttpResponseBase:
    if response := require_permission(request, action, row.club):
        return response
    refused = ""
    if request.method == "POST":
        try:
            deletions.delete(row, by=current_user(request))
        except StillNeededError as error:
            refused = gettext(str(error))
        else:
            messages.success(request, _("%(name)s has been deleted.") % {"name": row.name})
            return redirect("club", club=row.club_id)
    is_player = isinstance(row, Player)
    context = {"club": row.club, "row": row, "is_player": is_player, "refused": refused}
    return render(request, "clubs/delete.html", context, status=409 if refused else 200)
