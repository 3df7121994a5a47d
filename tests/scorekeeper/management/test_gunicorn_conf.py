"""The web server of a large installation, really started: two processes, told to end while it is answering."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.worker_processes import FILE_BROKER, ROOT, database_url

GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:scorekeeper.management.gunicorn_conf", "scorekeeper.wsgi")  # fmt: skip
TOKEN = "for the monitor"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("proc"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]


@contextmanager
def web(directory):
    """Two processes behind one port; what becomes of them."""
    port = free_port()
    told = {
        "DATABASE_URL": database_url(), "DATA_DIR": str(directory), "TMPDIR": str(directory), "CELERY_BROKER_URL": FILE_BROKER,
        "SECRET_KEY": "k" * 60, "METRICS_TOKEN": TOKEN, "BIND": f"127.0.0.1:{port}", "WEB_PROCESSES": "2", "WEB_GRACE": "30",
    }  # fmt: skip
    with (directory / "log").open("wb") as log:
        process = subprocess.Popen(GUNICORN, cwd=ROOT, env={**os.environ, **told}, stdout=log, stderr=log)  # fmt: skip
        try:
            wait_until(lambda: listens(port))
            yield process, port
        finally:
            process.kill()
            process.wait()


def wait_until(reached):
    latest = time.monotonic() + 60
    while not reached():
        assert time.monotonic() < latest
        time.sleep(0.05)


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def processes_of(process):
    return len(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())


def asked(port, path, **headers):
    """What it answers."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def counted_by_process(directory):
    """How many processes have counted requests."""
    return len(list(directory.glob("scorekeeper-counted-*/histogram_*.db")))


def test_each_process_tells_what_all_have_counted_and_the_end_leaves_no_count(tmp_path):
    with web(tmp_path) as (process, port):
        sent = 0
        while counted_by_process(tmp_path) < 2:
            asked(port, "/healthz/")
            sent += 1
        for _ in range(6):
            answer = asked(port, "/metrics/", Authorization=f"Bearer {TOKEN}")
            samples = [sample for family in text_string_to_metric_families(answer) for sample in family.samples]  # fmt: skip
            (alive,) = (
                sample.value for sample in samples
                if sample.name.endswith("duration_seconds_count") and sample.labels["route"] == "alive"
            )  # fmt: skip
            assert alive == sent
        process.terminate()
        assert process.wait(timeout=60) == 0
    assert not list(tmp_path.glob("scorekeeper-counted-*"))


def test_told_to_end_it_answers_what_it_has_and_ends(tmp_path):
    body = b'{"name": "nobody",'
    head = (
        "POST /api/v1/tokens/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    with web(tmp_path) as (process, port), socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(60)
        line.sendall(head.encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 100 Continue")  # it waits for the rest
        process.terminate()
        wait_until(
            lambda: processes_of(process) == 1
        )  # the one that had nothing to answer has ended
        line.sendall(body)
        assert line.recv(1000).startswith(b"HTTP/1.1 400 Bad Request")
        assert process.wait(timeout=60) == 0
