"""Lock that allows one running service per data directory."""

import fcntl
import os
import time
from dataclasses import dataclass
from pathlib import Path

RUNNING_TIMEOUT = 1.0  # seconds to wait for a running service, which may just be stopping
STARTING_TIMEOUT = 20.0  # seconds to wait for a service that starts or stops


class DataDirInUseError(Exception):
    """Another service uses this data directory."""

    def __init__(self, address: str) -> None:
        super().__init__(f"The service already runs at {address or 'an address it has yet to say'}")


@dataclass(frozen=True, slots=True)
class DataDirLock:
    """The lock on a data directory.

    The operating system releases the lock when its process ends, so a leftover file does no harm.
    The file contains the service's address; it is empty while the service starts or stops.
    """

    descriptor: int

    @classmethod
    def acquire(cls, directory: Path) -> "DataDirLock":
        """Lock the directory.  Raises DataDirInUseError with the address of the other service."""
        directory.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(directory / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
        start = time.monotonic()
        while not _try_lock(descriptor):
            address = os.pread(descriptor, 1000, 0).decode()
            if time.monotonic() - start > (RUNNING_TIMEOUT if address else STARTING_TIMEOUT):
                os.close(descriptor)
                raise DataDirInUseError(address)
            time.sleep(0.05)
        lock = cls(descriptor)
        lock.write_address("")
        return lock

    def write_address(self, address: str) -> None:
        """Write the service's address into the lock file."""
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, address.encode(), 0)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
