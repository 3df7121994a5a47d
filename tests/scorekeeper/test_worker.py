"""A real worker, started as an installation starts it, carries out a wake-up.  Starting it takes seconds."""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from kombu import Connection

from scorekeeper import replays
from scorekeeper.models import Replay
from scorekeeper.tasks import rebuild_stale_replays
from tests.scorekeeper.workers import database_url

ROOT = Path(__file__).resolve().parents[2]
COMPOSED = tuple(
    yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["worker"]["command"][1:]
)
COMMANDS = {
    "queue of files": (
        "--quiet",
        "--app",
        "scorekeeper",
        "worker",
        "--pool",
        "solo",
        "--without-mingle",
    ),
    "Redis": COMPOSED,
    "RabbitMQ": COMPOSED,
}
BROKERS = {
    "Redis": os.environ.get("REDIS_URL", ""),
    "RabbitMQ": os.environ.get("RABBITMQ_URL", ""),
}

QUEUE = f"test-{uuid.uuid4().hex}"  # others may use the same broker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("worker")]


@contextmanager
def worker(queue: str, directory: Path) -> Iterator[Path]:
    """A worker on the tests' database; what it says goes into a file."""
    broker = BROKERS.get(queue, "filesystem://localhost")
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(directory),
        "CELERY_BROKER_URL": broker,
        "QUEUE": QUEUE,
        "SECRET_KEY": "k" * 60,
    }
    log = directory / "log"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [sys.executable, "-m", "celery", *COMMANDS[queue]],
            cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT,
        ) as process,
    ):  # fmt: skip
        try:
            yield log
            process.terminate()
            assert process.wait(timeout=30) == 0, log.read_text()
        finally:
            process.kill()


def sender(queue: str, directory: Path) -> Connection:
    """Where a wake-up is sent so that this worker finds it."""
    if queue in BROKERS:
        return Connection(BROKERS[queue])
    messages, bindings = directory / "queue" / "messages", directory / "queue" / "bindings"
    for folder in (messages, bindings):
        folder.mkdir(parents=True)
    places = {"data_folder_in": messages, "data_folder_out": messages, "control_folder": bindings}
    return Connection(
        "filesystem://localhost",
        transport_options={name: str(folder) for name, folder in places.items()},
    )


def wait_until_current(log: Path) -> None:
    latest = time.monotonic() + 60
    while replays.stale().exists():
        assert time.monotonic() < latest, log.read_text()
        time.sleep(0.1)


@pytest.mark.parametrize("queue", COMMANDS)
def test_a_worker_builds_what_was_left_and_what_it_is_woken_for(queue, hand, people, tmp_path):
    if not BROKERS.get(queue, "none is needed"):
        pytest.skip(f"a worker on {queue}: set {queue.upper()}_URL")
    with sender(queue, tmp_path) as broker, worker(queue, tmp_path) as log:
        wait_until_current(log)
        Replay.objects.get(hand=hand).delete()
        rebuild_stale_replays.apply_async(connection=broker, queue=QUEUE)
        wait_until_current(log)
        broker.default_channel.queue_delete(QUEUE)
    state, frames = replays.frames_of(hand, people.dan)
    assert state == replays.State.CURRENT
    assert frames is not None
