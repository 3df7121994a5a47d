"""Read every address of a growing club and count its queries, rows and processor time: ``python -m benchmarks.address_reads PATTERN``.

Each address is read twice in a process of its own, forked from one that has read nothing of the club, so the first read finds
no caches.  Everything happens in one transaction, which is undone.  If readers are told that workers must count a report first, it
is counted and stored, as a worker would do, and the address is read again.  Prints a line of JSON per address.
"""

import json
import logging
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import django

django.setup()

from celery.signals import before_task_publish
from django.contrib.auth.models import update_last_login
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.test import Client

from benchmarks import growing_club, processes, row_counts
from benchmarks.addresses import Address, addresses
from scorekeeper import tasks
from scorekeeper.models import ALL_SCOPES, Token, User

SECONDS = 10
"""Processor time after which a read is given up, and a sixth of the time after which a query is."""
GIVEN_UP = f"given up after {SECONDS} s"
LOCK = re.compile(r"\bFOR (UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)\b|\bpg_(try_)?advisory_")
HOST = {"Host": "127.0.0.1"}
MOST_REPORTS = 5  # counted for one address
WARM_UP = ("/sign-in/", "/api/v1/variants/", "/password/", "/rules/")


class Read(NamedTuple):
    """The cost of one read."""

    queries: int
    rows: int  # touched by PostgreSQL, as row_counts says
    written: int  # rows inserted, updated and deleted
    locks: int  # queries that lock rows
    milliseconds: float  # CPU time of the process
    database_milliseconds: float  # CPU time of PostgreSQL; 0 if it runs elsewhere
    size: int  # bytes
    error: str = ""


class StreamTooLongError(Exception):
    """A stream was given up: its size and the rows touched so far."""

    def __init__(self, size: int, counts: row_counts.Counts) -> None:
        super().__init__(GIVEN_UP)
        self.size, self.counts = size, counts


class Listener:
    """Counts queries, and those that lock rows."""

    def __init__(self) -> None:
        self.queries, self.locks = 0, 0

    def __call__(self, execute: Callable[..., Any], query: str, *rest: Any) -> Any:
        if not query.startswith(("SAVEPOINT", "RELEASE")):
            self.queries += 1
            self.locks += bool(LOCK.search(query))
        return execute(query, *rest)


def read_all(names: Mapping[str, str], pattern: str) -> Iterator[tuple[str, list[Read]]]:
    """Yield the first and the second read of every address whose name matches the pattern."""
    # several runs on one database would wait for each other where each signs in as the same account
    user_logged_in.disconnect(update_last_login, dispatch_uid="update_last_login")
    for path in WARM_UP:
        Client(headers=HOST).get(path)
    chosen = [address for address in addresses(names) if re.search(pattern, address.name)]
    connection.close()
    for address in chosen:
        for _ in range(MOST_REPORTS):
            reads, asked = _in_a_fork(_read_twice, address)
            if not asked:
                break
            _in_a_fork(_count_reports, asked)
        yield address.name, reads


def _count_reports(asked: list[dict[str, Any]]) -> tuple[list[Read], list[Any]]:
    """Do the work of the workers who were woken."""
    for arguments in asked:
        tasks.count_report(**arguments)
    return [], []


def _in_a_fork(function: Callable[[Any], Any], argument: Any) -> tuple[list[Read], list[Any]]:
    """Run a function in a child process; return the reads and the reports that it asked for."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            with os.fdopen(writer, "w") as output:
                json.dump(function(argument), output)
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(0)  # never go on with the work of the parent
    os.close(writer)
    with os.fdopen(reader) as source:
        text = source.read()
    os.waitpid(child, 0)
    failed = [0] * (len(Read._fields) - 1) + ["failed"]
    rows, asked = json.loads(text) if text else ([failed, failed], [])
    return [Read(*row) for row in rows], asked


def _read_twice(address: Address) -> tuple[list[Read], list[Any]]:
    asked: list[Any] = []

    def note_report(sender: str, body: Any, **_: Any) -> None:
        if sender == tasks.count_report.name:
            asked.append(body[1])

    before_task_publish.connect(note_report, weak=False)
    row_counts.alone(6 * SECONDS)
    signal.signal(signal.SIGPROF, _give_up)
    with transaction.atomic():
        client = _client(address)
        cache.clear()
        first = _read(client, address)
        second = first if first.error else _read(client, address)
        transaction.set_rollback(True)
    return [first, second], asked


def _give_up(*_: object) -> None:
    raise TimeoutError(GIVEN_UP)


def _client(address: Address) -> Client:
    bearer = address.bearer
    if address.is_api:
        owner = User.objects.get(username=address.who)
        _, bearer = Token.objects.create(user=owner, scopes=ALL_SCOPES)
    client = Client(headers={**HOST, **({"Authorization": f"Bearer {bearer}"} if bearer else {})})
    if address.who and not address.is_api:
        client.force_login(User.objects.get(username=address.who))
    return client


def _read(client: Client, address: Address) -> Read:
    listener, pid = Listener(), connection.connection.info.backend_pid
    before, database = row_counts.counts(), processes.postgresql_milliseconds(pid)
    start = time.process_time()
    size, error, after = 0, "", None
    try:
        with transaction.atomic():
            signal.setitimer(signal.ITIMER_PROF, 2 * SECONDS)  # a stream ends by itself before
            with connection.execute_wrapper(listener):
                size, error = _get(client, address)
            after = row_counts.counts()
    except StreamTooLongError as stopped:
        size, error, after = stopped.size, GIVEN_UP, stopped.counts
    except (TimeoutError, OperationalError):
        error = GIVEN_UP
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    signal.setitimer(signal.ITIMER_PROF, 0)  # off
    milliseconds = 1000 * (time.process_time() - start)
    database = processes.postgresql_milliseconds(pid) - database
    rows, written = after.since(before) if after else (0, 0)
    return Read(
        listener.queries, rows, written, listener.locks, milliseconds, database, size, error
    )


def _get(client: Client, address: Address) -> tuple[int, str]:
    """Return the size of the answer, and what is wrong with it."""
    response = client.get(address.path, follow=True)
    parts: Any = response.streaming_content if response.streaming else [response.content]
    size, stop_at = 0, time.process_time() + SECONDS
    for part in parts:
        size += len(part)
        if time.process_time() > stop_at:
            raise StreamTooLongError(size, row_counts.counts())
    if response.status_code in address.statuses:
        return size, ""
    return size, f"{response.status_code} instead of {address.statuses[0]} at {address.path}"


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    for figures in read_all(growing_club.names(), sys.argv[1]):
        print(json.dumps(figures), flush=True)
