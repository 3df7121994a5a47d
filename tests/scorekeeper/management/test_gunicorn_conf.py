"""Gunicorn with two processes: shared metrics and a graceful end.  The tests start the server."""

import os
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.management.web_worker import WebWorker
from tests.scorekeeper.brokers import free_port, listens
from tests.scorekeeper.embedded_service import GUNICORN
from tests.scorekeeper.worker_processes import FILE_BROKER, ROOT, database_url

TOKEN = "for the monitor"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("proc"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]


class LateWorker(WebWorker):
    """A worker that is told to end while it is about to wait for the rest of a request."""

    def handle(self, conn):
        further_use = super().handle(conn)
        time.sleep(1)
        return further_use


@contextmanager
def web(directory, *options):
    """Run two web processes behind one port; yield the main process and the port."""
    port = free_port()
    variables = {
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(directory),
        "TMPDIR": str(directory),
        "CELERY_BROKER_URL": FILE_BROKER,
        "SECRET_KEY": "k" * 60,
        "METRICS_TOKEN": TOKEN,
        "BIND": f"127.0.0.1:{port}",
        "WEB_PROCESSES": "2",
        "WEB_GRACE": "30",
    }
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(
            [*GUNICORN, *options], cwd=ROOT, env={**os.environ, **variables}, stdout=log, stderr=log
        )
        try:
            wait_until(lambda: listens(port))
            yield process, port
        finally:
            process.kill()
            process.wait()


def wait_until(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def processes_of(process):
    return len(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())


def get(port, path, **headers):
    """Return the body of a response."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def counting_processes(directory):
    """Return how many processes have counted requests."""
    return len(list(directory.glob("scorekeeper-counted-*/histogram_*.db")))


def test_each_process_reports_the_requests_of_all(tmp_path):
    with web(tmp_path) as (process, port):
        requests = 0
        while counting_processes(tmp_path) < 2:
            get(port, "/rules/")
            requests += 1
        for _ in range(6):
            answer = get(port, "/metrics/", Authorization=f"Bearer {TOKEN}")
            samples = [
                sample
                for family in text_string_to_metric_families(answer)
                for sample in family.samples
            ]
            (counted,) = (
                sample.value
                for sample in samples
                if sample.name.endswith("duration_seconds_count")
                and sample.labels["route"] == "rulebooks"
            )
            assert counted == requests
        process.terminate()
        assert process.wait(timeout=60) == 0
    assert not list(tmp_path.glob("scorekeeper-counted-*"))


@pytest.mark.parametrize(
    "options", [(), ("--worker-class", f"{__name__}.LateWorker")], ids=["early", "late"]
)
def test_a_terminating_server_answers_open_requests(tmp_path, options):
    body = b'{"name": "nobody",'
    head = (
        "POST /api/v1/tokens/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    with (
        web(tmp_path, *options) as (process, port),
        socket.create_connection(("127.0.0.1", port)) as connection,
    ):
        connection.settimeout(60)
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(
            b"HTTP/1.1 100 Continue"
        )  # the server waits for the body
        process.terminate()
        wait_until(lambda: processes_of(process) == 1)  # the idle process has ended
        connection.sendall(body)
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 Bad Request")
        assert process.wait(timeout=60) == 0
