"""Clients that read slowly or not at all, against gunicorn with the project's configuration: others are answered meanwhile."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread
from typing import NamedTuple

import pytest
import requests

from tests import empty_database
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import GUNICORN, ROOT, wait_until
from tests.scorekeeper.sample_hands import SHEET

CLUB = (sys.executable, "-m", "tests.scorekeeper.management.club_of_slow_readers")
READERS, AT_ONCE = 32, 2
SECONDS = 15
"""The time for the answer to somebody else, who would wait for hours behind slow readers."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("sqlite", "proc"),
    pytest.mark.xdist_group("slow readers"),
]


class Web(NamedTuple):
    """A running server with a public club, whose streams take megabytes."""

    port: int
    club: str
    session: str
    token: str

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def streams(self) -> str:
        return f"/api/v1/clubs/{self.club}/hands/"

    def request(self, path: str, *, token: bool) -> bytes:
        who = f"Authorization: Bearer {self.token}\r\n" if token else ""
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{who}\r\n".encode()


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    directory = tmp_path_factory.mktemp("slow-readers")
    port = free_port()
    variables = {
        "DATABASE_URL": f"sqlite:///{directory}/scorekeeper.sqlite3",
        "DATA_DIR": str(directory),
        "SECRET_KEY": "k" * 60,
        "BIND": f"127.0.0.1:{port}",
        "WEB_THREADS": "8",
        "WEB_SEND_SECONDS": "3",
        "THROTTLE_STREAMS": "10000/min",
        "STREAM_LINES_ANONYMOUS": "100000000",
        "STREAM_LINES": "100000000",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }
    environment = {**os.environ, **variables}
    empty_database.copy_to_file(directory / "scorekeeper.sqlite3")
    made = subprocess.run(
        CLUB, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    with (directory / "log").open("wb") as log, running(GUNICORN, environment, log):
        web = Web(port, **json.loads(made.stdout.splitlines()[-1]))
        wait_until(lambda: is_answered(web))
        yield web


@contextmanager
def running(command, environment, log) -> Iterator[None]:
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def is_answered(web: Web) -> bool:
    with suppress(requests.RequestException):
        return requests.get(f"{web.home}/healthz/", timeout=SECONDS).ok
    return False


def connect(web: Web, request: bytes) -> socket.socket:
    """Send a request with a receiving buffer of a few kilobytes; nothing is read yet."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(SECONDS)
    client.connect(("127.0.0.1", web.port))
    client.sendall(request)
    return client


def status_of(client: socket.socket) -> int:
    head = client.recv(1000)
    return int(head.split()[1])


@contextmanager
def slow_readers(web: Web, *requests_: bytes) -> Iterator[list[int]]:
    """Send many of these requests and read a kilobyte a second of each answer; yield the statuses."""
    done = Event()

    def read(clients: list[socket.socket]) -> None:
        while not done.wait(1):
            for client in clients:
                with suppress(OSError):
                    client.recv(1000)

    with ExitStack() as stack:
        clients = [
            stack.enter_context(connect(web, requests_[number % len(requests_)]))
            for number in range(READERS)
        ]
        statuses = [status_of(client) for client in clients]
        Thread(target=read, args=(clients,), daemon=True).start()
        yield statuses
        done.set()


def check_that_others_are_answered(web: Web) -> None:
    """Assert that a probe, a page, a reader of the API and a writer have their answers."""
    for path in (
        "/healthz/",
        "/readyz/",
        f"/clubs/{web.club}/",
        f"/api/v1/clubs/{web.club}/players/",
    ):
        assert requests.get(f"{web.home}{path}", timeout=SECONDS).status_code == 200, path
    written = requests.post(
        f"{web.home}/api/v1/sessions/{web.session}/hands/",
        json=SHEET,
        timeout=SECONDS,
        headers={"Authorization": f"Bearer {web.token}"},
    )
    assert written.status_code == 201, written.text


def test_thirty_two_slow_readers_of_streams_leave_threads_for_all_others(web):
    requests_ = [web.request(web.streams(), token=token) for token in (True, False)]
    with slow_readers(web, *requests_) as statuses:
        assert set(statuses) == {200, 429}
        assert statuses.count(200) == 3  # of eight threads
        refused = requests.get(f"{web.home}{web.streams()}", timeout=SECONDS)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        assert refused.json()["code"] == "throttled"
        check_that_others_are_answered(web)
    wait_until(lambda: streams(web))


def test_thirty_two_slow_readers_with_one_token_are_sent_two_streams(web):
    with slow_readers(web, web.request(web.streams(), token=True)) as statuses:
        assert statuses.count(200) == AT_ONCE
        check_that_others_are_answered(web)
        assert streams(web)  # to somebody else
    wait_until(lambda: streams(web, token=True))


def test_clients_that_read_nothing_of_a_stream_lose_it(web):
    with ExitStack() as stack:
        clients = [
            stack.enter_context(connect(web, web.request(web.streams(), token=True)))
            for _ in range(AT_ONCE)
        ]
        assert [status_of(client) for client in clients] == [200] * AT_ONCE
        check_that_others_are_answered(web)
        wait_until(lambda: streams(web, token=True))
        for client in clients:  # what was sent before can still be read; then the connection ends
            with suppress(ConnectionResetError):
                while client.recv(1_000_000):
                    pass


def test_slow_readers_of_a_large_file_leave_threads_for_all_others(web):
    path = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
    with slow_readers(web, web.request(path, token=False)) as statuses:
        assert set(statuses) <= {200, 429}
        check_that_others_are_answered(web)
    wait_until(lambda: requests.get(f"{web.home}{path}", timeout=SECONDS).ok)


def streams(web: Web, *, token: bool = False) -> bool:
    """Return whether a short stream is sent to its end."""
    headers = {"Authorization": f"Bearer {web.token}"} if token else {}
    answer = requests.get(f"{web.home}{web.streams()}?limit=9", headers=headers, timeout=SECONDS)
    return answer.ok and answer.content.endswith(b"\n")
