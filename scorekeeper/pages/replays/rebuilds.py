"""Pages that rebuild the replays of a club, a season or a session, show the progress and cancel it."""

from typing import Any, TypeAlias
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.models import Club, Hand, Rebuild, Season, Session
from scorekeeper.pages import actions
from scorekeeper.pages.permissions import current_user, get_club, get_session, require_permission
from scorekeeper.pages.standings.views import get_season
from scorekeeper.replays import rebuilds
from scorekeeper.replays.rebuilds import RebuildOverError, RebuildState

Scope: TypeAlias = Club | Season | Session

RECENT = 10
FAILED = 50  # failed hands that are listed
STATES = {
    RebuildState.UNDER_WAY: gettext_lazy("running"),
    RebuildState.DONE: gettext_lazy("done"),
    RebuildState.CANCELLED: gettext_lazy("cancelled"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Rebuild every replay of a club."""
    return _rebuild_page(request, get_club(request, club))


@require_http_methods(["GET", "HEAD", "POST"])
def of_season(request: HttpRequest, season: UUID) -> HttpResponseBase:
    """Rebuild every replay of a season."""
    return _rebuild_page(request, get_season(request, season))


@require_http_methods(["GET", "HEAD", "POST"])
def of_session(request: HttpRequest, session: UUID) -> HttpResponseBase:
    """Rebuild every replay of a session."""
    return _rebuild_page(request, get_session(request, session))


@require_safe
def rebuild(request: HttpRequest, rebuild: UUID) -> HttpResponseBase:
    """Show the progress of a rebuild and the hands that failed."""
    row = _rebuild(request, rebuild)
    if response := require_permission(request, Action.REBUILD, row.club):
        return response
    state, progress = rebuilds.state_of(row), rebuilds.progress(row)
    listed = row.failures.order_by("pk").values_list("hand", flat=True)[:FAILED]
    failed = Hand.objects.filter(pk__in=list(listed)).select_related("session")
    context = {
        **_about(row.session or row.season or row.club),
        "row": row,
        "name": _name(row),
        "key": state,
        "state": STATES[state],
        "open": state is RebuildState.UNDER_WAY,
        "progress": progress,
        "built": progress.hands - progress.left,
        "failed": failed.order_by("session", "position"),
    }
    return render(request, "office/rebuild_progress.html", context)


@require_POST
def cancel(request: HttpRequest, rebuild: UUID) -> HttpResponseBase:
    """Cancel a rebuild."""
    row = _rebuild(request, rebuild)
    if response := require_permission(request, Action.REBUILD, row.club):
        return response
    actions.stop(
        request,
        lambda: rebuilds.cancel(row, by=current_user(request)),
        over=RebuildOverError,
        done=_("Stopped. Replays built so far are kept."),
    )
    return redirect("rebuild", rebuild=row.pk)


def _rebuild_page(request: HttpRequest, scope: Scope) -> HttpResponseBase:
    club = scope if isinstance(scope, Club) else scope.club
    if response := require_permission(request, Action.REBUILD, club):
        return response
    if request.method == "POST" and (existing := _under_way(scope)):
        return redirect("rebuild", rebuild=existing.pk)
    if request.method == "POST":
        row = rebuilds.request_rebuild(scope, by=current_user(request))
        workers.wake_up()
        return redirect("rebuild", rebuild=row.pk)
    recent = Rebuild.objects.filter(club=club).select_related("by", "season", "session__head")
    if not isinstance(scope, Club):
        recent = recent.filter(**{scope._meta.model_name or "": scope})
    context = {
        **_about(scope),
        "name": _named(scope),
        "recent": [_row(one) for one in recent.order_by("-at", "pk")[:RECENT]],
        "seasons": club.seasons.all() if isinstance(scope, Club) else (),
    }
    return render(request, "office/rebuild.html", context)


def _under_way(scope: Scope) -> Rebuild | None:
    """Return the rebuild of this scope that is under way, if any: a second request shows it."""
    club = scope if isinstance(scope, Club) else scope.club
    season = scope if isinstance(scope, Season) else None
    session = scope if isinstance(scope, Session) else None
    return rebuilds.unfinished().filter(club=club, season=season, session=session).first()


def _rebuild(request: HttpRequest, pk: UUID) -> Rebuild:
    clubs = access.clubs_where(request.user, Action.SEE)
    rows = Rebuild.objects.filter(club__in=clubs)
    return get_object_or_404(
        rows.select_related("club", "season__club", "session__club", "by"), pk=pk
    )


def _about(scope: Scope) -> dict[str, Any]:
    """Return the context of the links back."""
    club = scope if isinstance(scope, Club) else scope.club
    return {"club": club, "session": scope if isinstance(scope, Session) else None}


def _row(row: Rebuild) -> dict[str, Any]:
    state = rebuilds.state_of(row)
    return {"row": row, "name": _name(row), "key": state, "state": STATES[state]}


def _name(row: Rebuild) -> str:
    return _named(row.session or row.season or row.club)


def _named(scope: Scope) -> str:
    """Return whose replays they are, in words."""
    if isinstance(scope, Session):
        return _("the session %(name)s") % {"name": scope}
    if isinstance(scope, Season):
        return _("the season %(name)s") % {"name": scope}
    return _("the whole club")
