"""Runs several programs as one: starts them together, restarts each one that ends, stops them together."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType

from scorekeeper.management import parent_watch

POLL_SECONDS = 0.2
STOP_SECONDS = 10.0  # that programs may take to stop before they are killed
MAX_RESTART_DELAY = 30.0  # seconds before a program that keeps failing is started again
STABLE_SECONDS = 60.0  # after which the restart delay is reset


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A Python module to run, with its arguments and inherited file descriptors."""

    name: str
    module: str
    arguments: tuple[str, ...]
    descriptors: tuple[int, ...] = ()


@dataclass(slots=True)
class Child:
    """A program that is kept running, and its current process."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    restart_delay: float = 0.0  # seconds

    def start(self, pipe: int) -> None:
        """Start the program; it ends when this process ends, because it watches the pipe."""
        command = [
            sys.executable,
            "-m",
            "scorekeeper.management.child_process",
            self.program.module,
        ]
        self.process = subprocess.Popen(
            [*command, *self.program.arguments],
            stdin=subprocess.DEVNULL,
            pass_fds=(pipe, *self.program.descriptors),
            env={**os.environ, parent_watch.PIPE_VARIABLE: str(pipe)},
        )
        self.started_at = time.monotonic()

    def exit_code(self) -> int | None:
        """Return the exit code of a process that has ended, else None."""
        return self.process.poll() if self.process else None


@dataclass(slots=True)
class Supervisor:
    """Keeps programs running until a signal or the end of its parent stops it."""

    programs: Sequence[Program]
    report: Callable[[str], object]
    parent: int | None = None  # id of a process with which this one ends
    _children: list[Child] = field(default_factory=list)
    _stopping: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Start every program and restart those that end, until asked to stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._set_stopping)
        pipe, _kept_open = os.pipe()
        self._children = [Child(program) for program in self.programs]
        while not self._should_stop():
            for child in self._children:
                self._restart_if_ended(child, pipe)
            self._stopping.wait(POLL_SECONDS)

    def stop_programs(self) -> None:
        """Terminate every program, and kill those that do not stop in time."""
        processes = [child.process for child in self._children if child.process]
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        while time.monotonic() < deadline and any(process.poll() is None for process in processes):
            time.sleep(0.05)
        for process in processes:
            process.kill()
            process.wait()

    def _should_stop(self) -> bool:
        """Return whether a signal arrived or the parent has ended."""
        return self._stopping.is_set() or self.parent not in {None, os.getppid()}

    def _set_stopping(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()

    def _restart_if_ended(self, child: Child, pipe: int) -> None:
        """Start a child, or restart it after a delay that grows while it keeps failing."""
        code = child.exit_code()
        if code is not None:
            uptime = time.monotonic() - child.started_at
            child.restart_delay = (
                1.0
                if uptime > STABLE_SECONDS
                else min(2 * child.restart_delay or 1.0, MAX_RESTART_DELAY)
            )
            child.process, child.started_at = None, time.monotonic()
            self.report(
                f"{child.program.name} {_describe_exit(code)}; starting it again in {child.restart_delay:.0f} s"
            )
        if child.process is None and time.monotonic() - child.started_at >= child.restart_delay:
            child.start(pipe)


def _describe_exit(code: int) -> str:
    return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
