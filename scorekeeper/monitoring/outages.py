"""Tell a database that is away from an error of this program, which stays an error."""

import logging
import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError, connections

RETRY_AFTER = 5  # seconds after which a client asks again
READ_ONLY = "25006"  # the server became a standby
_GONE = frozenset({READ_ONLY, "53300"})  # too many connections
_GONE_CLASSES = ("08", "57P")  # connection exceptions; a server that stops or starts


def is_away(error: BaseException | None) -> bool:
    """Return whether the database was lost, cannot be reached, takes no writes any more, or (SQLite) is locked for long."""
    if not isinstance(error, DatabaseError | InterfaceError) or error.__cause__ is None:
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith("SQLITE_BUSY")
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:  # no server answered
        return isinstance(error, OperationalError)
    return state in _GONE or state.startswith(_GONE_CLASSES)


def drop_connections() -> None:
    """Close this thread's connections to servers, also in the pool: the next one may lead to another server."""
    for wrapper in connections.all(initialized_only=True):
        if wrapper.vendor == "postgresql" and wrapper.connection is not None:
            wrapper.connection.close()
            wrapper.close()


class OutageFilter(logging.Filter):
    """Log a database that does not answer in one line for each request, as a warning without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten such a record; all are logged."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if is_away(error):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = f"{record.getMessage()}: the database is away: {error}", ()
            record.exc_info = record.exc_text = None
        return True
