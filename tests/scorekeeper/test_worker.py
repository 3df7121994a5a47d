"""A real worker, started as an installation starts it, carries out wake-ups and leaves in peace.  Starting it takes seconds."""

import signal
import subprocess
import sys
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
COMPOSED = tuple(COMPOSE["services"]["worker"]["command"][4:])
QUITE_SOME = 1500  # hands, which take a worker seconds

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]


@pytest.fixture
def workshop(broker, tmp_path):
    """A queue of our own on each kind of broker."""
    return WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)


@pytest.fixture
def workshop_of_files(tmp_path):
    """The queue of an embedded service."""
    return WorkerSetup(FILE_BROKER, "celery", tmp_path)


def sender(workshop: WorkerSetup) -> Connection:
    """Where a wake-up is sent so that this worker finds it."""
    if workshop.broker != FILE_BROKER:
        return Connection(workshop.broker)
    places = {"data_folder_in": "messages", "data_folder_out": "messages", "control_folder": "bindings"}  # fmt: skip
    queue: Path = workshop.directory / "queue"
    return Connection(FILE_BROKER, transport_options={key: str(queue / place) for key, place in places.items()})  # fmt: skip


def all_current() -> bool:
    return not replay_frames.stale().exists()


def leaves(process) -> bool:
    """Told to, it does, and with nothing to complain of."""
    process.terminate()
    return process.wait(timeout=180) == 0


def check_that_it_is_woken(workshop, hand, *options):
    """What was left is built at the start, and what is found at a wake-up then."""
    with workshop.worker("worker", *options) as process:
        workshop.wait_until(all_current)
        Replay.objects.get(hand=hand).delete()
        with sender(workshop) as broker:
            rebuild_stale_replays.apply_async(connection=broker, queue=workshop.queue)
        workshop.wait_until(all_current)
        assert leaves(process), workshop.logs()


def check_that_it_leaves_work(workshop, hand, *options):
    """A worker that is at it when it is told to leave keeps the piece it is at, and no more."""
    copy_hands([hand], QUITE_SOME)
    with workshop.worker("worker", *options) as process:
        workshop.wait_until(Replay.objects.exists)
        assert leaves(process), workshop.logs()
    assert not all_current()


def test_a_worker_builds_what_was_left_and_what_it_is_woken_for(workshop, hand):
    check_that_it_is_woken(workshop, hand, *COMPOSED)


def test_a_worker_on_files_builds_what_was_left_and_what_it_is_woken_for(workshop_of_files, hand):
    check_that_it_is_woken(workshop_of_files, hand)


def test_told_to_leave_a_worker_ends_with_the_piece_it_is_at(workshop, hand):
    check_that_it_leaves_work(workshop, hand, *COMPOSED)


def test_told_to_leave_a_worker_on_files_ends_with_the_piece_it_is_at(workshop_of_files, hand):
    check_that_it_leaves_work(workshop_of_files, hand)


def test_worker_and_clock_leave_while_their_broker_is_away(workshop, broker, db):
    with ExitStack() as stack:
        worker = stack.enter_context(workshop.worker("worker", *COMPOSED))
        clock = stack.enter_context(workshop.clock())
        workshop.wait_until_logged("worker", " ready.")
        workshop.wait_until_logged("clock", "beat: Starting")
        broker.end(signal.SIGKILL)
        try:
            workshop.wait_until_logged("worker", "Trying again")
            assert leaves(clock), workshop.logs()
            assert leaves(worker), workshop.logs()
        finally:
            broker.start()


def test_a_worker_does_not_look_for_garbage_in_what_is_loaded():
    program = """
import gc, scorekeeper.celery
from celery.signals import worker_process_init, worker_ready
for signal in (worker_process_init, worker_ready):
    gc.unfreeze()
    signal.send(None)
    assert gc.get_freeze_count() > 10_000 and gc.get_threshold()[0] > 10_000
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
