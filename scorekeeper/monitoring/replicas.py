"""Read from a streaming replica of PostgreSQL (``DATABASE_REPLICA_URL``) where that cannot be noticed.

Only GET and HEAD requests read from it; requests that write, workers and commands use the primary.  Whoever wrote reads from the
primary until the replica has what they wrote; so does everybody after a write that may have made something private, which is
any but what `ADDING` lists.  A replica that is more than ``DATABASE_REPLICA_LAG`` seconds behind, or does not answer, is left
out until it has caught up.  Who somebody is and what they may do is read from the primary.  While the primary does not answer,
everything is read from the replica, if it had what the primary had ``DATABASE_REPLICA_LAG`` seconds before.

Positions in the write-ahead log are bytes since its beginning, as ``pg_wal_lsn_diff`` counts them.
"""

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from enum import Enum, auto
from http import HTTPStatus
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve

import referee
from scorekeeper.monitoring import outages

REPLICA = "replica"
ON_PRIMARY = frozenset(
    {
        "sessions.session",
        "scorekeeper.user",
        "scorekeeper.token",
        "scorekeeper.member",
        "scorekeeper.membershipchange",
        "scorekeeper.link",
        "scorekeeper.linkrevocation",
        "otp_totp.totpdevice",
        "otp_static.staticdevice",
        "otp_static.statictoken",
    }
)
"""Models that say who somebody is and what they may do."""
SAFE_METHODS = frozenset({"GET", "HEAD"})
ASK_EVERY = 1.0  # seconds between two questions to a database where it is
RETRY_AFTER = 10.0  # seconds for which a server that did not answer is left out
REMEMBER_WRITES = 300  # seconds; a replica that is further behind is left out anyway
FAR_BEHIND = 16_000_000  # bytes of the log: a segment of it
EVERYBODY = "written for everybody"
"""The cache's key of the position that the replica must have, whoever reads."""
PRIMARY_WAS_AT = "the primary was at"
"""The cache's key of where the primary was ``DATABASE_REPLICA_LAG`` seconds ago, for processes that start while it is away."""
ADDING = frozenset(
    {
        "api/v1/clubs/<uuid:club>/players/",
        "api/v1/clubs/<uuid:club>/sessions/",
        "api/v1/sessions/<uuid:session>/hands/",
        "api/v1/hands/<uuid:hand>/events/",
    }
)
"""Routes whose POST only adds, while people play: others see what was added when the replica has it."""

_PRIMARY_POSITION = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"
_REPLICA_POSITION = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint"


class Source(Enum):
    """From where a request reads."""

    PRIMARY = auto()
    REPLICA = auto()  # but for `ON_PRIMARY`
    REPLICA_ALONE = auto()  # the primary does not answer


_source: ContextVar[Source] = ContextVar("from where a request reads", default=Source.PRIMARY)


class ReplicaRouter:
    """Django's database router: reads go to the replica during a request that may read from it."""

    def db_for_read(self, model: type[Any], **hints: object) -> str:
        """Return the database from which rows of this model are read now."""
        source = _source.get()
        is_elsewhere = source is Source.REPLICA and model._meta.label_lower not in ON_PRIMARY
        return REPLICA if is_elsewhere or source is Source.REPLICA_ALONE else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Any], **hints: object) -> str:
        """Return the primary, also for rows that were read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:
        """Allow rows of both databases to refer to each other: they hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool | None:
        """Migrate the primary only; the replica follows by itself."""
        return False if db == REPLICA else None


class _Servers:
    """Where the primary and the replica are, as this process knows."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._primary: deque[tuple[float, int]] = deque()  # when it was where, the oldest first
        self._replayed = -1
        self._least = 0  # where the primary was DATABASE_REPLICA_LAG seconds ago
        self._asked_at = self._replica_lost_at = self._primary_lost_at = float("-inf")

    def source(self, position: int) -> Source:
        """Return from where to read, by whoever must see what was written up to this position."""
        if time.monotonic() - self._replica_lost_at < RETRY_AFTER:
            return Source.PRIMARY
        try:
            with self._lock:
                return self._source(position, time.monotonic())
        except Error as error:
            if not outages.is_away(error):
                raise
            self._lose_replica()
            return Source.PRIMARY

    def source_after_loss(self, position: int) -> Source:
        """Return from where to read after a server was lost during a request, as ``source`` does."""
        with self._lock:
            if time.monotonic() - self._primary_lost_at >= ASK_EVERY:  # ask both
                self._primary_lost_at = self._asked_at = float("-inf")
        is_alone = self.source(position) is Source.REPLICA_ALONE
        return Source.REPLICA_ALONE if is_alone else Source.PRIMARY

    def _lose_replica(self) -> None:
        self._replica_lost_at = time.monotonic()
        connections[REPLICA].close()

    def _source(self, position: int, now: float) -> Source:
        if now - self._primary_lost_at >= RETRY_AFTER:
            self._ask_primary(now)
        is_alone = self._primary_lost_at > float("-inf")
        needed = max(position, self._least if is_alone else self._primary[0][1])
        if is_alone or self._replayed < needed:
            self._replayed = _position(REPLICA, _REPLICA_POSITION)
        if self._replayed < needed:
            return Source.PRIMARY
        return Source.REPLICA_ALONE if is_alone else Source.REPLICA

    def _ask_primary(self, now: float) -> None:
        while self._primary and self._primary[0][0] < now - settings.DATABASE_REPLICA_LAG:
            self._least = self._primary.popleft()[1]
        if now - self._asked_at < ASK_EVERY and self._primary:
            return
        try:
            self._primary.append((now, _position(DEFAULT_DB_ALIAS, _PRIMARY_POSITION)))
        except Error as error:
            if not outages.is_away(error):
                raise
            self._primary_lost_at = time.monotonic()
            self._primary.clear()
            self._least = max(self._least, cache.get(PRIMARY_WAS_AT) or 0)
            return
        self._primary_lost_at = float("-inf")
        cache.set(PRIMARY_WAS_AT, self._least, None)
        self._replayed = _position(REPLICA, _REPLICA_POSITION)
        self._asked_at = now


_servers = _Servers()


def bytes_behind() -> int | None:
    """Return how much of the primary's log the replica lacks now; None if it is a primary itself."""
    replayed = _position(REPLICA, _REPLICA_POSITION)
    return (
        None if replayed < 0 else max(0, _position(DEFAULT_DB_ALIAS, _PRIMARY_POSITION) - replayed)
    )


class ReplicaMiddleware:
    """Decide for each request from where it reads, and remember who wrote."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        is_safe = request.method in SAFE_METHODS
        _source.set(_source_for(request) if is_safe else Source.PRIMARY)
        try:
            response = self._get_response(request)
        finally:
            _source.set(Source.PRIMARY)
        if not is_safe and response.status_code != HTTPStatus.SERVICE_UNAVAILABLE:
            _remember_write(request, response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer from the other server if one was lost during the request, which only read."""
        if request.method not in SAFE_METHODS or not outages.is_away(error):
            return None
        position = _needed(request)
        other = Source.PRIMARY if position is None else _servers.source_after_loss(position)
        if other is _source.get():
            return None
        _source.set(other)
        match = resolve(request.path_info)
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        return response


def _source_for(request: HttpRequest) -> Source:
    """Return from where a request reads that writes nothing."""
    position = _needed(request)
    return Source.PRIMARY if position is None else _servers.source(position)


def _needed(request: HttpRequest) -> int | None:
    """Return the position that the replica must have for whoever sends a request; None while the cache does not answer."""
    written = cache.get_many([EVERYBODY, _key(request)])
    return None if getattr(cache, "is_away", bool)() else max(written.values(), default=0)


def _remember_write(request: HttpRequest, response: HttpResponseBase) -> None:
    """Remember where the primary is after a request that may have written, for who sent it, and perhaps for everybody."""
    with suppress(Error):  # the primary was lost: what was written is only there
        _remember(request, response, _position(DEFAULT_DB_ALIAS, _PRIMARY_POSITION))


def _remember(request: HttpRequest, response: HttpResponseBase, position: int) -> None:
    cache.set(_key(request), position, REMEMBER_WRITES)
    match = request.resolver_match
    if match is None or match.route not in ADDING:
        cache.set(EVERYBODY, position, REMEMBER_WRITES)
    cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
    if cookie is not None:  # signed in with this request
        cache.set(_key_of(cookie.value), position, REMEMBER_WRITES)


def _key(request: HttpRequest) -> str:
    """Return the cache key of who sends a request: a token, a browser session, or a network address."""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    return _key_of(request.META.get("HTTP_AUTHORIZATION") or cookie or request.META["REMOTE_ADDR"])


def _key_of(credential: str) -> str:
    return f"wrote at:{referee.sha256(credential)}"


def _position(database: str, statement: str) -> int:
    """Return a position in the log; -1 if the replica has none, because it is a primary itself."""
    with connections[database].cursor() as cursor:
        cursor.execute(statement)
        row = cursor.fetchone()
    return -1 if row is None or row[0] is None else int(row[0])
