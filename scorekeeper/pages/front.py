"""The first page and the door."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.access import Action
from scorekeeper.pages import throttling


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and one's own clubs."""
    clubs = access.clubs_where(request.user, Action.SEE)
    return render(request, "home.html", {"clubs": clubs})


class SignIn(LoginView):
    """Name and password."""

    template_name = "sign_in.html"
    authentication_form = AuthenticationForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:  # type: ignore[override]
        """Passwords cannot be tried out."""
        return throttling.tried_too_often(request) or super().post(request, *args, **kwargs)
