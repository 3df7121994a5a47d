"""One tap with which the table of an earlier session plays again today."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scorekeeper.access import Action
from scorekeeper.pages.permissions import current_user, get_session, require_permission
from scorekeeper.sessions import same_table


@require_POST
def again(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Open today's session of the same table, once however often it is asked for, and go on in its logger."""
    row = get_session(request, session)
    if response := require_permission(request, Action.OPEN, row.club):
        return response
    try:
        opened = same_table.play_again(row, by=current_user(request))
    except same_table.TableGoneError as error:
        messages.warning(request, gettext(str(error)))
        return redirect("choose-variant", club=row.club_id)
    return redirect(reverse("log-session", args=[opened.pk]) + "?begin")
