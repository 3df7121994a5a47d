"""A worker drops messages that it cannot read, and does its work.  Starting one takes seconds."""

import json
import sys
import uuid

import pytest
from kombu import Connection

from scorekeeper.models import Replay
from scorekeeper.replays import frames as replay_frames
from scorekeeper.tasks import rebuild_stale_replays
from tests.scorekeeper.test_worker import COMPOSE_OPTIONS, sender, stops
from tests.scorekeeper.worker_processes import FILE_BROKER, SOLO_OPTIONS, WorkerSetup

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]

TASK = {"task": "scorekeeper.tasks.forget_old_answers", "id": "5f0c"}
EMPTY = b"[[], {}, {}]"

UNREADABLE = {
    "of an unknown type": (EMPTY, {"content_type": "application/x-unknown", "headers": TASK}),
    "of an unknown type without a task": (EMPTY, {"content_type": "application/x-unknown"}),
    "pickled": (b"\x80\x04N.", {"content_type": "application/x-python-serialize", "headers": TASK}),
    "in an unknown encoding": (EMPTY, {"content_encoding": "klingon", "headers": TASK}),
    "no JSON": (b"{{{", {"headers": TASK}),
    "no text": (b"\xff\xfe", {"headers": TASK}),
    "deep": (b"[" * 100_000, {"headers": TASK}),
    "a number": (b"7", {"headers": TASK}),
    "three numbers": (b"[1, 2, 3]", {"headers": TASK}),
    "three numbers without a task": (b"[1, 2, 3]", {}),
    "of an unknown task": (EMPTY, {"headers": {"task": "no.such.task", "id": "5f0c"}}),
    "of an unknown task without id": (EMPTY, {"headers": {"task": "no.such.task"}}),
    "of a task that is a list": (EMPTY, {"headers": {"task": ["x"], "id": "5f0c"}}),
    "without id": (EMPTY, {"headers": {"task": TASK["task"]}}),
    "with strange limits": (EMPTY, {"headers": {**TASK, "timelimit": "x"}}),
    "with a strange time": (EMPTY, {"headers": {**TASK, "eta": "tomorrow"}}),
    "in a strange compression": (EMPTY, {"headers": {**TASK, "compression": "application/x-gzip"}}),
}
"""Bodies and properties of messages."""

NOT_EVEN_MESSAGES = {
    "text": b"hello",
    "bytes": b"\xff\xfe\x00",
    "a number": b"7",
    "empty": b"{}",
    "without properties": b'{"body": "e30=", "headers": {}}',
    "a body that is not base64": json.dumps(
        {
            "body": "%%%",
            "content-type": "application/json",
            "content-encoding": "utf-8",
            "headers": TASK,
            "properties": {"body_encoding": "base64", "delivery_tag": "1", "delivery_info": {}},
        }
    ).encode(),
    "a body of an unknown encoding": json.dumps(
        {
            "body": "e30=",
            "headers": TASK,
            "properties": {"body_encoding": "klingon", "delivery_tag": "1", "delivery_info": {}},
        }
    ).encode(),
}
"""What something else could have written into the queue of Redis, or into the folder of messages."""


def write_raw(setup: WorkerSetup, broker: Connection, content: bytes) -> None:
    """Write bytes where the broker keeps its messages."""
    if setup.broker == FILE_BROKER:
        folder = setup.directory / "queue" / "messages"
        path = folder / f"{uuid.uuid4()}.{setup.queue}.msg"
        draft = path.with_suffix(".draft")
        draft.write_bytes(content)
        draft.rename(path)
    else:
        broker.channel().client.lpush(setup.queue, content)


def is_empty(setup: WorkerSetup, broker: Connection) -> bool:
    """Return whether no message waits; Redis forgets a queue that is empty."""
    try:
        return not broker.SimpleQueue(setup.queue).qsize()
    except broker.channel_errors:
        return True


def check_that_the_worker_goes_on(setup, hand, *options):
    """Send everything unreadable, then a wake-up; the worker does what that asks for."""
    with setup.worker("worker", *options) as process, sender(setup) as broker:
        setup.wait_until(lambda: not replay_frames.stale().exists())
        setup.wait_until_logged("worker", " ready.")
        Replay.objects.get(hand=hand).delete()
        producer = broker.Producer(routing_key=setup.queue)
        for body, properties in UNREADABLE.values():
            usual = {"content_type": "application/json", "content_encoding": "utf-8"}
            producer.publish(body, **{**usual, **properties})
        if not setup.broker.startswith("amqp"):
            for content in NOT_EVEN_MESSAGES.values():
                write_raw(setup, broker, content)
        rebuild_stale_replays.apply_async(connection=broker, queue=setup.queue)
        setup.wait_until(lambda: not replay_frames.stale().exists())
        # a wake-up from before may have rebuilt the replay while the messages still wait
        setup.wait_until_logged("worker", "could not be read and was dropped")
        setup.wait_until(lambda: is_empty(setup, broker))
        assert process.poll() is None, setup.logs()
        assert stops(process), setup.logs()


def test_a_worker_drops_messages_that_it_cannot_read(broker, tmp_path, hand):
    setup = WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)
    check_that_the_worker_goes_on(setup, hand, *COMPOSE_OPTIONS)


def test_an_embedded_worker_drops_messages_that_it_cannot_read(tmp_path, hand):
    check_that_the_worker_goes_on(WorkerSetup(FILE_BROKER, "celery", tmp_path), hand)


BROKEN_WORKER = """
import sys
from celery.__main__ import main
from celery.worker.consumer import Consumer
from scorekeeper.management import unreadable_messages

def fail(*arguments):
    raise TypeError("a mistake in the program")

{mistake}
unreadable_messages.MOST_IN_A_ROW = 2
sys.exit(main())
"""
MISTAKES = {
    "in the handler of messages": "Consumer.create_task_handler = lambda *arguments: fail",
    "after connecting": "Consumer.create_task_handler = fail",
    "before connecting": "Consumer.connect = fail",
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_worker_with_a_mistake_in_the_program_ends(tmp_path, mistake):
    setup = WorkerSetup(FILE_BROKER, "celery", tmp_path)
    (tmp_path / "queue" / "messages").mkdir(parents=True)
    program = (sys.executable, "-c", BROKEN_WORKER.format(mistake=mistake))
    with sender(setup) as broker:
        for _ in range(3):
            rebuild_stale_replays.apply_async(connection=broker, queue=setup.queue)
    with setup.running(
        "worker", *program, "--app", "scorekeeper", "worker", *SOLO_OPTIONS
    ) as process:
        setup.wait_until(lambda: process.poll() is not None)
    assert process.returncode != 0
    assert "a mistake in the program" in setup.log("worker").read_text()
