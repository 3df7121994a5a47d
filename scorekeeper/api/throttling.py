"""The limits of each route, as its class of cost has them (``monitoring.route_costs``).

DRF imports this module before its views.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from scorekeeper.api.problems import Problem
from scorekeeper.monitoring import admission, places
from scorekeeper.monitoring.admission import NotNowError
from scorekeeper.monitoring.route_costs import API

if TYPE_CHECKING:
    from rest_framework.views import APIView


class CostThrottle(BaseThrottle):
    """Refuse what its route does not allow at this moment; a request that is let through has taken its place."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Return True.  Raises Throttled, which says why, where the request must wait."""
        try:
            admission.admit(request)
        except NotNowError as error:
            raise exceptions.Throttled(error.seconds, str(error)) from error
        return True


class CostMiddleware:
    """Holds pages against the limits of their class of cost, and all large answers against the places for sending."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; the place of an answer that is being sent is taken until it is closed."""
        with places.of_one_request() as taken:
            response = self._get_response(request)
            try:
                admission.keep_while_sending(request, response, taken)
            except NotNowError as error:
                if response.streaming:
                    response.close()  # a file
                return _refusal(request, error)
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Return a page that asks to wait, or None; the API knows only later whose token a request sends."""
        if request.path_info.startswith(API):
            return None
        try:
            admission.admit(request)
        except NotNowError as error:
            return _refusal(request, error)
        return None


def _refusal(request: HttpRequest, error: NotNowError) -> HttpResponse:
    response: HttpResponse
    status = HTTPStatus.TOO_MANY_REQUESTS
    if request.path_info.startswith(API):
        response = Problem(status=status, detail=str(error), code="throttled").response()
    else:
        response = render(request, "429.html", {"seconds": error.seconds}, status=status)
    response["Retry-After"] = str(error.seconds)
    return response
