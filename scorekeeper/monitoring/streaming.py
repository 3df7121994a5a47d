"""Answers that are sent while they are made, which hold neither a transaction nor a connection while a client reads."""

from collections.abc import Iterator
from contextvars import copy_context
from itertools import chain, islice
from typing import Generic, TypeVar

from django.db import connections
from django.http import StreamingHttpResponse
from rest_framework.request import Request

from scorekeeper.monitoring import line_budget
from scorekeeper.monitoring.askers import Asker, asker_of

Line = TypeVar("Line", str, bytes)

BYTES = 1000
"""A line counts once, and once more for each so many bytes: long ones hold a whole session."""


class _SentLines(Generic[Line]):
    """An iterator over lines that counts them for whoever asked, and gives the connection back before each is sent."""

    def __init__(self, lines: Iterator[Line], asker: Asker) -> None:
        self._lines: Iterator[Line] = lines
        self._context = copy_context()  # of the request, which says from which database it reads
        self._asker, self._uncounted = asker, 0

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        line = self._context.run(next, self._lines)
        self._uncounted += 1 + len(line) // BYTES
        give_back_connections()
        return line

    def close(self) -> None:
        """Count what was sent; Django calls this when the answer ends, whether all of it was sent or not."""
        lines, self._uncounted = self._uncounted, 0
        if lines:
            line_budget.spend(self._asker, lines)


def give_back_connections() -> None:
    """Do what Django does after each request: give connections back to the pool, or keep them while they are young."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def stream_response(
    request: Request, lines: Iterator[Line], content_type: str
) -> StreamingHttpResponse:
    """Return an answer that sends the lines, or other pieces, as they are made; they count for whoever asked."""
    if request.method == "HEAD":  # servers would make it all and send nothing
        lines = iter(())
    first = list(islice(lines, 1))  # an error before it is answered as any other
    all_lines: Iterator[Line] = chain(first, lines)
    sent = _SentLines(all_lines, asker_of(request))
    return StreamingHttpResponse(sent, content_type=content_type)
