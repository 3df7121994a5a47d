"""Files that only their owner can read: those of DATA_DIR, backups and archives."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OWN_FILES = (
    "scorekeeper.sqlite3*",
    "secret_key",
    "serve.lock",
    "beat-schedule*",
    "queue",
    "mail",
    "work",
)
"""Names of the service's files and folders in DATA_DIR; other files there are left alone."""


@contextmanager
def private_files() -> Iterator[None]:
    """Create files for their owner only during the block, in this process and its children."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def make_private(directory: Path) -> None:
    """Withdraw everybody else's access to the service's files in a directory, which an earlier release gave them."""
    for name in OWN_FILES:
        for path in directory.glob(name):
            for own in (path, *path.rglob("*")):
                # a file of another account, or a message that a worker has just taken
                with suppress(PermissionError, FileNotFoundError):
                    own.chmod(0o700 if own.is_dir() else 0o600)
