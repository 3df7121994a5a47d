"""Pages that move several sessions at once: to a season, and into a new season that they fall into."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.actions import StaleError
from scorekeeper.models import Club, Season
from scorekeeper.pages.action_forms import LOOK
from scorekeeper.pages.display.long_lists import LongListPaginator
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.pages.sessions import move_form
from scorekeeper.pages.sessions.move_form import MoveForm, SelectionForm, SessionFilterForm
from scorekeeper.sessions import filing

MOST = 200  # sessions listed at a time
ALL = "all"  # value of the button that selects every session of the list


@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List sessions to select, show what moving them to a season changes, and move them."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.OPEN, club_row):
        return response
    if request.POST.get("do") == ALL:
        form = MoveForm(club_row, None, request.POST.get("into", ""))
        return _render_move(request, club_row, form, select_all=True)
    form = MoveForm(club_row, _posted(request), request.GET.get("into", ""))
    if not (form.is_bound and form.is_valid()):
        return _render_move(request, club_row, form, status=422 if form.is_bound else 200)
    season, selected = form.target(), form.selected()
    if request.POST.get("do") == LOOK:
        return _render_move(request, club_row, form, previewed=True)
    try:
        moved = filing.move_to_season(
            club_row,
            [session.pk for session in selected],
            season,
            by=current_user(request),
            version=form.cleaned_data["version"],
        )
    except StaleError:
        form.add_error(
            None,
            _(
                "The selection or a session has changed since the preview. Check what would change, then press the button again."
            ),
        )
        return _render_move(request, club_row, form, previewed=True, status=412)
    return _done(request, club_row, season, moved)


@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Offer the sessions that fall into a season and belong to none; take the selected ones in.

    Sessions are selected at first, unless it is unclear whether they are meant: the season has no days, and is not the only one.
    """
    seasons = access.seasons_seen_by(request.user).select_related("club")
    row = get_object_or_404(seasons, pk=season)
    if response := require_permission(request, Action.OPEN, row.club):
        return response
    form = SelectionForm(row.club, _posted(request))
    if form.is_bound and form.is_valid():
        ids = [session.pk for session in form.selected()]
        moved = filing.take_in(row, ids, by=current_user(request))
        return _done(request, row.club, row, moved)
    offered = filing.find_offered(row)
    page = LongListPaginator(_with_players(offered), MOST, None).asked_page()
    sessions = list(page)
    is_clear = row.starts_on or row.ends_on or row.club.seasons.count() == 1
    context = {
        "club": row.club,
        "season": row,
        "form": form,
        "sessions": sessions,
        "checked": {session.pk for session in sessions}
        if is_clear and not form.is_bound
        else set(),
        **_not_listed(page),
    }
    return render(request, "sessions/take_in.html", context, status=422 if form.is_bound else 200)


def _render_move(
    request: HttpRequest,
    club: Club,
    form: MoveForm,
    *,
    previewed: bool = False,
    select_all: bool = False,
    status: int = 200,
) -> HttpResponse:
    filters = SessionFilterForm(club, request.GET)
    page = LongListPaginator(_with_players(filters.sessions()), MOST, None).asked_page()
    sessions = list(page)
    checked: Collection[UUID] = {session.pk for session in form.selected()}
    if select_all or (not form.is_bound and request.GET.get("all")):
        checked = {session.pk for session in sessions}
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "filters": filters,
        "sessions": sessions,
        "checked": checked,
        **_not_listed(page),
    }
    if previewed:
        season, selected = form.target(), form.selected()
        context["changes"] = list(move_form.sentences(selected, season))
        context["version"] = filing.version_of(selected, season)
    return render(request, "sessions/move.html", context, status=status)


def _done(request: HttpRequest, club: Club, season: Season | None, moved: int) -> HttpResponse:
    workers.wake_up()
    if not moved:
        messages.info(request, _("The sessions are there already: nothing was changed."))
    elif season is not None:
        text = ngettext(
            "%(n)d session now belongs to %(season)s.",
            "%(n)d sessions now belong to %(season)s.",
            moved,
        )
        messages.success(request, text % {"n": moved, "season": season.name})
    else:
        text = ngettext(
            "%(n)d session now belongs to no season.",
            "%(n)d sessions now belong to no season.",
            moved,
        )
        messages.success(request, text % {"n": moved})
    return (
        redirect("club", club=club.pk) if season is None else redirect("season", season=season.pk)
    )


def _with_players(sessions: Any) -> Any:
    """Return the sessions with the rows that the list of checkboxes shows."""
    return sessions.select_related("season", "result").prefetch_related("seats__player")


def _not_listed(page: Any) -> dict[str, Any]:
    """Return how many sessions are not listed, and whether there are more than these."""
    return {"more": page.paginator.count - len(page), "has_more": page.paginator.has_more}


def _posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None
