"""Send requests from many phones at once, over connections that stay open."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from benchmarks.service import Web

PHONES = 8


class Request(NamedTuple):
    """A POST request."""

    path: str
    body: bytes
    headers: Mapping[str, str]


class Phone:
    """A connection to the service."""

    def __init__(self, web: Web) -> None:
        self._connection = http.client.HTTPConnection(web.host, web.port, timeout=60)

    def send(self, request: Request) -> Any:
        """Return the parsed response; raise RuntimeError unless it is a success."""
        status, body = self.exchange(request)
        if not 200 <= status < 300:
            raise RuntimeError(f"{request.path}: {status}: {body[:400]!r}")
        return json.loads(body)

    def exchange(self, request: Request) -> tuple[int, bytes]:
        """Return status and body of the response."""
        headers = {"Content-Type": "application/json", **request.headers}
        self._connection.request("POST", request.path, request.body, headers)
        with self._connection.getresponse() as response:
            return response.status, response.read()


def send_all(web: Web, requests: Sequence[Request]) -> tuple[float, list[bytes]]:
    """Send requests from all phones at once; return responses per second, and the bodies in any order."""
    queue: SimpleQueue[Request] = SimpleQueue()
    for request in requests:
        queue.put(request)
    bodies: list[bytes] = []
    errors: list[str] = []
    sender = _sender(web, queue, bodies, errors)
    threads = [threading.Thread(target=sender) for _ in range(PHONES)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    if errors:
        raise RuntimeError(f"{len(errors)} of {len(requests)} were refused: {errors[0]}")
    return len(requests) / seconds, bodies


def _sender(
    web: Web, queue: SimpleQueue[Request], bodies: list[bytes], errors: list[str]
) -> Callable[[], None]:
    def send() -> None:
        phone = Phone(web)
        while True:
            try:
                request = queue.get_nowait()
            except Empty:
                return
            status, body = phone.exchange(request)
            if status == 201:
                bodies.append(body)
            else:
                errors.append(f"{status}: {body[:400]!r}")

    return send
