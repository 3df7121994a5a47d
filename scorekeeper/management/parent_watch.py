"""A process of the service ends when its parent does, however the parent ended.

The parent holds the writing end of a pipe and never writes.  When it is gone, even by `kill -9`, the
operating system closes that end, and every process that watches the reading end sees it.
"""

import os
import select
import threading
from collections.abc import Mapping

VARIABLE = "SCOREKEEPER_LIFELINE"


def watch(environment: Mapping[str, str] = os.environ) -> None:
    """Let this process end at once when its parent is gone.  Without a lifeline, do nothing."""
    if VARIABLE not in environment:
        return
    arguments = (int(environment[VARIABLE]), os.getppid())
    threading.Thread(target=_wait, args=arguments, name="lifeline", daemon=True).start()


def _wait(pipe: int, parent: int) -> None:
    """Whatever was not committed is rolled back: nothing acknowledged is lost by ending here."""
    while os.getppid() == parent:
        gone, _, _ = select.select([pipe], [], [], 1.0)
        if gone:
            break
    os._exit(1)
