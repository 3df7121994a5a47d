"""An engine: a program that is asked over standard input what it would play, one line of JSON after another.

docs/engines.md is the specification of the protocol.
"""

import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from queue import Empty, Queue
from threading import Thread
from typing import Any

from referee.record import Json, MalformedError

PROTOCOL = "referee-engine/1"
START_SECONDS = 10.0
"""How long an engine may take until it is ready."""
LONGEST_LINE = 65_536
"""The most bytes of an answer, with its line feed."""
LONGEST_NAME = 40
_MOST_UNREAD_LINES = 16


class EngineFault(StrEnum):
    """What an engine did wrong."""

    ILLEGAL = "illegal"  # the answer is none of the actions
    MALFORMED = "malformed"  # no line of JSON as it is specified, or another question's id
    SILENT = "silent"  # no answer within the time limit
    CRASHED = "crashed"  # the program ended, or could not be started


class EngineFaultError(Exception):
    """Raised where an engine does not answer as it should."""

    def __init__(self, fault: EngineFault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class Engine:
    """A program that plays one seat.

    Where it gives no legal answer, the first legal action is played for it, and a fault is counted.  After an illegal answer
    it is asked on; after any other fault the program is stopped, and started again for the next hand.
    """

    def __init__(self, command: str, *, seconds: float) -> None:
        self.command, self.seconds = command, seconds
        self.name = ""
        self.faults: Counter[EngineFault] = Counter()
        self.replaced = 0  # how many actions were played for it
        self._process: _EngineProcess | None = None
        self._last_id = 0

    def start(self) -> None:
        """Start the program and wait until it is ready.  Raises MalformedError ``engine-failed`` with what went wrong."""
        try:
            self._start()
        except EngineFaultError as error:
            self.stop()
            message = f"The engine {self.command!r} does not start: {error}"
            raise MalformedError("engine-failed", "", message) from None

    def begin_hand(self, hand: Mapping[str, Json]) -> None:
        """Tell the engine of a new hand, and start it again if it was stopped."""
        if self._process is None:
            try:
                self._start()
            except EngineFaultError as error:
                self._stop_after(error.fault)
                return
        self._send({"type": "hand", **hand})

    def choose(
        self, actions: Sequence[str], *, observation: Mapping[str, Json], news: Sequence[str]
    ) -> str:
        """Return the action that the engine plays, or the first one if it gives no legal answer."""
        try:
            return self._ask(actions, {"observation": observation, "news": list(news)})
        except EngineFaultError as error:
            self.replaced += 1
            if error.fault is EngineFault.ILLEGAL:
                self.faults[error.fault] += 1
            elif self._process is not None:
                self._stop_after(error.fault)
            return actions[0]

    def end_hand(self, result: Mapping[str, Json]) -> None:
        """Tell the engine what the hand brought."""
        self._send({"type": "result", **result})

    def stop(self) -> None:
        """End the program: ask it to quit, and end it if it does not."""
        if self._process is not None:
            self._send({"type": "quit"})
            self._process.stop()
            self._process = None

    def _start(self) -> None:
        self._process = _EngineProcess(self.command)
        self._send({"type": "hello", "protocol": PROTOCOL})
        answer = self._process.receive(START_SECONDS)
        name = answer.get("name", "")
        if answer.get("type") != "ready" or not isinstance(name, str):
            wanted = '{"type": "ready", "name": "…"}'
            raise EngineFaultError(EngineFault.MALFORMED, f"{answer!r} is not {wanted}.")
        plain = "".join(sign for sign in name if sign.isprintable())[:LONGEST_NAME].strip()
        self.name = plain or self.command[:LONGEST_NAME]

    def _ask(self, actions: Sequence[str], position: Mapping[str, Json]) -> str:
        if self._process is None:
            raise EngineFaultError(EngineFault.CRASHED, "It was stopped.")
        self._last_id += 1
        question = {"type": "move", "id": self._last_id, "seconds": self.seconds}
        self._send({**question, "actions": list(actions), **position})
        answer = self._process.receive(self.seconds)
        action = answer.get("action")
        if answer.get("id") != self._last_id or not isinstance(action, str):
            wanted = f'{{"id": {self._last_id}, "action": "…"}}'
            raise EngineFaultError(EngineFault.MALFORMED, f"{answer!r} is not {wanted}.")
        if action not in actions:
            raise EngineFaultError(EngineFault.ILLEGAL, f"{action!r} is none of the actions.")
        return action

    def _send(self, message: Mapping[str, Json]) -> None:
        if self._process is not None:
            self._process.send(message)

    def _stop_after(self, fault: EngineFault) -> None:
        self.faults[fault] += 1
        if self._process is not None:
            self._process.stop(at_once=True)
            self._process = None


class _EngineProcess:
    """A running program, to which and from which lines go; neither side can block the match."""

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("The command is empty")
            self._program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            raise EngineFaultError(EngineFault.CRASHED, f"{error}.") from None
        self._answers: Queue[bytes] = Queue(_MOST_UNREAD_LINES)  # an empty one at the end
        self._messages: Queue[bytes] = Queue()
        Thread(target=self._read, daemon=True).start()
        Thread(target=self._write, daemon=True).start()

    def send(self, message: Mapping[str, Json]) -> None:
        """Send a message as soon as the program reads it."""
        self._messages.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def receive(self, seconds: float) -> dict[str, Any]:
        """Return the next answer.  Raises EngineFaultError."""
        try:
            line = self._answers.get(timeout=seconds)
        except Empty:
            message = f"No answer within {seconds:g} seconds."
            raise EngineFaultError(EngineFault.SILENT, message) from None
        if not line:
            raise EngineFaultError(EngineFault.CRASHED, "The program has ended.")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            message = f"{line[:100]!r} is no line with a JSON object."
            raise EngineFaultError(EngineFault.MALFORMED, message)
        return answer

    def stop(self, *, at_once: bool = False) -> None:
        """End the program, at once or if it does not end by itself within a second."""
        self._messages.put(b"")
        try:
            self._program.wait(timeout=0 if at_once else 1)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()

    def _read(self) -> None:
        assert self._program.stdout is not None  # noqa: S101
        with self._program.stdout as output:
            while line := output.readline(LONGEST_LINE):
                self._answers.put(line)
        self._answers.put(b"")

    def _write(self) -> None:
        assert self._program.stdin is not None  # noqa: S101
        try:
            with self._program.stdin as entrance:
                while message := self._messages.get():
                    entrance.write(message)
                    entrance.flush()
        except OSError:  # the program has ended: its next answer is missing
            return
