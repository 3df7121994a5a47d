"""Statements that are sent in one message, and the answer to the last of them.

A cursor asks for one answer after the other, each of which it gets ready to be read in whatever way.  Where only the last is
looked at, and it is a single text, the library that both of them stand on does it in one call.
"""

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from math import isfinite
from threading import current_thread, main_thread
from typing import Any

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import pq, sql

_GOOD = frozenset({pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK, pq.ExecStatus.EMPTY_QUERY})


def send(database: BaseDatabaseWrapper, statements: Iterable[bytes]) -> bytes | None:
    """The first column of the first row of the last answer, as text; None where there is none.

    The statements belong to the transaction that is open, or that is begun with them where Django has begun one.  Raises
    what a cursor would.
    """
    database.ensure_connection()
    database.validate_no_broken_transaction()
    text = b"; ".join(statements)
    if not database.execute_wrappers:
        return _answer(database, text)

    def run(said: str, *_: object) -> bytes | None:
        return _answer(database, said.encode())

    for wrapper in reversed(database.execute_wrappers):
        run = partial(wrapper, run)
    many = False
    return run(text.decode(), None, many, {"connection": database, "cursor": None})


def literals(database: BaseDatabaseWrapper, values: Iterable[Any]) -> list[bytes]:
    """The values as they stand in a statement."""
    database.ensure_connection()
    raw = database.connection
    with database.wrap_database_errors:
        escape = pq.Escaping(raw.pgconn).escape_literal
        return [_literal(value, escape) or sql.quote(value, raw).encode() for value in values]


def _literal(value: object, escape: Callable[[bytes], bytes]) -> bytes | None:
    """What is written most; None: the driver knows how."""
    if isinstance(value, str):
        return escape(value.encode()) if "\0" not in value else None
    if value is None:
        return b"NULL"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if isinstance(value, int):
        return b"%d" % value if value >= 0 else b" %d" % value  # two dashes begin a comment
    if isinstance(value, float) and isfinite(value):
        return b"%a" % value if value >= 0 else b" %a" % value
    if type(value) is datetime and value.tzinfo is not None:
        return f"'{value.isoformat()}'".encode()
    return None


def _answer(database: BaseDatabaseWrapper, text: bytes) -> bytes | None:
    start = time.monotonic()
    with database.wrap_database_errors:
        answer = _waited_for(database, text)
    if database.force_debug_cursor:
        taken = f"{time.monotonic() - start:.3f}"
        database.queries_log.append({"sql": text.decode(errors="replace"), "time": taken})
    return answer.get_value(0, 0) if answer is not None and answer.ntuples else None


def _waited_for(database: BaseDatabaseWrapper, text: bytes) -> pq.abc.PGresult | None:
    """The last answer.  Signals reach the main thread only: there the driver waits, which looks up now and then."""
    raw = database.connection
    answer: pq.abc.PGresult | None
    if current_thread() is main_thread():
        with raw.cursor() as cursor:
            cursor.execute(text.decode())
            while cursor.nextset():
                pass
            answer = cursor.pgresult
        return answer
    idle = raw.pgconn.transaction_status == pq.TransactionStatus.IDLE
    answer = raw.pgconn.exec_(b"BEGIN; " + text if idle and not database.get_autocommit() else text)
    if answer is not None and answer.status not in _GOOD:
        raise _error(raw.pgconn, answer)
    return answer


def _error(pgconn: pq.abc.PGconn, answer: pq.abc.PGresult) -> psycopg.Error:
    if pgconn.status == pq.ConnStatus.BAD:
        return psycopg.OperationalError(pgconn.get_error_message())
    return psycopg.errors.error_from_result(answer)
