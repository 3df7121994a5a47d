"""The home page, with a dashboard for signed-in users and the front page for others, and the sign-in page."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.accounts import second_step, sign_up
from scorekeeper.accounts.rate_limits import AccountThrottle
from scorekeeper.disputes import queue
from scorekeeper.disputes.queue import DisputeState
from scorekeeper.models import (
    Club,
    Dispute,
    Hand,
    Role,
    Seat,
    Session,
    User,
)
from scorekeeper.models.adjudications import UNFINISHED
from scorekeeper.models.sessions import NO_DAY
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts import sign_in_code
from scorekeeper.pages.disputes import ruling_notices
from scorekeeper.pages.front.welcome import welcome
from scorekeeper.sessions import hand_counts, in_play, played_days

MAX_LISTED = 3  # entries in each list of the dashboard


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the dashboard to signed-in users, the front page to others."""
    if request.user.is_authenticated:
        return render(request, "home.html", _dashboard(request, request.user))
    return welcome(request)


def _dashboard(request: HttpRequest, user: User) -> dict[str, Any]:
    hands = list(unconfirmed_hands(user)[: MAX_LISTED + 1])
    live = list(sessions_being_played(user)[:MAX_LISTED])
    touched = sessions_to_continue(user)[: 2 * MAX_LISTED]
    return {
        "clubs": dashboard_clubs(user),
        "live": [(each, access.may_in(user, Action.RECORD, each)) for each in live],
        "sessions": [each for each in touched if each not in live][:MAX_LISTED],
        "hands": hands[:MAX_LISTED],
        "rulings": ruling_notices.news(request, user, most=MAX_LISTED),
        "more_hands": len(hands) > MAX_LISTED,
    }


class SignIn(LoginView):
    """Sign in with user name and password."""

    template_name = "sign_in.html"
    authentication_form = AuthenticationForm
    redirect_authenticated_user = True
    extra_context = {"sign_up_is_open": sign_up.is_sign_up_open}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or ask for the code of an account with a second step."""
        user: User = form.get_user()
        AccountThrottle(user.get_username()).reset(self.request)
        if second_step.is_set_up(user):
            return sign_in_code.ask_for_code(self.request, user, then=self.get_success_url())
        return sign_in_code.enter(self.request, user, then=self.get_success_url())

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:  # type: ignore[override]
        """Limit attempts, so that nobody can guess passwords."""
        name = request.POST.get("username", "")
        refused = throttling.limit_password_attempts(request, account=name)
        return refused or super().post(request, *args, **kwargs)


TOUCHED_WITHIN = timedelta(days=1)
"""Sessions that were opened or logged on longer ago are not offered for logging; the pages of their clubs list them."""
PLAYED_WITHIN = timedelta(days=7)
"""Of evenings longer ago, which were entered later, only those with an unfinished hand are."""
CONFIRMED_WITHIN = timedelta(days=30)
"""Hands of sessions opened longer ago are not offered for confirmation."""


SESSIONS_TO_CONFIRM = 100
"""Of these latest sessions of a player, hands are offered for confirmation."""


class DashboardClub(NamedTuple):
    """A club of a user, as the dashboard shows it."""

    club: Club
    role: Role
    newest: Session | None
    open_disputes: int
    may_open: bool  # may the user open a session?


def dashboard_clubs(user: User) -> list[DashboardClub]:
    """Return the user's clubs, each with role, newest session and number of open disputes.

    Makes three queries, however many clubs there are.
    """
    memberships = user.memberships.select_related("club").order_by("club__name", "club")
    played = Session.objects.filter(club=OuterRef("club"))
    newest = played.order_by(*played_days.LATEST_FIRST)
    rows = list(memberships.annotate(newest=Subquery(newest.values("pk")[:1])))
    sessions = Session.objects.in_bulk([row.newest for row in rows if row.newest])
    open_disputes = Dispute.objects.filter(queue.IN_STATE[DisputeState.OPEN])
    own_disputes = open_disputes.filter(club__in=[row.club_id for row in rows]).order_by()
    disputes = dict(own_disputes.values_list("club").annotate(n=Count("pk")))
    return [
        DashboardClub(
            club=row.club,
            role=Role(row.role),
            newest=sessions.get(row.newest),
            open_disputes=disputes.get(row.club_id, 0),
            may_open=access.may(user, Action.OPEN, row.club),
        )
        for row in rows
    ]


def sessions_being_played(user: User) -> QuerySet[Session]:
    """Return the sessions of the user's clubs that are being played, the one that was logged on last first."""
    clubs = access.clubs_where(user, Action.SEE)
    sessions = Session.objects.filter(club__in=clubs).select_related("club")
    return in_play.now_played(sessions, clubs, timezone.now())


def sessions_to_continue(user: User) -> QuerySet[Session]:
    """Return the sessions that the user may continue to log, the one that was logged on last first."""
    clubs = access.clubs_where(user, Action.RECORD)
    sessions = Session.objects.filter(club__in=clubs).select_related("club")
    now = timezone.now()
    week_ago = (now - PLAYED_WITHIN).date()
    touched = in_play.logged_since(sessions, clubs, now - TOUCHED_WITHIN, first_day=week_ago)
    return hand_counts.with_hand_counts(touched)


def unconfirmed_hands(user: User) -> QuerySet[Hand]:
    """Return recent finished hands that the user played, somebody else recorded and nobody has confirmed, newest first.

    Imported ones come last.
    """
    since = timezone.now() - CONFIRMED_WITHIN
    is_imported = Case(When(session__listed_on=NO_DAY, then=True), default=False)
    clubs = access.clubs_where(user, Action.CONFIRM)
    played = Seat.objects.filter(player__user=user, session__created_at__gte=since)
    own = played.filter(session__club__in=clubs).annotate(is_imported=is_imported)
    own_sessions = own.order_by("is_imported", "-session__created_at").values_list(
        "session", flat=True
    )
    # the planner of PostgreSQL would look through the hands of everybody
    visible = Hand.objects.filter(session__in=list(own_sessions[:SESSIONS_TO_CONFIRM]))
    by_others = visible.exclude(recorded_by=user).exclude(head__by=user)
    finished = by_others.exclude(adjudication__status=UNFINISHED)
    hands = finished.filter(head__confirmations=None).select_related("session", "club")
    return hands.annotate(is_imported=is_imported).order_by(
        "is_imported", "-session__created_at", "-position"
    )
