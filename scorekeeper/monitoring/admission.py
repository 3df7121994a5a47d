"""Whether a request may begin now, by the class of cost of its route: rate, lines sent, and how many at once."""

import math
from contextlib import ExitStack
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from scorekeeper.accounts.rate_limits import CountedThrottle
from scorekeeper.monitoring import line_budget, places
from scorekeeper.monitoring.askers import Asker, asker_of
from scorekeeper.monitoring.places import NoPlaceError, Places
from scorekeeper.monitoring.route_costs import LARGE, LIMITS, SENDING, Cost, cost_of

SECONDS_TO_A_PLACE = 5
"""When to ask again for whom there is no place: nobody knows when one will be free."""


class NotNowError(Exception):
    """The request is to be sent again after so many seconds."""

    def __init__(self, seconds: int, why: str) -> None:
        super().__init__(why)
        self.seconds = seconds


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


def admit(request: Request | HttpRequest) -> None:
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
    _take(limits.places, asker)


def keep_while_sending(request: HttpRequest, response: HttpResponseBase, taken: ExitStack) -> None:
    """Keep the place of a stream, or take one for another large answer, until it is closed.  Raises NotNowError."""
    if response.streaming and request.resolver_match and cost_of(request) is Cost.STREAM:
        places.keep_until_closed(taken, response)
    elif request.method == "GET" and _size(response) > LARGE:  # a write took effect already
        taken.close()  # it is made
        _take(SENDING, asker_of(request))
        places.keep_until_closed(taken, response)


def _take(kind: Places, asker: Asker) -> None:
    try:
        kind.take(asker)
    except NoPlaceError as error:
        raise NotNowError(SECONDS_TO_A_PLACE, str(error)) from error


def _size(response: HttpResponseBase) -> int:
    if isinstance(response, HttpResponse):
        return len(response.content)
    return int(response.headers.get("Content-Length") or 0)
