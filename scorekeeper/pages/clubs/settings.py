"""Settings pages of clubs, players and seasons."""

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
from scorekeeper.clubs import roster
from scorekeeper.models import Club, Erasure, Player, Season
from scorekeeper.pages.clubs.member_forms import (
    ClubSettingsForm,
    PlayerSettingsForm,
    SeasonSettingsForm,
)
from scorekeeper.pages.permissions import current_user, get_club, get_player, require_permission
from scorekeeper.pages.standings.views import get_season
from scorekeeper.sessions import corrections

Row = TypeVar("Row", Club, Player, Season)


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Change a club's name and what it allows."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.MANAGE, club_row):
        return response
    form = ClubSettingsForm(_post_data(request), instance=copy(club_row))
    if form.is_valid() and _save(request, club_row, form):
        return redirect("club", club=club_row.pk)
    context = {"club": club_row, "form": form}
    return render(request, "clubs/settings.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def player_settings(request: HttpRequest, player: UUID) -> HttpResponseBase:
    """Change a player's name, and the account that is this player."""
    row = get_player(request, player)
    if response := require_permission(request, Action.KEEP_PLAYERS, row.club):
        return response
    form = PlayerSettingsForm(_post_data(request), instance=copy(row))
    is_erased = Erasure.objects.filter(player=row).exists()
    if not is_erased and form.is_valid() and _save(request, row, form):
        return redirect("player", player=row.pk)
    context = {
        "club": row.club,
        "player": row,
        "form": form,
        "is_erased": is_erased,
        "may_delete": not corrections.has_ever_sat(row),
        "may_merge": access.may(request.user, Action.MERGE, row.club),
        "may_erase": access.may(request.user, Action.ERASE, row.club),
    }
    status = 409 if is_erased else 422 if form.errors else 200
    return render(request, "players/settings.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def season_settings(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Change a season's name, first day and last day."""
    row = get_season(request, season)
    if response := require_permission(request, Action.KEEP_SEASONS, row.club):
        return response
    form = SeasonSettingsForm(_post_data(request), instance=copy(row))
    if form.is_valid() and _save(request, row, form):
        return redirect("season", season=row.pk)
    context = {
        "club": row.club,
        "season": row,
        "form": form,
        "may_publish": access.may(request.user, Action.PUBLISH, row.club),
        # in the order of an index: PostgreSQL might look through the sessions of other seasons first
        "may_delete": not row.sessions.order_by("-created_at")[:1] and not row.plans.exists(),
    }
    return render(request, "seasons/settings.html", context, status=422 if form.errors else 200)


def _post_data(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _save(request: HttpRequest, row: Row, form: BaseForm) -> bool:
    values = {name: form.cleaned_data[name] for name in form.fields}
    try:
        roster.change(row, values, by=current_user(request))
    except ValidationError as error:  # a constraint that only the database can check
        form.add_error(None, error)
        return False
    messages.success(request, _("Saved."))
    return True
