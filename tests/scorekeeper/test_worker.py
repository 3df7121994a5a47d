"""A real worker, started as an installation starts it, carries out a wake-up.  Starting it takes seconds."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml
from django.db import connection
from kombu import Connection

from scorekeeper import replays
from scorekeeper.models import Replay
from scorekeeper.tasks import rebuild_stale_replays

ROOT = Path(__file__).resolve().parents[2]
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
    "Redis": tuple(
        yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["worker"]["command"][
            1:
        ]
    ),
}
REDIS = os.environ.get("REDIS_URL", "")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("worker")]


def database_url() -> str:
    """The tests' database, as the worker is told of it."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    user, password = quote(known["USER"] or ""), quote(known["PASSWORD"] or "")
    return f"postgres://{user}:{password}@{known['HOST']}:{known['PORT'] or 5432}/{known['NAME']}"


@contextmanager
def worker(queue: str, directory: Path) -> Iterator[Path]:
    """A worker on the tests' database; what it says goes into a file."""
    broker = REDIS if queue == "Redis" else "filesystem://localhost"
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(directory),
        "CELERY_BROKER_URL": broker,
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
    if queue == "Redis":
        return Connection(REDIS)
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


@pytest.mark.parametrize(
    "queue",
    [
        "queue of files",
        pytest.param(
            "Redis",
            marks=pytest.mark.skipif(
                not REDIS, reason="a worker on Redis: set REDIS_URL=redis://host"
            ),
        ),
    ],
)
def test_a_worker_builds_what_was_left_and_what_it_is_woken_for(queue, hand, people, tmp_path):
    with sender(queue, tmp_path) as broker, worker(queue, tmp_path) as log:
        wait_until_current(log)
        Replay.objects.get(hand=hand).delete()
        rebuild_stale_replays.apply_async(connection=broker)
        wait_until_current(log)
    state, frames = replays.frames_of(hand, people.dan)
    assert state == replays.State.CURRENT
    assert frames is not None
