"""Light or dark: as the system has it, or as somebody chose for this browser."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.models import Theme

COOKIE = "theme"
"""What templates/parts/theme.html reads."""


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the choice, and go back to where it was made."""
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(back) if here else redirect("home")
    keep(response, request.POST.get("theme", ""))
    return response


def keep(response: HttpResponse, theme: str) -> None:
    """Let this browser show the theme from now on; what is none is as the system has it."""
    if theme not in {Theme.LIGHT, Theme.DARK}:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        theme,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
