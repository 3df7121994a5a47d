"""Places for requests that hold a thread for long: how many are answered at the same time, in this process.

A place is taken before the work begins and given back when the answer is closed, which the server does however it ends: read to
the end, given up by the client, or broken off by an error.  Counters live in the process, so they end with it, and nothing
is left behind by one that was killed.
"""

from collections import Counter
from contextlib import ExitStack
from fractions import Fraction
from threading import RLock
from weakref import finalize

from django.conf import settings
from django.http.response import HttpResponseBase

from scorekeeper.monitoring.askers import Asker


class NoPlaceError(Exception):
    """As many requests of this kind are being answered as may be at once."""

    def __init__(self, most: int, whose: str) -> None:
        super().__init__(f"At most {most} of these are answered at once {whose}.")


class Places:
    """The places for one kind of requests, as shares of the threads; at least ``least``."""

    def __init__(self, *, in_all: Fraction, for_one: Fraction, least: int = 1) -> None:
        self._in_all, self._for_one, self._least = in_all, for_one, least
        self._lock = (
            RLock()
        )  # an answer may be dropped, and its place given back, while its own thread takes one
        self._by_asker: Counter[str] = Counter()

    def take(self, asker: Asker, taken: ExitStack) -> None:
        """Take a place, which is given back with all others in ``taken``.  Raises NoPlaceError."""
        for_one, in_all = self._threads(self._for_one), self._threads(self._in_all)
        whose = "for an account" if asker.has_account else "for an address without an account"
        with self._lock:
            if self._by_asker[asker.key] >= for_one:
                raise NoPlaceError(for_one, whose)
            if self._by_asker.total() >= in_all:
                raise NoPlaceError(in_all, "by this server, for all who ask")
            self._by_asker[asker.key] += 1
        taken.callback(self._give_back, asker.key)

    def _threads(self, share: Fraction) -> int:
        return max(self._least, int(settings.WEB_THREADS * share))

    @property
    def taken(self) -> int:
        """The number of places that are taken."""
        return self._by_asker.total()

    def _give_back(self, key: str) -> None:
        with self._lock:
            self._by_asker[key] -= 1
            self._by_asker += Counter()  # drops those who have none


def keep_until_closed(taken: ExitStack, response: HttpResponseBase) -> None:
    """Give the places back when the answer is closed, instead of when it is made."""
    remaining = taken.pop_all()
    # Django has no public way to be told when an answer that is no stream is closed
    response._resource_closers.append(remaining.close)  # type: ignore[attr-defined]
    finalize(response, remaining.close)  # one that is dropped is never closed
