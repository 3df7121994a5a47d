"""The program under test: a command that is started, given lines, and watched while it answers."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, NamedTuple

from conformance.paths import Json

LONGEST_LINE = 20_000_000
MOST_SILENCES = 3
MOST_WAITS = 200


class StartError(Exception):
    """The program cannot be started at all."""


@dataclass(frozen=True)
class NoAnswer:
    """Why there is no answer to compare."""

    reason: str


class Lines:
    """The lines that a process prints, read by a thread as they come.

    Few are held at a time, so that a program that prints without end fills no memory.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._queue: queue.Queue[bytes | None] = queue.Queue(maxsize=100)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._stream as stream:
            while line := stream.readline(LONGEST_LINE):
                if line.strip():
                    self._queue.put(line)
        self._queue.put(None)

    def next(self, seconds: float) -> bytes | None:
        """Return the next line that is not blank, or None after the last.  Raises ``queue.Empty`` after so many seconds."""
        return self._queue.get(timeout=seconds)

    def drain(self) -> None:
        """Let the thread come to its end, once the process has ended; not if a process that got away holds the pipe."""
        for _ in range(MOST_WAITS):
            if not self._thread.is_alive():
                return
            with contextlib.suppress(queue.Empty):
                self._queue.get(timeout=0.02)


class Started(NamedTuple):
    """A running program."""

    process: subprocess.Popen[bytes]
    printed: Lines
    errors: IO[bytes]


@dataclass(frozen=True)
class ProgramUnderTest:
    """The command under test."""

    words: tuple[str, ...]
    seconds: float
    """The longest wait for one answer."""

    def answers(
        self, arguments: Sequence[str], items: Sequence[str], *, files: bool = False
    ) -> list[Json | NoAnswer]:
        """Send all items in one stream, as lines or as names of files, and return an answer for each.

        Where the stream breaks off, the item without an answer is sent once more by itself, and the rest in a new stream.
        After the third item that stays without an answer nothing more is sent.
        """
        answers: list[Json | NoAnswer] = []
        silences = 0
        while len(answers) < len(items) and silences < MOST_SILENCES:
            rest = items[len(answers) :]
            stream, silence = self._stream(arguments, rest, files=files)
            if silence and len(rest) > 1:
                unanswered = rest[len(stream) : len(stream) + 1]
                alone, silence = self._stream(arguments, unanswered, files=files)
                stream += alone
            if silence:
                stream.append(silence)
                silences += 1
            answers += stream
        unasked = NoAnswer("not sent: the program gave no answer too often")
        return answers + [unasked] * (len(items) - len(answers))

    def _stream(
        self, arguments: Sequence[str], items: Sequence[str], *, files: bool
    ) -> tuple[list[Json | NoAnswer], NoAnswer | None]:
        """Return the answers until the stream broke off, and why it did, if it did."""
        answers: list[Json | NoAnswer] = []
        words, lines = ([*arguments, *items], []) if files else (arguments, items)
        with self._started(words, lines) as (process, printed, errors):
            while True:
                try:
                    line = printed.next(self.seconds)
                except queue.Empty:
                    silence = NoAnswer(f"no answer in {self.seconds:g} s")
                    return answers, silence if len(answers) < len(items) else None
                if line is None:
                    break
                if len(answers) == len(items):
                    surplus = NoAnswer(f"more lines than were asked for: {_short(line)}")
                    return [*answers[:-1], surplus], None
                answers.append(_parsed(line))
            if len(answers) == len(items):
                return answers, None
            return answers, NoAnswer(f"{self._ending(process)}{_last_words(errors)}")

    def _ending(self, process: subprocess.Popen[bytes]) -> str:
        try:
            return f"ended with exit code {process.wait(self.seconds)}"
        except subprocess.TimeoutExpired:
            return f"closed its output and did not end in {self.seconds:g} s"

    @contextlib.contextmanager
    def _started(self, arguments: Sequence[str], lines: Sequence[str]) -> Iterator[Started]:
        """Start the program in a process group of its own, which is ended with it."""
        with tempfile.TemporaryFile() as sent, tempfile.TemporaryFile() as errors:
            sent.write("".join(f"{line}\n" for line in lines).encode())
            sent.seek(0)
            try:
                process = subprocess.Popen(
                    [*self.words, *arguments],
                    stdin=sent,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    start_new_session=True,
                )
            except OSError as error:
                raise StartError(f"{self.words[0]} cannot be started: {error.strerror}") from None
            assert process.stdout is not None  # noqa: S101  a pipe was asked for
            printed = Lines(process.stdout)
            try:
                yield Started(process, printed, errors)
            finally:
                _end(process)
                printed.drain()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it started, if it still runs."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _parsed(line: bytes) -> Json | NoAnswer:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return NoAnswer(f"not JSON: {_short(line)}")
    return answer if isinstance(answer, dict) else NoAnswer(f"not a JSON object: {_short(line)}")


def _last_words(errors: IO[bytes]) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 2000))
    lines = errors.read().decode(errors="replace").strip().splitlines()
    return f": {lines[-1][:200]}" if lines else ""


def _short(line: bytes) -> str:
    return line.decode(errors="replace").strip()[:100]
