"""Polls of what has not changed are answered 304 before anything is asked; why none is wrong: see the package's docstring."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, router
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, resolve
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language_from_request
from redis.exceptions import RedisError

import referee
from scorekeeper.models import Hand, Session
from scorekeeper.polls import versions

KEPT = 5  # seconds, until the view is asked again
UUID_PATTERN = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
POLLED = re.compile(
    f"/api/v1/(sessions|hands)/{UUID_PATTERN}/"
    f"|/(sessions|hands)/{UUID_PATTERN}/(?:live|projector/board|overlay/board)/"
)
"""Addresses that pages and loggers poll; each answer is about one session, and has an ETag."""
HEADERS = ("ETag", "Cache-Control", "Vary")

View = Callable[[HttpRequest], HttpResponseBase]


class _Answer(NamedTuple):
    """What was answered to a poll."""

    version: str
    headers: dict[str, str]


def answer_unchanged(get_response: View) -> View:
    """Answer polls of what has not changed.  Not used without a cache that all processes share."""
    if versions.CACHE not in settings.CACHES:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponseBase:
        club = _club_of_poll(request)
        return get_response(request) if club is None else _answer(request, club, get_response)

    return middleware


def _answer(request: HttpRequest, club: UUID, get_response: View) -> HttpResponseBase:
    """Return 304 if the club's version is the one beside the kept answer, else what the view answers."""
    key, version_key, cache = _key(request), versions.key_of(club), caches[versions.CACHE]
    try:
        cached = cache.get_many([key, version_key])
        version: str = cached.get(version_key) or versions.add(version_key)
    except RedisError:
        return get_response(request)
    known: _Answer | None = cached.get(key)
    if known is not None and known.version == version:
        unchanged = get_conditional_response(request, etag=known.headers["ETag"])
        if unchanged is not None:
            request.resolver_match = _route_of(request.path_info)  # metrics name the route
            for name, value in known.headers.items():
                unchanged[name] = value
            return unchanged
    response = get_response(request)
    if response.status_code in {200, 304} and response.has_header("ETag"):
        _keep(key, version, response)
    return response


def _keep(key: str, version: str, response: HttpResponseBase) -> None:
    if router.db_for_read(Session) != DEFAULT_DB_ALIAS:
        return
    headers = {name: response[name] for name in HEADERS if response.has_header(name)}
    try:
        caches[versions.CACHE].set(key, _Answer(version, headers), KEPT)
    except RedisError:
        return


def _club_of_poll(request: HttpRequest) -> UUID | None:
    """Return the club about which a request polls, None for other requests and where nothing is found."""
    match = request.method == "GET" and POLLED.fullmatch(request.path_info)
    if not match:
        return None
    kind, pk = filter(None, match.groups())
    try:
        return _club_of(kind, pk)
    except (Session.DoesNotExist, Hand.DoesNotExist):
        return None


@lru_cache(maxsize=10_000)
def _club_of(kind: str, pk: str) -> UUID:
    """Return the club of a session or hand, which never changes.  Raises DoesNotExist, which is not remembered."""
    rows = Session.objects if kind == "sessions" else Hand.objects
    club: UUID = rows.values_list("club", flat=True).get(pk=pk)
    return club


@lru_cache(maxsize=10_000)
def _route_of(path: str) -> ResolverMatch:
    """Return what an address leads to, which Django would look for in all routes at each poll."""
    return resolve(path)


def _key(request: HttpRequest) -> str:
    """Return the key of an answer: of its address, its language and who asks."""
    who = [
        request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""),
        request.META.get("HTTP_AUTHORIZATION", ""),
    ]
    parts = [request.get_full_path(), get_language_from_request(request), *who]
    return referee.sha256(referee.canonical(parts))
