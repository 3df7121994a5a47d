"""Run a program of the service as a child process that ends with its parent.

`python -m scorekeeper.management.child_process MODULE ARGUMENTS…` runs `python -m MODULE ARGUMENTS…` and watches the parent.
"""

import runpy
import signal
import sys
import warnings

from scorekeeper.management import parent_watch

if __name__ == "__main__":
    # Ctrl-C and closing a terminal signal the whole process group; only the parent decides when to end.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    parent_watch.watch()
    # It warns of unpickling as root; messages here are JSON.
    warnings.filterwarnings("ignore", "You're running the worker with superuser privileges")
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
