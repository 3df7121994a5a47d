"""Ends a process of the service when its parent has ended, even by `kill -9`.

The parent holds the write end of a pipe and never writes.  When it ends, the operating system closes the pipe, which
wakes every process that waits on the read end.
"""

import os
import select
import threading
from collections.abc import Mapping

PIPE_VARIABLE = "SCOREKEEPER_LIFELINE"


def watch(environment: Mapping[str, str] = os.environ) -> None:
    """Watch the parent in a thread and exit at once when it ends; do nothing if there is no pipe."""
    if PIPE_VARIABLE not in environment:
        return
    arguments = (int(environment[PIPE_VARIABLE]), os.getppid())
    threading.Thread(target=_wait, args=arguments, name="lifeline", daemon=True).start()


def _wait(pipe: int, parent: int) -> None:
    """Wait for the parent's end, then exit.  Open transactions are rolled back, so nothing acknowledged is lost."""
    while os.getppid() == parent:
        closed, _, _ = select.select([pipe], [], [], 1.0)
        if closed:
            break
    os._exit(1)
