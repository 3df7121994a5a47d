"""Clients that send slowly, too much or without an end, against gunicorn with the project's configuration and `make run`.

The server has four threads and short time limits; it must go on answering others.
"""

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

from tests import empty_database
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import GUNICORN, ROOT, Service, wait_until

THREADS = 4
LIMITS = {"WEB_THREADS": str(THREADS), "WEB_HEADER_SECONDS": "1", "WEB_BODY_SECONDS": "1"}
HEALTHY = b"GET /healthz/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
POST = b"POST /api/v1/adjudicate/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
FORM = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n"
)
FILE = b"--x\r\nContent-Disposition: form-data; name=f; filename=f\r\n\r\n"

pytestmark = [pytest.mark.slow, pytest.mark.needs("sqlite", "proc")]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("slow")


@contextmanager
def gunicorn(directory: Path) -> Iterator[int]:
    """Run gunicorn during the block; yield its port."""
    port = free_port()
    variables = {
        "DATABASE_URL": f"sqlite:///{directory}/scorekeeper.sqlite3",
        "DATA_DIR": str(directory),
        "TMPDIR": str(directory),
        "SECRET_KEY": "k" * 60,
        "BIND": f"127.0.0.1:{port}",
    }
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(
            GUNICORN, cwd=ROOT, env={**os.environ, **LIMITS, **variables}, stdout=log, stderr=log
        )
    try:
        yield port
    finally:
        process.kill()
        process.wait()


@contextmanager
def whole_service(directory: Path) -> Iterator[int]:
    """Run the service as `make run` does during the block; yield its port."""
    service = Service(directory, variables={**LIMITS, "TMPDIR": str(directory)})
    with service.running():
        yield urlsplit(service.address()).port or 0


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(start, id=name, marks=pytest.mark.xdist_group(f"slow clients of {name}"))
        for name, start in {"gunicorn": gunicorn, "serve": whole_service}.items()
    ],
)
def connect(
    directory: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[[], socket.socket]]:
    """Start a server; yield a function that opens a connection to it, on which nothing takes longer than 15 seconds."""
    own = directory / request.param.__name__
    own.mkdir()
    empty_database.copy_to_file(own / "scorekeeper.sqlite3")
    with request.param(own) as port:

        def connection() -> socket.socket:
            return socket.create_connection(("127.0.0.1", port), timeout=15)

        wait_until(lambda: is_answered(connection))
        yield connection


def is_answered(connect: Callable[[], socket.socket]) -> bool:
    """Return whether somebody else gets an answer."""
    with suppress(OSError), connect() as connection:
        connection.sendall(HEALTHY)
        return connection.recv(1000).startswith(b"HTTP/1.1 200")
    return False


def send_on(connection: socket.socket, piece: bytes, pause: float) -> None:
    """Send this piece again and again until the server ends the connection."""
    with suppress(OSError):
        while True:
            connection.sendall(piece)
            time.sleep(pause)


def received(connection: socket.socket) -> bytes:
    """Return all that the server sends until it ends the connection; raise TimeoutError if it does not."""
    answer = b""
    with suppress(ConnectionResetError):
        while data := connection.recv(65536):
            answer += data
    return answer


ENDLESS = {
    "header": (b"GET / HTTP/1.1\r\nX-Slow: ", b"x"),
    "body": (POST + b"Content-Length: 1000000\r\n\r\n", b" "),
    "chunked body": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "form": (FORM + b"Content-Length: 1000000\r\n\r\n", b"-"),
}
"""The beginning of a request, and a piece to be sent again and again."""


def test_clients_that_send_a_byte_at_a_time_are_disconnected(connect):
    with ExitStack() as stack:
        clients = {}
        for what, (beginning, piece) in [*ENDLESS.items()] * 3:
            client = stack.enter_context(connect())
            clients[client] = what
            client.sendall(beginning)
            Thread(target=send_on, args=(client, piece, 0.1), daemon=True).start()
        assert len(clients) >= 2 * THREADS
        assert is_answered(connect)
        for client, what in clients.items():
            try:
                received(client)
            except TimeoutError:
                pytest.fail(f"a client that sends a {what} is still connected")


@pytest.mark.parametrize(
    ("beginning", "piece", "status"),
    [
        (b"GET / HTTP/1.1\r\n", b"X-Long: " + b"x" * 1000 + b"\r\n", b"431"),
        (b"GET /", b"x" * 1000, b"414"),
        (POST + b"Content-Length: 10000000000\r\n\r\n", b" " * 100_000, b"413"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n" + b" " * 4096 + b"\r\n", b"4"),
        (FORM + b"Content-Length: 10000000000\r\n\r\n" + FILE, b"x" * 100_000, b"400"),
    ],
    ids=["header", "address", "body", "chunked body", "form"],
)
def test_a_request_without_an_end_is_refused(connect, directory, beginning, piece, status):
    with connect() as client:
        client.sendall(beginning)
        Thread(target=send_on, args=(client, piece, 0), daemon=True).start()
        assert client.recv(1000).startswith(b"HTTP/1.1 " + status)
    assert is_answered(connect)
    assert not list(directory.rglob("*.upload*"))  # no file was stored


def test_a_body_that_ends_early_is_not_taken_for_a_whole_one(connect):
    record = b'{"format": "session-record/1", "variant": "big-two"}'
    with connect() as client:
        client.sendall(POST + b"Content-Length: 1000\r\n\r\n" + record)  # and then nothing
        answer = received(client)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b'"unreadable"' in answer
    assert b"ends before" in answer


def test_clients_that_do_not_close_their_end_keep_nobody_waiting(connect):
    with ExitStack() as stack:
        for _ in range(3 * THREADS):
            stack.enter_context(connect()).sendall(b"nonsense\r\n\r\n")
        assert is_answered(connect)
