"""The table of who may do what, asked by a page."""

from collections.abc import Iterable
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper import access
from scorekeeper.access import Action, Person
from scorekeeper.models import Club, Hand, Session, User


def club_seen(request: HttpRequest, pk: UUID) -> Club:
    """The club, if it exists for whoever asks."""
    return get_object_or_404(access.clubs_seen_by(request.user), pk=pk)


def about_club(request: HttpRequest, club: Club) -> dict[str, object]:
    """What every page of a club shows."""
    return {"club": club, "is_member": access.may(request.user, Action.SEE, club)}


def sessions_seen(person: Person) -> QuerySet[Session]:
    """The sittings that exist for whoever asks, with what every page of theirs shows."""
    return access.sessions_seen_by(person).select_related("club", "season", "head")


def session_seen(request: HttpRequest, pk: UUID) -> Session:
    """The sitting, if it exists for whoever asks."""
    return get_object_or_404(sessions_seen(request.user), pk=pk)


def players_seen(person: Person, players: Iterable[UUID]) -> set[UUID]:
    """Of these players, the ones who have a page for whoever asks; tables may name others."""
    seen = access.players_seen_by(person).filter(pk__in=list(players)).order_by()
    return set(seen.values_list("pk", flat=True))


def hand_seen(request: HttpRequest, pk: UUID) -> Hand:
    """The hand, if it exists for whoever asks."""
    hands = access.hands_seen_by(request.user)
    known = hands.select_related("club", "head", "adjudication", "session__head", "session__club")
    return get_object_or_404(known, pk=pk)


def refusal(request: HttpRequest, action: Action, club: Club) -> HttpResponseBase | None:
    """Where a stranger is sent to sign in; raises PermissionDenied for a member who may not do this."""
    if access.may(request.user, action, club):
        return None
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    raise PermissionDenied(_("Your role in this club does not let you do this."))


def signed_in(request: HttpRequest) -> User:
    """Whoever asks, who has an account."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
