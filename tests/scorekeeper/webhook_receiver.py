"""Somebody who receives what webhooks tell: a real HTTP server on this computer, that may be told to misbehave."""

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""For the name localhost alone, with its key; trusted by nobody but a test that says so."""


class ReceivedMessage(NamedTuple):
    """A message as it came."""

    headers: dict[str, str]
    body: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def content(self) -> Any:
        return json.loads(self.body)


Answer = Callable[[BaseHTTPRequestHandler], None]


def status(code: int, **headers: str) -> Answer:
    """Answer with this status and nothing else."""

    def answer(to: BaseHTTPRequestHandler) -> None:
        to.send_response(code)
        for name, value in headers.items():
            to.send_header(name, value)
        to.send_header("Content-Length", "0")
        to.end_headers()

    return answer


def endless(to: BaseHTTPRequestHandler) -> None:
    """Say yes, and go on talking."""
    to.send_response(200)
    to.end_headers()
    while True:
        to.wfile.write(b"x" * 65536)


def silent(to: BaseHTTPRequestHandler) -> None:
    """Listen and say nothing."""
    time.sleep(3)


def trickling(to: BaseHTTPRequestHandler) -> None:
    """Say something all the time, and never come to the point."""
    for letter in b"HTTP/1.1 200 " + b"O" * 60:
        to.wfile.write(bytes([letter]))
        time.sleep(0.05)


class Receiver:
    """What came, and what is answered."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.messages: list[ReceivedMessage] = []
        self.answer = status(204)

    @property
    def ids(self) -> list[str]:
        """Of the messages, in the order in which they came."""
        return [message.id for message in self.messages]

    @property
    def types(self) -> list[str]:
        """What they were about."""
        return [message.content["type"] for message in self.messages]


@contextmanager
def receiving(*, secure: bool = False) -> Iterator[Receiver]:
    """A receiver, while the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.messages.append(ReceivedMessage(headers, body))
            receiver.answer(self)

        def log_message(self, *_: object) -> None:
            """Not into the tests' output."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """Whoever sends hangs up as it likes."""

    with Server(("127.0.0.1", 0), Handler) as server:
        if secure:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(CERTIFICATE)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme, host = ("https", "localhost") if secure else ("http", "127.0.0.1")
        receiver = Receiver(f"{scheme}://{host}:{server.server_port}/told")
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield receiver
        finally:
            server.shutdown()
