"""Whether a request may begin now, by the class of cost of its route (``monitoring.route_costs``): rate, lines sent, and places.

DRF imports this module before its views.
"""

import math
from collections.abc import Callable
from contextlib import ExitStack
from contextvars import ContextVar
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from scorekeeper.accounts.rate_limits import CountedThrottle
from scorekeeper.api.problems import Problem
from scorekeeper.monitoring import line_budget
from scorekeeper.monitoring.askers import Asker, asker_of
from scorekeeper.monitoring.places import NoPlaceError, Places, keep_until_closed
from scorekeeper.monitoring.route_costs import API, LARGE, LIMITS, SENDING, Cost, cost_of

if TYPE_CHECKING:
    from rest_framework.views import APIView

SECONDS_TO_A_PLACE = 5
"""When to ask again for whom there is no place: nobody knows when one will be free."""

_taken: ContextVar[ExitStack] = ContextVar("places of this request")


class NotNowError(Exception):
    """The request is to be sent again after so many seconds."""

    def __init__(self, seconds: int, why: str) -> None:
        super().__init__(why)
        self.seconds = seconds


class CostThrottle(BaseThrottle):
    """Refuse what its route does not allow at this moment; a request that is let through has taken its place."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Return True.  Raises Throttled, which says why, where the request must wait."""
        try:
            _admit(request)
        except NotNowError as error:
            raise exceptions.Throttled(error.seconds, str(error)) from error
        return True


class CostMiddleware:
    """Holds pages against the limits of their class of cost, and all large answers against the places for sending."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; the place of an answer that is being sent is taken until it is closed."""
        with ExitStack() as taken:
            outer = _taken.set(taken)
            try:
                response = self._get_response(request)
            finally:
                _taken.reset(outer)
            try:
                _keep_while_sending(request, response, taken)
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
            _admit(request)
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


class _RequestRate(CountedThrottle):
    """So many requests of an account, a link or a network."""

    def __init__(self, scope: str, asker: Asker) -> None:
        self.scope = scope
        super().__init__()
        self._asker = asker

    def get_cache_key(self, request: Any, view: Any) -> str:
        """Return the key under which the requests of this asker are counted."""
        return self.cache_format % {"scope": self.scope, "ident": self._asker.key}

    def seconds_to_wait(self) -> int:
        """Count a request made now and return 0, or return the seconds until the next one may be made."""
        if self.allow_request(None, None):
            return 0
        return math.ceil(self.wait() or 1)


def _admit(request: Request | HttpRequest) -> None:
    """Let a request begin, with its place until its answer is closed.  Raises NotNowError."""
    limits = LIMITS.get(cost_of(request))
    if limits is None:
        return
    asker = asker_of(request)
    rate = limits.account_rate if asker.has_account else limits.anonymous_rate
    if rate and (seconds := _RequestRate(rate, asker).seconds_to_wait()):
        raise NotNowError(seconds, "You have sent too many requests of this kind.")
    if limits.counts_lines and (seconds := line_budget.seconds_to_wait(asker)):
        raise NotNowError(seconds, "You have been sent too many lines.")
    _take(limits.places, asker, _taken.get())


def _keep_while_sending(request: HttpRequest, response: HttpResponseBase, taken: ExitStack) -> None:
    """Keep the place of a stream, or take one for another large answer, until it is closed.  Raises NotNowError."""
    if response.streaming and request.resolver_match and cost_of(request) is Cost.STREAM:
        keep_until_closed(taken, response)
    elif request.method == "GET" and _size(response) > LARGE:  # a write took effect already
        taken.close()  # it is made
        _take(SENDING, asker_of(request), taken)
        keep_until_closed(taken, response)


def _take(kind: Places, asker: Asker, taken: ExitStack) -> None:
    try:
        kind.take(asker, taken)
    except NoPlaceError as error:
        raise NotNowError(SECONDS_TO_A_PLACE, str(error)) from error


def _size(response: HttpResponseBase) -> int:
    if isinstance(response, HttpResponse):
        return len(response.content)
    return int(response.headers.get("Content-Length") or 0)
