"""``adjudicate -`` with many hands: how much memory it needs, and how many hands a second it answers.

The command is started from a small process of its own, since a process is charged with the memory of the one that
started it: ``python -m benchmarks.streaming FILE HANDS`` answers in JSON.
"""

import json
import resource
import subprocess
import sys
import threading
from itertools import cycle
from pathlib import Path
from typing import IO, NamedTuple

ROOT = Path(__file__).parents[1]
IN_A_MEGABYTE = 1 << 20 if sys.platform == "darwin" else 1 << 10
"""Memory is counted in bytes or in kilobytes."""


class Stream(NamedTuple):
    """What the command has done."""

    hands: int
    per_second: float  # of the processor
    megabytes: float  # at the most


def measured(file: Path, hands: int) -> Stream:
    """Stream the records of a file, again and again, until so many hands have been sent."""
    command = [sys.executable, "-m", "benchmarks.streaming", str(file), str(hands)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Stream(*json.loads(ran.stdout))


def stream(file: Path, hands: int) -> Stream:
    """The same, from this process."""
    lines = file.read_bytes().splitlines(keepends=True)
    command = [sys.executable, "-m", "referee", "adjudicate", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        writer = threading.Thread(target=_send, args=(lines, hands, started.stdin))
        writer.start()
        answered = sum(len(json.loads(line)["hands"]) for line in started.stdout)
        writer.join()
    assert started.returncode == 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Stream(
        answered, answered / (used.ru_utime + used.ru_stime), used.ru_maxrss / IN_A_MEGABYTE
    )


def _send(lines: list[bytes], hands: int, pipe: IO[bytes]) -> None:
    sent = 0
    for line in cycle(lines):
        if sent >= hands:
            break
        pipe.write(line)
        sent += len(json.loads(line)["hands"])
    pipe.close()


if __name__ == "__main__":
    print(json.dumps(stream(Path(sys.argv[1]), int(sys.argv[2]))))
