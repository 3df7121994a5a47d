"""HAProxy with docs/haproxy.cfg in front of real web servers, whose broker is silent.  The tests start them all."""

import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event

import pytest
import yaml

from tests import empty_database
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.embedded_service import ROOT, wait_until

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CONFIGURATION = (ROOT / "docs" / "haproxy.cfg").read_text()
CLIENTS = 6

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("haproxy"),
    pytest.mark.needs("sqlite"),
    pytest.mark.xdist_group("worker"),
]


@pytest.fixture
def silent_broker() -> Iterator[str]:
    """The address of a broker that accepts connections and never answers, so that /readyz/ takes seconds."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=512)) as listener:
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"


@dataclass
class Program:
    """A running program and the file to which it writes."""

    process: subprocess.Popen[bytes]
    output: Path
    port: int


@contextmanager
def running(directory: Path, port: int, *command: str, **variables: str) -> Iterator[Program]:
    """Run a program during the block, and kill it after that."""
    output = directory / f"{port}.log"
    with output.open("ab") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **variables}, stdout=log, stderr=log
        )
    try:
        yield Program(process, output, port)
    finally:
        process.kill()
        process.wait()


def web_server(directory: Path, broker: str, port: int) -> AbstractContextManager[Program]:
    """Start a web server with the command of docker-compose.yml; it answers after some seconds."""
    command = (sys.executable, "-m", *COMPOSE["services"]["web"]["command"])
    variables = {
        "DATABASE_URL": f"sqlite:///{directory}/scorekeeper.sqlite3",
        "DATA_DIR": str(directory),
        "LOG_FORMAT": "json",
        "SECRET_KEY": "k" * 60,
        "CELERY_BROKER_URL": broker,
        "BIND": f"127.0.0.1:{port}",
        "WEB_PROCESSES": "1",
        "WEB_GRACE": "30",
    }
    return running(directory, port, *command, **variables)


@contextmanager
def balancer(directory: Path, *ports: int) -> Iterator[Program]:
    """Run HAProxy in front of web servers on these ports, with its checks twenty times as often as in production."""
    port = free_port()
    text = CONFIGURATION
    for ours, tests in (
        ("bind :8000", f"bind 127.0.0.1:{port}"),
        (
            "server-template web- 8 web:8000",
            "\n    ".join(f"server web-{port} 127.0.0.1:{port}" for port in ports),
        ),
        (" inter 2s ", " inter 100ms "),
    ):
        assert ours in text
        text = text.replace(ours, tests)
    configuration = directory / "haproxy.cfg"
    configuration.write_text(text)
    with running(directory, port, "haproxy", "-db", "-f", str(configuration)) as program:
        wait_until(lambda: status(port, "GET", "/healthz/") == 200)
        yield program


def health_check(port: int) -> list[str]:
    """Return the health check of the load balancer in docker-compose.yml, for another port."""
    _, *command = COMPOSE["services"]["entrance"]["healthcheck"]["test"]
    return [word.replace("8000", str(port)) for word in command]


def status(port: int, method: str, path: str) -> int:
    """Return the status of a response; 0 if there was none."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        try:
            connection.request(method, path, b"{}", {"Content-Type": "application/json"})
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0


@contextmanager
def load(port: int) -> Iterator[Counter[int]]:
    """Send reads and writes from several clients at once during the block; count the statuses of the responses."""
    statuses: Counter[int] = Counter()
    is_over = Event()

    def send(method: str, path: str) -> None:
        while not is_over.is_set():
            statuses[status(port, method, path)] += 1

    requests = [("GET", "/rules/"), ("POST", "/api/v1/tokens/")] * (CLIENTS // 2)
    with ThreadPoolExecutor(CLIENTS) as pool:
        clients = [pool.submit(send, *request) for request in requests]
        try:
            yield statuses
        finally:
            is_over.set()
    for client in clients:
        client.result()


def test_no_request_fails_while_readiness_is_slow_one_server_starts_and_another_stops(
    tmp_path, silent_broker
):
    empty_database.copy_to_file(tmp_path / "scorekeeper.sqlite3")
    with ExitStack() as programs:
        ports = free_port(), free_port()
        servers = [
            programs.enter_context(web_server(tmp_path, silent_broker, port)) for port in ports
        ]
        entrance = programs.enter_context(balancer(tmp_path, *ports))
        assert subprocess.run(health_check(entrance.port), check=False).returncode == 0
        with load(entrance.port) as statuses:
            wait_until(
                lambda: all('"path":"/rules/"' in server.output.read_text() for server in servers)
            )
            servers[0].process.terminate()
            assert servers[0].process.wait(timeout=60) == 0
            total = statuses.total()
            wait_until(lambda: statuses.total() > total + 100)
    assert (
        subprocess.run(
            health_check(entrance.port), check=False, stderr=subprocess.DEVNULL
        ).returncode
        == 1
    )
    assert set(statuses) <= {200, 422, 429}, entrance.output.read_text()
