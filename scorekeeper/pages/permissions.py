"""What the person who opens a page may see and do: rows or 404, permissions or 403."""

from collections.abc import Iterable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.models import Club, Hand, Player, Session, User


def get_club(request: HttpRequest, pk: UUID) -> Club:
    """Return the club; raise Http404 where this person may not see it."""
    return get_object_or_404(access.clubs_seen_by(request.user), pk=pk)


def club_context(request: HttpRequest, club: Club) -> dict[str, object]:
    """Return the template context that all pages of a club share."""
    return {"club": club, "is_member": access.may(request.user, Action.SEE, club)}


def visible_sessions(person: Person) -> QuerySet[Session]:
    """Return the sessions that this person may see, with the rows that every page of a session needs."""
    return access.sessions_seen_by(person).select_related("club", "season", "head")


def get_session(request: HttpRequest, pk: UUID) -> Session:
    """Return the session; raise Http404 where this person may not see it."""
    return get_object_or_404(visible_sessions(request.user), pk=pk)


def get_player(request: HttpRequest, pk: UUID) -> Player:
    """Return the player; raise Http404 where this person may not see them."""
    visible = access.players_seen_by(request.user).select_related("club").distinct()
    return get_object_or_404(visible, pk=pk)


def visible_players(person: Person, players: Iterable[UUID]) -> set[UUID]:
    """Return those of the players whose pages this person may open. Tables may name others, without a link."""
    visible = access.players_seen_by(person).filter(pk__in=list(players)).order_by()
    return set(visible.values_list("pk", flat=True))


def get_hand(request: HttpRequest, pk: UUID) -> Hand:
    """Return the hand; raise Http404 where this person may not see it."""
    hands = access.hands_seen_by(request.user)
    visible = hands.select_related("club", "head", "adjudication", "session__head", "session__club")
    return get_object_or_404(visible, pk=pk)


def require_permission(request: HttpRequest, action: Action, club: Club) -> HttpResponseBase | None:
    """Return None for somebody with the permission, and a redirect to sign in for somebody without an account.

    Whoever lacks only the second step that the club asks for is redirected to set it up.

    Raises PermissionDenied for everybody else.
    """
    if access.may(request.user, action, club):
        return None
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if access.lacks_second_step(request.user, action, club):
        messages.warning(
            request,
            _(
                "This club asks people of your role to sign in with a second step. Set it up to go on."
            ),
        )
        return redirect("second-step")
    raise PermissionDenied(
        _("Your role in this club does not allow this. Ask an owner for another role.")
    )


def current_user(request: HttpRequest) -> User:
    """Return the account of this person. Raises PermissionDenied for somebody without one."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
