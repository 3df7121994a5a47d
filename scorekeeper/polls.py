"""Screens that ask every second whether something changed: an unchanged answer is 304 from the cache, without the database.

The cache has a *version* of each club, a random word that is replaced after the commit of each change (``renew``), and of each
poll that was answered lately its ETag beside the version.  While both versions agree nothing has changed, and whoever sends the
ETag gets 304 before browser sessions, sign-in and the ORM.  Else the view answers, and its ETag is kept.

Why no change is missed:

- Only writers replace a version, and before they answer: whoever was told that something is written finds it.  What
  restricts people (visibility, roles, memberships) is a change like any other, so a poll by a stranger ends with it.
- The version is read before the view reads anything.  An answer that a change has overtaken is kept beside the version from
  before that change, where nobody finds it.
- A version that is missing, because the cache lost it, is made anew, and agrees with nothing kept.
- Polls are kept for each person apart (cookie or token), each language and each address with its query.
- They are kept for ``KEPT`` seconds only.  This bounds what is not written down here: a writer that is killed between commit
  and renewal, a cache that writers do not reach, the previous release during an update, changes by hand in the database, an
  account that signed out elsewhere.  A 304 says no more to it than that nothing changed.
- Memory of one process would not learn what others write: without Redis all this is off (``CACHES["polls"]``), and while
  Redis does not answer nothing is found, so the view is asked.  What a view read from a replica is not kept: it may be behind the version.

Front door: ``renew`` for writers, ``answer_unchanged``, the middleware, for readers.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, router, transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, resolve
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language_from_request

import referee
from scorekeeper.models import Hand, Session

CACHE = "polls"
VERSION_KEPT = 24 * 60 * 60  # seconds
KEPT = 5  # seconds, until the view is asked again
UUID_PATTERN = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
POLLED = re.compile(
    f"/api/v1/(sessions|hands)/{UUID_PATTERN}/"
    f"|/(sessions|hands)/{UUID_PATTERN}/(?:live|projector/board|overlay/board)/"
)
"""Addresses that pages and loggers poll; each answer is about one session, and has an ETag."""
HEADERS = ("ETag", "Cache-Control", "Vary")

View = Callable[[HttpRequest], HttpResponseBase]


def renew(club: UUID | None) -> None:
    """Replace a club's version after the commit, since something is changed that screens may show."""
    if club is None or CACHE not in settings.CACHES:
        return

    def write() -> None:
        caches[CACHE].set(_version_key(club), uuid4().hex, VERSION_KEPT)

    # an error is logged: the change is committed all the same
    transaction.on_commit(write, robust=True)


def _add_version(key: str) -> str:
    """Return the version that is in the cache, after adding one where there is none."""
    version: str | None = caches[CACHE].get_or_set(key, lambda: uuid4().hex, VERSION_KEPT)
    return version or uuid4().hex


def _version_key(club: UUID) -> str:
    """Return the cache key of a club's version."""
    return f"version:{club}"


class _Answer(NamedTuple):
    """What was answered to a poll."""

    version: str
    headers: dict[str, str]


def answer_unchanged(get_response: View) -> View:
    """Answer polls of what has not changed.  Not used without a cache that all processes share."""
    if CACHE not in settings.CACHES:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponseBase:
        club = _club_of_poll(request)
        return get_response(request) if club is None else _answer(request, club, get_response)

    return middleware


def _answer(request: HttpRequest, club: UUID, get_response: View) -> HttpResponseBase:
    """Return 304 if the club's version is the one beside the kept answer, else what the view answers."""
    key, version_key, cache = _key(request), _version_key(club), caches[CACHE]
    cached = cache.get_many([key, version_key])
    version: str = cached.get(version_key) or _add_version(version_key)
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
    caches[CACHE].set(key, _Answer(version, headers), KEPT)


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
