"""Several programs run as one: started together, restarted alone, ended together."""

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

TICK = 0.2
GRACE = 10.0  # how long a program may take to end
LONGEST_PAUSE = 30.0  # before a program that keeps failing is tried again
SETTLED = 60.0  # after so long a start counts as good


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A Python module to be run, and what it inherits."""

    name: str
    module: str
    arguments: tuple[str, ...]
    descriptors: tuple[int, ...] = ()


@dataclass(slots=True)
class Child:
    """A program that is to be kept running."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0  # before the next start

    def start(self, pipe: int) -> None:
        """Run the program with a lifeline to this process."""
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
            env={**os.environ, parent_watch.VARIABLE: str(pipe)},
        )
        self.started = time.monotonic()

    def ended(self) -> int | None:
        """The exit code of a program that has just ended."""
        return self.process.poll() if self.process else None


@dataclass(slots=True)
class Supervisor:
    """Keeps programs running until it is told to stop."""

    programs: Sequence[Program]
    say: Callable[[str], object]
    parent: int | None = None  # the process that this one must not outlive
    _children: list[Child] = field(default_factory=list)
    _stopping: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Start every program, restart those that end, and return when told to stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)
        pipe, _kept_open = os.pipe()
        self._children = [Child(program) for program in self.programs]
        while not self._told_to_stop():
            for child in self._children:
                self._keep(child, pipe)
            self._stopping.wait(TICK)

    def end(self) -> None:
        """Ask every program to end, wait, and end those that do not."""
        processes = [child.process for child in self._children if child.process]
        for process in processes:
            process.terminate()
        latest = time.monotonic() + GRACE
        while time.monotonic() < latest and any(process.poll() is None for process in processes):
            time.sleep(0.05)
        for process in processes:
            process.kill()
            process.wait()

    def _told_to_stop(self) -> bool:
        """By a signal, or by the end of the process that started this one."""
        return self._stopping.is_set() or self.parent not in {None, os.getppid()}

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()

    def _keep(self, child: Child, pipe: int) -> None:
        """Start a child, or start it again; one that keeps failing has to wait longer and longer."""
        code = child.ended()
        if code is not None:
            lasted = time.monotonic() - child.started
            child.pause = 1.0 if lasted > SETTLED else min(2 * child.pause or 1.0, LONGEST_PAUSE)
            child.process, child.started = None, time.monotonic()
            self.say(f"{child.program.name} {_how(code)}; starting it again in {child.pause:.0f} s")
        if child.process is None and time.monotonic() - child.started >= child.pause:
            child.start(pipe)


def _how(code: int) -> str:
    """How a process ended, in words."""
    return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
