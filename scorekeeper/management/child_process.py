"""Run a program of the service as a child that does not outlive its parent.

`python -m scorekeeper.management.child_process MODULE ARGUMENTS…` is `python -m MODULE ARGUMENTS…` with a lifeline.
"""

import runpy
import signal
import sys
import warnings

from scorekeeper.management import parent_watch

if __name__ == "__main__":
    # Ctrl-C and the closing of a terminal reach the whole group; the parent alone says when to end
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    parent_watch.watch()
    # the danger it means is unpickling; messages here are JSON
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
