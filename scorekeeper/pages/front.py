"""The first page, the door, and the page of a link."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

import referee
from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.pages import throttling
from scorekeeper.pages.notation import notation_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and one's own clubs."""
    clubs = access.clubs_where(request.user, Action.SEE)
    return render(request, "home.html", {"clubs": clubs})


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Where a phone without an account logs a session: the link's token stays in the browser and is told to the API."""
    variants = [(rules, notation_of(rules)) for rules in referee.VARIANTS.values()]
    return render(request, "log.html", {"variants": variants})


class SignIn(LoginView):
    """Name and password."""

    template_name = "sign_in.html"
    authentication_form = AuthenticationForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:  # type: ignore[override]
        """Passwords cannot be tried out."""
        return throttling.tried_too_often(request) or super().post(request, *args, **kwargs)
