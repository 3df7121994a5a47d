"""The first page and the door."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.disputes import queue as dispute_queue
from scorekeeper.models import Club, Dispute, Hand, Role, Session, User, Visibility
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts import views as account_views
from scorekeeper.pages.disputes import ruling_notices

LISTED = 3  # of what waits
PUBLIC = 12  # clubs


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is and the public clubs; signed in, one's own clubs and what waits there."""
    if request.user.is_authenticated:
        return render(request, "home.html", _at_home(request, request.user))
    public = access.clubs_seen_by(request.user).filter(visibility=Visibility.PUBLIC)
    return render(request, "welcome.html", {"clubs": public.order_by("name", "pk")[:PUBLIC]})


def _at_home(request: HttpRequest, user: User) -> dict[str, Any]:
    hands = list(unconfirmed(user)[: LISTED + 1])
    return {
        "clubs": clubs_of(user),
        "going_on": going_on(user)[:LISTED],
        "hands": hands[:LISTED],
        "rulings": ruling_notices.news(request, user, most=LISTED),
        "more_hands": len(hands) > LISTED,
    }


class SignIn(LoginView):
    """Name and password."""

    template_name = "sign_in.html"
    authentication_form = AuthenticationForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """In, in the language and the colours of the account."""
        response = super().form_valid(form)
        user = form.get_user()
        if isinstance(user, User):
            account_views.show_as_preferred(response, user)
        return response

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:  # type: ignore[override]
        """Passwords cannot be tried out."""
        return throttling.tried_too_often(request) or super().post(request, *args, **kwargs)


GOES_ON = timedelta(days=3)
"""A session that was opened longer ago is not gone on with any more, as a rule."""
CONFIRMED_WITHIN = timedelta(days=30)


class Own(NamedTuple):
    """One of somebody's clubs."""

    club: Club
    role: Role
    newest: Session | None
    open_disputes: int


def clubs_of(user: User) -> list[Own]:
    """One's clubs, each with one's role, its newest session and how many disputes are open.

    Three queries, however many clubs.
    """
    memberships = user.memberships.select_related("club").order_by("club__name", "club")
    newest = Session.objects.filter(club=OuterRef("club")).order_by("-created_at", "pk")
    rows = list(memberships.annotate(newest=Subquery(newest.values("pk")[:1])))
    sessions = Session.objects.in_bulk([row.newest for row in rows if row.newest])
    waiting = Dispute.objects.filter(dispute_queue.IN_STATE[dispute_queue.DisputeState.OPEN])
    in_own = waiting.filter(club__in=[row.club_id for row in rows]).order_by()
    disputes = dict(in_own.values_list("club").annotate(n=Count("pk")))
    return [
        Own(row.club, Role(row.role), sessions.get(row.newest), disputes.get(row.club_id, 0))
        for row in rows
    ]


def going_on(user: User) -> QuerySet[Session]:
    """Sessions that one may go on logging, the newest first."""
    where = access.clubs_where(user, Action.RECORD)
    since = timezone.now() - GOES_ON
    open_ = Session.objects.filter(club__in=where, created_at__gte=since, result__over=False)
    return open_.select_related("club", "result").order_by("-created_at", "pk")


def unconfirmed(user: User) -> QuerySet[Hand]:
    """Hands that one sat in, somebody else wrote down and nobody has agreed with, the newest first."""
    since = timezone.now() - CONFIRMED_WITHIN
    sat_in = Session.objects.filter(seats__player__user=user, created_at__gte=since)
    known = Hand.objects.filter(
        session__in=sat_in, club__in=access.clubs_where(user, Action.CONFIRM)
    )
    others = known.exclude(recorded_by=user).exclude(head__by=user)
    over = others.exclude(adjudication__status=UNFINISHED)
    found = over.filter(head__confirmations=None).select_related("session", "club")
    return found.order_by("-session__created_at", "-position")
