"""A Celery worker, started as in an installation, carries out wake-ups and stops gracefully.  Starting it takes seconds."""

import signal
import uuid
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from kombu import Connection

from scorekeeper.models import Replay
from scorekeeper.replays import frames as replay_frames
from scorekeeper.tasks import rebuild_stale_replays
from tests.scorekeeper.copied_hands import copy_hands
from tests.scorekeeper.worker_processes import FILE_BROKER, ROOT, WorkerSetup

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
COMPOSE_OPTIONS = tuple(COMPOSE["services"]["worker"]["command"][4:])
HANDS = 1500  # hands, which take a worker seconds

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]


@pytest.fixture
def setup(broker, tmp_path):
    """A separate queue on each kind of broker."""
    return WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)


@pytest.fixture
def embedded_setup(tmp_path):
    """The queue of an embedded service."""
    return WorkerSetup(FILE_BROKER, "celery", tmp_path)


def sender(setup: WorkerSetup) -> Connection:
    """Return a connection to the broker of this worker."""
    if setup.broker != FILE_BROKER:
        return Connection(setup.broker)
    folders = {
        "data_folder_in": "messages",
        "data_folder_out": "messages",
        "control_folder": "bindings",
    }
    queue: Path = setup.directory / "queue"
    return Connection(
        FILE_BROKER, transport_options={key: str(queue / folder) for key, folder in folders.items()}
    )


def all_current() -> bool:
    return not replay_frames.stale().exists()


def stops(process) -> bool:
    """Terminate the process and return whether it ends without an error."""
    process.terminate()
    return process.wait(timeout=180) == 0


def check_wake_up(setup, hand, *options):
    """The worker builds stale replays at its start, and after a wake-up."""
    with setup.worker("worker", *options) as process:
        setup.wait_until(all_current)
        Replay.objects.get(hand=hand).delete()
        with sender(setup) as broker:
            rebuild_stale_replays.apply_async(connection=broker, queue=setup.queue)
        setup.wait_until(all_current)
        assert stops(process), setup.logs()


def check_stop(setup, hand, *options):
    """A worker that is stopped finishes its batch and no more."""
    copy_hands([hand], HANDS)
    with setup.worker("worker", *options) as process:
        setup.wait_until(Replay.objects.exists)
        assert stops(process), setup.logs()
    assert not all_current()


def test_a_worker_builds_stale_replays_at_its_start_and_when_woken(setup, hand):
    check_wake_up(setup, hand, *COMPOSE_OPTIONS)


def test_an_embedded_worker_builds_stale_replays_at_its_start_and_when_woken(embedded_setup, hand):
    check_wake_up(embedded_setup, hand)


def test_a_stopped_worker_finishes_only_its_batch(setup, hand):
    check_stop(setup, hand, *COMPOSE_OPTIONS)


def test_a_stopped_embedded_worker_finishes_only_its_batch(embedded_setup, hand):
    check_stop(embedded_setup, hand)


def test_worker_and_beat_stop_while_their_broker_is_down(setup, broker, db):
    with ExitStack() as stack:
        worker = stack.enter_context(setup.worker("worker", *COMPOSE_OPTIONS))
        clock = stack.enter_context(setup.clock())
        setup.wait_until_logged("worker", " ready.")
        setup.wait_until_logged("clock", "beat: Starting")
        broker.end(signal.SIGKILL)
        try:
            setup.wait_until_logged("worker", "Trying again")
            assert stops(clock), setup.logs()
            assert stops(worker), setup.logs()
        finally:
            broker.start()
