"""The backend, in the file in which Django looks for it.

What a short request costs is for the most part two processes waking each other, once for each message between them.
"""

import os
import select
from typing import TYPE_CHECKING, Any

from django.db.backends.postgresql import base
from psycopg import ClientCursor
from psycopg.pq import TransactionStatus

if TYPE_CHECKING:
    _Cursor = ClientCursor[Any]  # as it is where there is psycopg 3
else:
    _Cursor = base.Cursor


PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan"
"""Else the server plans what was prepared anew for the first five times, which is most that many a connection sees."""


class Cursor(_Cursor):
    """Begins a transaction in one message with its first statement."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        raw = self.connection
        if raw.autocommit or raw.pgconn.transaction_status != TransactionStatus.IDLE:
            return super().execute(query, params, **options)
        if params is not None or not isinstance(query, str):
            query = self.mogrify(query, params)
        raw.autocommit = True  # else the driver would begin it by itself, with a message of its own
        try:
            super().execute(f"BEGIN; {query}", **options)
        finally:
            if raw.pgconn.transaction_status == TransactionStatus.IDLE:  # not a word was understood
                raw.autocommit = False
        self.nextset()
        return self


class DatabaseWrapper(base.DatabaseWrapper):
    """Looks at a kept connection before it is used again, and does not ask the server for a sign of life."""

    def get_connection_params(self) -> dict[str, Any]:
        params = {**super().get_connection_params(), "cursor_factory": Cursor}
        if not self.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):  # a pooler may not pass it on
            said = params.get("options") or os.environ.get("PGOPTIONS") or ""
            params["options"] = f"{said} {PLANNED_ONCE}".strip()
        return params

    def _commit(self) -> None:
        """Where the last message ended the transaction, nothing is left to be said."""
        if self.connection is None or not self._is_idle():
            super()._commit()  # type: ignore[misc]

    def is_usable(self) -> bool:
        """A server that closed it, or is about to, has said so: only then is there something to read."""
        return self._is_quiet() or super().is_usable()

    def _is_quiet(self) -> bool:
        if self.connection is None or not self._is_idle():
            return False
        ear = select.poll()
        ear.register(self.connection.fileno(), select.POLLIN)
        return not ear.poll(0)

    def _is_idle(self) -> bool:
        status: TransactionStatus = self.connection.pgconn.transaction_status
        return status == TransactionStatus.IDLE
