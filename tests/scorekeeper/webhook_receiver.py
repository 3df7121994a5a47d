"""An HTTP server on this computer that receives webhook messages, and can be told to answer badly."""

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
"""The certificate of the name localhost, with its key; only tests that name it trust it."""


class ReceivedMessage(NamedTuple):
    """A message as it arrived."""

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
    """Answer 200 with a body that never ends."""
    to.send_response(200)
    to.end_headers()
    while True:
        to.wfile.write(b"x" * 65536)


def silent(to: BaseHTTPRequestHandler) -> None:
    """Accept the request and answer nothing for three seconds."""
    time.sleep(3)


def trickling(to: BaseHTTPRequestHandler) -> None:
    """Send the first header one byte at a time."""
    for letter in b"HTTP/1.1 200 " + b"O" * 60:
        to.wfile.write(bytes([letter]))
        time.sleep(0.05)


class Receiver:
    """The messages that arrived, and the answer to the next."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.messages: list[ReceivedMessage] = []
        self.answer = status(204)

    @property
    def ids(self) -> list[str]:
        """The ids of the messages, in order of arrival."""
        return [message.id for message in self.messages]

    @property
    def types(self) -> list[str]:
        """The types of the messages, in order of arrival."""
        return [message.content["type"] for message in self.messages]


@contextmanager
def receiving(*, secure: bool = False) -> Iterator[Receiver]:
    """Run a receiver during the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.messages.append(ReceivedMessage(headers, body))
            receiver.answer(self)

        def log_message(self, *_: object) -> None:
            """Keep requests out of the tests' output."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """Ignore that the sender closed the connection."""

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
