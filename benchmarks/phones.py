"""Many phones send at once: requests over connections that stay open."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from benchmarks.service import Web

PHONES = 8


class Sending(NamedTuple):
    """A POST."""

    path: str
    body: bytes
    headers: Mapping[str, str]


class Phone:
    """One connection."""

    def __init__(self, web: Web) -> None:
        self._connection = http.client.HTTPConnection(web.host, web.port, timeout=60)

    def send(self, sending: Sending) -> Any:
        """What is answered; anything but success is an error."""
        answer, body = self.bytes_of(sending)
        if not 200 <= answer < 300:
            raise RuntimeError(f"{sending.path}: {answer}: {body[:400]!r}")
        return json.loads(body)

    def bytes_of(self, sending: Sending) -> tuple[int, bytes]:
        """The same, read but not parsed."""
        headers = {"Content-Type": "application/json", **sending.headers}
        self._connection.request("POST", sending.path, sending.body, headers)
        with self._connection.getresponse() as answer:
            return answer.status, answer.read()


def sent(web: Web, sendings: Sequence[Sending]) -> tuple[float, list[bytes]]:
    """How many of these are answered a second, sent by all phones at once; and the answers, in whatever order."""
    waiting: SimpleQueue[Sending] = SimpleQueue()
    for sending in sendings:
        waiting.put(sending)
    answers: list[bytes] = []
    refused: list[str] = []
    sender = _sender(web, waiting, answers, refused)
    threads = [threading.Thread(target=sender) for _ in range(PHONES)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - start
    if refused:
        raise RuntimeError(f"{len(refused)} of {len(sendings)} were refused: {refused[0]}")
    return len(sendings) / taken, answers


def _sender(
    web: Web, waiting: SimpleQueue[Sending], answers: list[bytes], refused: list[str]
) -> Callable[[], None]:
    def send() -> None:
        phone = Phone(web)
        while True:
            try:
                sending = waiting.get_nowait()
            except Empty:
                return
            status, body = phone.bytes_of(sending)
            if status == 201:
                answers.append(body)
            else:
                refused.append(f"{status}: {body[:400]!r}")

    return send
