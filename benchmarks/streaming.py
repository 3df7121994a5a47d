"""Stream many hands through ``adjudicate -`` and measure its memory and its hands per second.

A small process of its own starts the command, because the system counts the memory of a forking process to its child:
``python -m benchmarks.streaming FILE HANDS`` prints JSON.
"""

import json
import resource
import subprocess
import sys
import threading
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import IO, NamedTuple

from benchmarks.timing import QUICK

TRIES = 1 if QUICK else 3
ROOT = Path(__file__).parents[1]
IN_A_MEGABYTE = 1 << 20 if sys.platform == "darwin" else 1 << 10
"""The unit of ``ru_maxrss``: bytes on macOS, kilobytes elsewhere."""


class Stream(NamedTuple):
    """What the command processed and used."""

    hands: int
    per_second: float  # per CPU second
    megabytes: float  # peak


def measure(file: Path, hands: int) -> Stream:
    """Stream the records of a file again and again, until this many hands were sent; a child process does it."""
    command = [sys.executable, "-m", "benchmarks.streaming", str(file), str(hands)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Stream(*json.loads(process.stdout))


def seconds(file: Path, times: int, *, processes: int) -> float:
    """Return the wall-clock seconds in which the command judges the records of a file so many times; the best of some tries."""
    command = [
        sys.executable,
        "-m",
        "referee",
        "adjudicate",
        "--jobs",
        str(processes),
        *[str(file)] * times,
    ]
    return min(_time(command) for _ in range(TRIES))


def _time(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def stream(file: Path, hands: int) -> Stream:
    """Stream the records of a file until this many hands were sent, from this process."""
    lines = file.read_bytes().splitlines(keepends=True)
    command = [sys.executable, "-m", "referee", "adjudicate", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as command_process:
        assert command_process.stdin is not None
        assert command_process.stdout is not None
        writer = threading.Thread(target=_send, args=(lines, hands, command_process.stdin))
        writer.start()
        hands_judged = sum(len(json.loads(line)["hands"]) for line in command_process.stdout)
        writer.join()
    assert command_process.returncode == 0
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Stream(
        hands_judged,
        hands_judged / (usage.ru_utime + usage.ru_stime),
        usage.ru_maxrss / IN_A_MEGABYTE,
    )


def _send(lines: list[bytes], hands: int, pipe: IO[bytes]) -> None:
    hands_sent = 0
    for line in cycle(lines):
        if hands_sent >= hands:
            break
        pipe.write(line)
        hands_sent += len(json.loads(line)["hands"])
    pipe.close()


if __name__ == "__main__":
    print(json.dumps(stream(Path(sys.argv[1]), int(sys.argv[2]))))
