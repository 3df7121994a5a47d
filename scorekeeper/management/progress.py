"""How far a long command is, how fast it goes, and how long the rest takes: a line on standard error now and then."""

import time
from dataclasses import dataclass, field

from django.core.management.base import OutputWrapper

SAY_EVERY = 10.0  # seconds


@dataclass
class Progress:
    """Says how many of so many things are done, at most every some seconds; a short command says nothing."""

    out: OutputWrapper
    doing: str = ""  # what is done, where a command does one thing after the other
    unit: str = "sessions"
    _began: float = field(default_factory=time.monotonic)
    _latest: float = field(default_factory=time.monotonic)

    def __call__(self, done: int, total: int, doing: str = "", hands: int = 0) -> None:
        """Note that so many are done, with so many hands if they are counted; what is done anew begins anew."""
        now = time.monotonic()
        if doing != self.doing:
            self.doing, self._began = doing, now
        if now - self._latest >= SAY_EVERY:
            self._latest = now
            self.out.write(self.line(done, total, now - self._began, hands=hands))

    def line(self, done: int, total: int, seconds: float, *, hands: int = 0) -> str:
        """Return the line after so many seconds."""
        rate = done / seconds if seconds > 0 else 0.0
        begin = f"{self.doing}: " if self.doing else ""
        rest = f", {_duration((total - done) / rate)} left" if rate and total > done else ""
        of_hands = f" ({hands / seconds:,.0f} hands)" if hands and seconds > 0 else ""
        return f"{begin}{done:,} of {total:,} {self.unit}, {rate:,.1f} a second{of_hands}{rest} …"


def _duration(seconds: float) -> str:
    """Return a duration as hours and minutes, or minutes, or seconds."""
    minutes = round(seconds / 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min" if minutes >= 2 else f"{round(seconds)} s"
