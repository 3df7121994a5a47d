"""The cache on Redis; while Redis does not answer, each process has a cache of its own, in which limits go on counting.

Every user of Django's cache is guarded by this one class: request limits, the positions of who wrote, and marks of workers.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

logger = logging.getLogger(__name__)

AWAY = (RedisConnectionError, RedisTimeoutError, ResponseError)
"""What Redis raises when it is not there, or refuses to write because it is full or a replica."""
TIMEOUT = 0.3  # seconds for which a request waits for Redis
ASK_AGAIN = 5  # seconds; else every command would wait for a host that accepts connections and does not answer
LARGEST = 10_000  # entries of a process

_MARK = "redis-is-away"


def _guarded(name: str) -> Callable[..., Any]:
    """Return a method that asks Redis, or the process's own cache while Redis does not answer."""

    def method(self: "GuardedCache", *arguments: Any, **named: Any) -> Any:
        if not self.is_away():
            try:
                return getattr(RedisCache, name)(self, *arguments, **named)
            except AWAY as error:
                self.note(error)
        return getattr(self.own, name)(*arguments, **named)

    return method


class GuardedCache(RedisCache):
    """Django's cache on Redis that never fails because of Redis.  Values that cannot be stored fail as ever."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # one more try at once, because Redis may have closed idle connections when it started anew; none after a timeout
        retry = Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,))
        waiting = {"socket_connect_timeout": TIMEOUT, "socket_timeout": TIMEOUT, "retry": retry}
        super().__init__(server, {**params, "OPTIONS": {**waiting, **params.get("OPTIONS", {})}})
        # the threads of a process share what is stored under these names
        self._marks = LocMemCache(f"answers of {server}", {})
        self.own = self.substitute(
            f"instead of {server}", {**params, "OPTIONS": {"MAX_ENTRIES": LARGEST}}
        )

    def substitute(self, name: str, params: dict[str, Any]) -> BaseCache:
        """Return the cache that is used while Redis does not answer."""
        return LocMemCache(name, params)

    def is_away(self) -> bool:
        """Return whether Redis did not answer a moment ago."""
        return bool(self._marks.get(_MARK))

    def note(self, error: Exception) -> None:
        """Leave Redis out for some seconds, and log it once in this time."""
        if self._marks.add(_MARK, value=True, timeout=ASK_AGAIN):
            logger.warning(
                "Redis does not answer: each process uses a cache of its own (%s)", error
            )

    add, get, set, touch, delete = map(_guarded, ("add", "get", "set", "touch", "delete"))
    get_many, set_many, delete_many = map(_guarded, ("get_many", "set_many", "delete_many"))
    has_key, incr, clear = map(_guarded, ("has_key", "incr", "clear"))


class SharedCache(GuardedCache):
    """A cache on Redis in which nothing is found and nothing stays while Redis does not answer: for what processes must share."""

    def substitute(self, name: str, params: dict[str, Any]) -> BaseCache:
        """Return a cache that stores nothing."""
        return DummyCache(name, params)
