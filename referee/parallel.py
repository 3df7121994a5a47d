"""Work on many items in several processes, with the results in the order of the items."""

import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from queue import Queue
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

TOGETHER = 16
"""How many items are sent to a process at once: sending each alone costs about as much as judging a short record."""

AHEAD = 3
"""How many such groups for each process are worked on or wait, at most."""


def consume_in_order(
    items: Iterable[Item],
    work: Callable[[Item], Result],
    consume: Callable[[Result], object],
    *,
    processes: int,
    together: int = TOGETHER,
) -> None:
    """Call ``work`` on every item in one of the processes, and ``consume`` on each result, in the order of the items.

    ``together`` is how many items are sent to a process at once.  Reads only so far ahead that memory stays bounded.  ``work``, items and results must be picklable.  Raises what
    ``work`` or ``consume`` raises, after which no more items are read.
    """
    pending: Queue[Future[list[Result]] | None] = Queue(AHEAD * processes)
    errors: list[BaseException] = []
    pool = ProcessPoolExecutor(
        processes,
        multiprocessing.get_context(_start_method()),
        initializer=_leave_interrupts_to_the_parent,
    )
    pool.submit(bool)  # starts the processes, before there is a second thread
    consumer = threading.Thread(target=_consume, args=(pending, consume, errors))
    consumer.start()
    try:
        remaining = iter(items)
        while not errors and (group := list(islice(remaining, together))):
            pending.put(pool.submit(_work_on_each, work, group))
    except KeyboardInterrupt as error:
        errors.append(error)
    finally:
        pending.put(None)
        consumer.join()
        pool.shutdown(cancel_futures=True)
    if errors:
        raise errors[0]


def _start_method() -> str:
    """Return how to start processes.

    A copy of this process begins at once, with everything loaded.  But it inherits what other threads have locked, and
    not every system's libraries bear to be copied: elsewhere each process loads everything again.
    """
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _work_on_each(work: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    return [work(item) for item in items]


def _consume(
    pending: "Queue[Future[list[Result]] | None]",
    consume: Callable[[Result], object],
    errors: list[BaseException],
) -> None:
    """Consume results until there are no more; after an error, only empty the queue."""
    while (future := pending.get()) is not None:
        if errors:
            future.cancel()
            continue
        try:
            for result in future.result():
                consume(result)
        except BaseException as error:
            errors.append(error)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
