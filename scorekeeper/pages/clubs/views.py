"""Pages of a club: founding it, its first page, adding players and seasons."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.clubs import demo, memberships, player_merges, roster
from scorekeeper.clubs.memberships import TooManyClubsError
from scorekeeper.disputes import queue
from scorekeeper.disputes.queue import DisputeState
from scorekeeper.idempotency import IdTakenError
from scorekeeper.journal import sealing
from scorekeeper.models import Club, Season, Session
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.clubs import first_steps, scoreboard
from scorekeeper.pages.clubs.forms import ClubForm, PlayersForm, SessionSearchForm
from scorekeeper.pages.clubs.member_forms import SeasonSettingsForm
from scorekeeper.pages.display import long_lists
from scorekeeper.pages.permissions import (
    club_context,
    current_user,
    get_club,
    require_permission,
)
from scorekeeper.sessions import filing, hand_counts, played_days, usual_tables

PAGE = 20  # sessions
LIST_PARAMETERS = {"q", "season", "page"}
"""With one of them, the address of a club shows the list of its sessions."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        try:
            club, _is_new = memberships.found_club(
                data["name"],
                by=current_user(request),
                id=data["id"],
                time_zone=data["time_zone"],
            )
        except IdTakenError:
            form.add_error(None, TAKEN)
        except TooManyClubsError as error:
            form.add_error(None, _(str(error)))
        else:
            messages.success(request, _("The club has been created. Next, add its players."))
            return redirect("club", club=club.pk)
    context = {
        "form": form,
        "title": _("Start a club"),
        "button": _("Start the club"),
        "script": "time_zone.js",
    }
    return _form_page(request, context)


@require_safe
def club(request: HttpRequest, club: UUID) -> HttpResponse:
    """Show a club: its scoreboard, seasons, players and members; or the list of its sessions, to search."""
    club_row = get_club(request, club)
    visible = access.seasons_seen_by(request.user).filter(club=club_row)
    seasons = visible.order_by(*usual_tables.SEASONS_LATEST_FIRST)
    context = {
        **club_context(request, club_row),
        "seasons": seasons,
        "is_demo": club_row.pk == demo.demo_id("club"),
        "may_record": access.may(request.user, Action.OPEN, club_row),
    }
    if not LIST_PARAMETERS.isdisjoint(request.GET):
        listed = {**context, **_session_list(request, club_row, seasons)}
        return render(request, "clubs/sessions.html", listed)
    return render(
        request, "clubs/club.html", {**context, **_scoreboard(request, club_row, seasons)}
    )


def _session_list(request: HttpRequest, club: Club, seasons: QuerySet[Season]) -> dict[str, Any]:
    """Return the context of a page of the sessions that a search finds, newest first."""
    search = SessionSearchForm(club, seasons, request.GET)
    number = request.GET.get("page")
    matching = search.filter(_sessions(request, club), long_lists.most_counted(PAGE, number))
    matching = matching.select_related("season", "result").prefetch_related("seats__player")
    matching = hand_counts.with_hand_counts(matching)
    page = long_lists.LongListPaginator(matching, PAGE, number).asked_page()
    _apply_merged_names(page, player_merges.merged_names(club.pk))
    return {
        "search": search,
        "is_filtered": bool(request.GET.get("q") or request.GET.get("season")),
        "page": page,
    }


def _scoreboard(request: HttpRequest, club: Club, seasons: QuerySet[Season]) -> dict[str, Any]:
    members = access.members_seen_by(request.user).filter(club=club)
    latest = list(scoreboard.with_totals(_sessions(request, club))[:PAGE])
    merged = player_merges.merged_names(club.pk)
    _apply_merged_names(latest, merged)
    return {
        **scoreboard.context_of(request, club, list(seasons), latest, merged),
        "steps": first_steps.steps_of(request.user, club),
        "players": access.players_seen_by(request.user).filter(club=club).distinct(),
        "members": members.select_related("user"),
        "journal": sealing.find_head(club.pk),
        "open_disputes": access.disputes_seen_by(request.user)
        .filter(queue.IN_STATE[DisputeState.OPEN], club=club)
        .count(),
        "may_keep_players": access.may(request.user, Action.KEEP_PLAYERS, club),
        "may_keep_seasons": access.may(request.user, Action.KEEP_SEASONS, club),
        "may_manage": access.may(request.user, Action.MANAGE, club),
        "may_publish": access.may(request.user, Action.PUBLISH, club),
        "lacks_second_step": club.second_step_for  # else nobody does, and no query is needed
        and any(
            access.lacks_second_step(request.user, action, club)
            for action in (Action.RULE, Action.MANAGE)
        ),
    }


def _sessions(request: HttpRequest, club: Club) -> QuerySet[Session]:
    """Return the sessions of the club that the viewer may see, newest first."""
    sessions = access.sessions_of_club_seen_by(request.user, club)
    return sessions.order_by(*played_days.LATEST_FIRST)


def _apply_merged_names(sessions: Iterable[Session], merged: Mapping[UUID, str]) -> None:
    """Give merged players the name of the player that they were merged into."""
    for seat in (seat for session in sessions for seat in session.seats.all()):
        seat.player.name = merged.get(seat.player_id, seat.player.name)


@require_http_methods(["GET", "HEAD", "POST"])
def add_players(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Add players, one name per line; then go back to the new session that lacked them (``?game=big-two``), or to the club."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.KEEP_PLAYERS, club_row):
        return response
    form = PlayersForm(club_row, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        names: list[str] = form.cleaned_data["names"]
        with transaction.atomic():
            for name in names:
                roster.get_or_add_player(club_row, name, by=current_user(request))
        text = ngettext(
            "%(count)d player has been added.", "%(count)d players have been added.", len(names)
        )
        messages.success(request, text % {"count": len(names)})
        if form.repeated:
            text = _(
                "Entered more than once, added once: %(names)s. Two players need different names."
            )
            messages.warning(request, text % {"names": ", ".join(form.repeated)})
        game = request.GET.get("game")
        if game in referee.VARIANTS:
            return redirect("new-session", club=club_row.pk, variant=game)
        return redirect("club", club=club_row.pk)
    return _form_page(
        request,
        {"club": club_row, "form": form, "title": _("Add players"), "button": _("Add")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def add_season(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Add a season; then offer the sessions that fall into it."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.KEEP_SEASONS, club_row):
        return response
    season = Season(club=club_row)
    data = request.POST if request.method == "POST" else None
    form = SeasonSettingsForm(data, instance=season)
    if form.is_bound and form.is_valid():
        roster.add(season, by=current_user(request))
        messages.success(request, _("The season has been created."))
        if filing.find_offered(season).exists():
            return redirect("season-sessions", season=season.pk)
        return redirect("club", club=club_row.pk)
    return _form_page(
        request, {"club": club_row, "form": form, "title": _("Add a season"), "button": _("Add")}
    )


def _form_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Render a page that consists of one form."""
    form: BaseForm = context["form"]
    return render(request, "form.html", context, status=422 if form.errors else 200)
