"""The theme cookie: light, dark, or as the system is set."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.models import Theme

COOKIE = "theme"
"""Cookie name, read by templates/parts/theme.html."""


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Store the chosen theme in a cookie, and return to the page of the form."""
    back = request.POST.get("next", "")
    is_own_url = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(back) if is_own_url else redirect("home")
    set_theme_cookie(response, request.POST.get("theme", ""))
    return response


def set_theme_cookie(response: HttpResponse, theme: str) -> None:
    """Set the theme cookie; any value but light and dark deletes it, so that the system's theme applies."""
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
