"""How many lines of streams are sent to whoever asks: so many a minute, counted in the cache after each stream.

A stream is never cut.  Whoever has had more than a minute's lines waits before the next one, until the lines that were sent
too early are those of the time that has passed.
"""

import math
import time

from django.conf import settings
from django.core.cache import cache

from scorekeeper.monitoring.askers import Asker

MINUTE = 60.0


def seconds_to_wait(asker: Asker) -> int:
    """Return the seconds until this asker may start another stream; 0 if that is now."""
    too_many = _owed(asker, time.time()) - _lines_a_minute(asker)
    return math.ceil(too_many * MINUTE / _lines_a_minute(asker)) if too_many >= 0 else 0


def spend(asker: Asker, lines: int) -> None:
    """Count lines that were sent."""
    now = time.time()
    owed = _owed(asker, now) + lines
    forgotten_after = math.ceil(owed * MINUTE / _lines_a_minute(asker)) + 1
    cache.set(_key(asker), (owed, now), forgotten_after)


def _owed(asker: Asker, now: float) -> float:
    """Return the lines sent so far, less those of the time since."""
    owed, at = cache.get(_key(asker)) or (0.0, now)
    passed = max(0.0, now - at)  # clocks of several machines differ, and may be set back
    return max(0.0, float(owed) - passed * _lines_a_minute(asker) / MINUTE)


def _lines_a_minute(asker: Asker) -> int:
    rates = settings.STREAM_LINES_A_MINUTE
    return int(rates["account" if asker.has_account else "anonymous"])


def _key(asker: Asker) -> str:
    return f"lines-sent:{asker.key}"
