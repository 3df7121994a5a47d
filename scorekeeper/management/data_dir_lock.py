"""One service at a time in a data directory."""

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path

SETTLED = (
    1.0  # how long a service that says where it runs is waited for: it may just be told to end
)
PASSING = 20.0  # how long one that starts or ends is


class OccupiedError(Exception):
    """Another service runs in this data directory."""

    def __init__(self, address: str) -> None:
        super().__init__(f"The service already runs at {address or 'an address it has yet to say'}")


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The lock on a data directory.

    The operating system gives the lock back when its process ends, so a file that was left behind
    never stands in the way.  The file says where the service is reached; it is empty while it starts or ends.
    """

    descriptor: int

    @classmethod
    def take(cls, directory: Path) -> "Occupancy":
        """Take the directory, or say who has it."""
        directory.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(directory / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
        began = time.monotonic()
        while not _locked(descriptor):
            address = os.pread(descriptor, 1000, 0).decode()
            if time.monotonic() - began > (SETTLED if address else PASSING):
                os.close(descriptor)
                raise OccupiedError(address)
            time.sleep(0.05)
        occupancy = cls(descriptor)
        occupancy.say("")
        return occupancy

    def say(self, address: str) -> None:
        """Write down where the service is reached."""
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, address.encode(), 0)


def _locked(descriptor: int) -> bool:
    """Try to take the lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
