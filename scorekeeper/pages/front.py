"""The first page and the door."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access, waiting
from scorekeeper.models import User, Visibility
from scorekeeper.pages import accounts, affected, throttling

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
    hands = list(waiting.unconfirmed(user)[: LISTED + 1])
    return {
        "clubs": waiting.clubs_of(user),
        "going_on": waiting.going_on(user)[:LISTED],
        "hands": hands[:LISTED],
        "rulings": affected.news(request, user, most=LISTED),
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
            accounts.show_as_preferred(response, user)
        return response

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:  # type: ignore[override]
        """Passwords cannot be tried out."""
        return throttling.tried_too_often(request) or super().post(request, *args, **kwargs)
