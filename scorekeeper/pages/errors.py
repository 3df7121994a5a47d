"""What cannot be answered: said in the reader's language and colours, with what to do next."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

Answer = Callable[[HttpRequest], HttpResponse]
ELSEWHERE = ("/api/", "/admin/", "/healthz/", "/readyz/", "/metrics/")
"""What programs ask, and the admin, have answers of their own."""


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: somebody signed in or out meanwhile, or keeps no cookies."""
    return render(request, "403_csrf.html", {"reason": reason}, status=HTTPStatus.FORBIDDEN)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something that no browser sends of its own accord."""
    if request.path.startswith(ELSEWHERE):
        return defaults.bad_request(request, exception)
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def explained(answer: Answer) -> Answer:
    """An address that is asked in a way it does not know, as by loading again what a form was sent to, is no blank page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        blank = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content
        if not blank or request.path.startswith(ELSEWHERE):
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return middleware
