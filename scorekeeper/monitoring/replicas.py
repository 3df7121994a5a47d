"""Read from a streaming replica of PostgreSQL (``DATABASE_REPLICA_URL``) where that cannot be noticed.

Only GET and HEAD requests read from it; requests that write, workers and commands use the primary.  Whoever wrote reads from the
primary until the replica has what they wrote.  A replica that is more than ``DATABASE_REPLICA_LAG`` seconds behind, or does
not answer, is left out until it has caught up.  Who somebody is and what they may do is always read from the primary.

Positions in the write-ahead log are bytes since its beginning, as ``pg_wal_lsn_diff`` counts them.
"""

import time
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import resolve

import referee

REPLICA = "replica"
ON_PRIMARY = frozenset({
    "sessions.session", "scorekeeper.user", "scorekeeper.token", "scorekeeper.member", "scorekeeper.membershipchange",
    "scorekeeper.link", "scorekeeper.linkrevocation",
})  # fmt: skip
"""Models that say who somebody is and what they may do."""
SAFE_METHODS = frozenset({"GET", "HEAD"})
ASK_EVERY = 1.0  # seconds between two questions to a database where it is
RETRY_AFTER = 10.0  # seconds for which a replica that did not answer is left out
REMEMBER_WRITES = 300  # seconds; a replica that is further behind is left out anyway
FAR_BEHIND = 16_000_000  # bytes of the log: a segment of it
LOST = (OperationalError, InterfaceError)

_PRIMARY_POSITION = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"
_REPLICA_POSITION = "SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint"

_reads_replica: ContextVar[bool] = ContextVar("reads from the replica", default=False)


class ReplicaRouter:
    """Django's database router: reads go to the replica during a request that may read from it."""

    def db_for_read(self, model: type[Any], **hints: object) -> str:
        """Return the database from which rows of this model are read now."""
        is_elsewhere = _reads_replica.get() and model._meta.label_lower not in ON_PRIMARY
        return REPLICA if is_elsewhere else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Any], **hints: object) -> str:
        """Return the primary, also for rows that were read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:
        """Allow rows of both databases to refer to each other: they hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool | None:
        """Migrate the primary only; the replica follows by itself."""
        return False if db == REPLICA else None


class _Replica:
    """How far the replica is, as this process knows."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._primary: deque[tuple[float, int]] = deque()  # when it was where, the oldest first
        self._replayed = -1
        self._asked_at = self._lost_at = float("-inf")

    def has(self, position: int) -> bool:
        """Return whether the replica answers, is not too far behind, and has replayed this position."""
        now = time.monotonic()
        if now - self._lost_at < RETRY_AFTER:
            return False
        try:
            with self._lock:
                return self._has(position, now)
        except LOST:
            self.lose()
            return False

    def lose(self) -> None:
        """Leave the replica out for some seconds."""
        self._lost_at = time.monotonic()
        connections[REPLICA].close()

    def _has(self, position: int, now: float) -> bool:
        while self._primary and self._primary[0][0] < now - settings.DATABASE_REPLICA_LAG:
            self._primary.popleft()
        if now - self._asked_at >= ASK_EVERY or not self._primary:
            self._primary.append((now, _position(DEFAULT_DB_ALIAS, _PRIMARY_POSITION)))
            self._replayed = _position(REPLICA, _REPLICA_POSITION)
            self._asked_at = now
        needed = max(position, self._primary[0][1])
        if self._replayed < needed:
            self._replayed = _position(REPLICA, _REPLICA_POSITION)
        return self._replayed >= needed


_replica = _Replica()


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
        _reads_replica.set(is_safe and _replica.has(cache.get(_key(request)) or 0))
        try:
            response = self._get_response(request)
        finally:
            _reads_replica.set(False)
        if not is_safe:
            _remember_write(request, response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer from the primary if the replica was lost during the request, which only read."""
        if not _reads_replica.get() or not isinstance(error, LOST):
            return None
        _replica.lose()
        _reads_replica.set(False)
        match = resolve(request.path_info)
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        return response


def _remember_write(request: HttpRequest, response: HttpResponseBase) -> None:
    """Remember where the primary is after a request that may have written, for who sent it."""
    position = _position(DEFAULT_DB_ALIAS, _PRIMARY_POSITION)
    cache.set(_key(request), position, REMEMBER_WRITES)
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
