"""The table of who may do what, asked by a view."""

from uuid import UUID

from django.http import Http404
from rest_framework import exceptions
from rest_framework.request import Request

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.models import Club, User


def club_seen(request: Request, pk: UUID) -> Club:
    """The club, if it exists for whoever asks."""
    club = access.clubs_seen_by(request.user).filter(pk=pk).first()
    if club is None:
        raise Http404
    return club


def require(request: Request, action: Action, club: Club) -> None:
    """Refuse what somebody may see but not do; a stranger without an account may sign in first."""
    if access.may(request.user, action, club):
        return
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    raise exceptions.PermissionDenied(f"Your role in this club does not let you {action}.")


def signed_in(request: Request) -> User:
    """Whoever asks, who must have an account."""
    if not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    return request.user
