"""What a process and those it has started use, as Linux counts it; elsewhere nothing is known."""

import os
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """So much so far."""

    seconds: float  # of the processor
    megabytes: float  # at the most, of the largest process


def spent(pid: int) -> Spent:
    """By a process and its children."""
    if not PROC.is_dir():
        return Spent(0.0, 0.0)
    family = [pid, *_children(pid)]
    return Spent(sum(map(_seconds, family)), max(map(_megabytes, family)))


def seconds(pid: int) -> float:
    """Of the processor, by one process so far; nothing where there is no such process here."""
    return _seconds(pid) if (PROC / str(pid)).is_dir() else 0.0


def _children(pid: int) -> list[int]:
    """Those that are alive."""
    listed = (PROC / str(pid) / "task" / str(pid) / "children").read_text()
    return [int(child) for child in listed.split()]


def _seconds(pid: int) -> float:
    after_name = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


def _megabytes(pid: int) -> float:
    for line in (PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
