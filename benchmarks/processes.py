"""CPU time and memory of a process and its children, from Linux's /proc; 0 on other systems."""

import os
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """CPU time and peak memory so far."""

    seconds: float  # CPU time
    megabytes: float  # peak of the largest process


def spent(pid: int) -> Spent:
    """Return what a process and its children have used."""
    if not PROC.is_dir():
        return Spent(0.0, 0.0)
    family = [pid, *_children(pid)]
    return Spent(sum(map(_seconds, family)), max(map(_megabytes, family)))


def seconds(pid: int) -> float:
    """Return the CPU seconds of one process; 0 if there is no such process on this machine."""
    return _seconds(pid) if (PROC / str(pid)).is_dir() else 0.0


def postgresql_milliseconds(pid: int) -> float:
    """Return the CPU milliseconds of a process of PostgreSQL; 0 if it is not on this machine."""
    folder = PROC / str(pid)
    try:
        if (folder / "comm").read_text().strip() != "postgres":
            return 0.0
        return int((folder / "schedstat").read_text().split()[0]) / 1e6
    except OSError:
        return 0.0


def _children(pid: int) -> list[int]:
    """Return the ids of the running children."""
    text = (PROC / str(pid) / "task" / str(pid) / "children").read_text()
    return [int(child) for child in text.split()]


def _seconds(pid: int) -> float:
    after_name = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


def _megabytes(pid: int) -> float:
    for line in (PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
