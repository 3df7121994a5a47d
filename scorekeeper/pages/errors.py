"""Error pages in the reader's language, each with what to do next."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

import referee
from scorekeeper.clubs import departures
from scorekeeper.standings.plans.plan_input import UnreadablePlanError

GetResponse = Callable[[HttpRequest], HttpResponse]
PATHS_WITH_OWN_ERRORS = ("/api/", "/admin/", "/healthz/", "/readyz/", "/metrics/")
"""Paths with error responses of their own: the API, the admin, and what monitoring asks."""


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Render 403 for a form without its CSRF token: somebody signed in or out meanwhile, or refuses cookies."""
    return render(request, "403_csrf.html", {"reason": reason}, status=HTTPStatus.FORBIDDEN)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render 400 for a request that no browser sends by itself."""
    if request.path.startswith(PATHS_WITH_OWN_ERRORS):
        return defaults.bad_request(request, exception)
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


class UnreadableRecordMiddleware:
    """Renders a page where a stored session is of a game whose package was removed, or a season's plan is damaged."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page, or None for any other error and for paths with error responses of their own."""
        template = _template_for(error)
        if template is None or request.path.startswith(PATHS_WITH_OWN_ERRORS):
            return None
        status = HTTPStatus.SERVICE_UNAVAILABLE
        return render(request, template, {"message": error}, status=status)


def _template_for(error: Exception) -> str | None:
    if isinstance(error, UnreadablePlanError):
        return "seasons/damaged_plan.html"
    is_missing = isinstance(error, referee.MalformedError) and error.code == "unknown-variant"
    return "missing_game.html" if is_missing else None


class ClubMovedMiddleware:
    """Renders a page where a club that moved to another installation was to be changed."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page, or None for any other error."""
        address = departures.new_address(error)
        if address is None:
            return None
        context = {"address": address}
        return render(request, "club_moved.html", context, status=HTTPStatus.CONFLICT)


def explain_405(get_response: GetResponse) -> GetResponse:
    """Render a page for 405 without a body, as when somebody reloads the address that a form was sent to."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        blank = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content
        if not blank or request.path.startswith(PATHS_WITH_OWN_ERRORS):
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return middleware
