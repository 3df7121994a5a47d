"""Four workers build thousands of replays while two of them are killed and the broker goes away.

They are real processes on a real broker, which takes a while: REPLAYS says how many replays (2000).
"""

import os
import time
import uuid
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from django.db import connection, transaction
from kombu import Connection

from scorekeeper import adjudicating, rebuilding, recording, replays
from scorekeeper.models import Adjudication, Hand, HandRevision, Rebuild, Replay
from tests.scorekeeper.cables import Cable
from tests.scorekeeper.conftest import CLEAN, ILLEGAL, SHEET
from tests.scorekeeper.workers import Workshop

N = int(os.environ.get("REPLAYS") or 2000)
BROKERS = {"Redis": "REDIS_URL", "RabbitMQ": "RABBITMQ_URL"}

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("worker")]

LOGGED = """
CREATE TABLE built (hand uuid, frames text);
CREATE FUNCTION note_built() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO built VALUES (NEW.hand_id, md5(NEW.frames)); RETURN NULL; END $$;
CREATE TRIGGER note_built AFTER INSERT OR UPDATE ON scorekeeper_replay
  FOR EACH ROW EXECUTE FUNCTION note_built();
"""


@pytest.fixture
def many(session, people):
    """Many hands without replays, copies of three; the frames that each is to have."""
    kinds = [
        recording.record_hand(session, sheet, by=people.carol)[0]
        for sheet in (CLEAN, ILLEGAL, SHEET)
    ]
    wanted = {hand.pk: adjudicating.judge_kept(hand).frames() for hand in kinds}
    with transaction.atomic():
        for kind in kinds:
            copies = [_copied(kind) for _ in range((N - len(kinds)) // len(kinds))]
            _place(copies, after=Hand.objects.count())
            heads = [_copied(kind.head, hand=copy, position=copy.position) for copy in copies]
            for copy, head in zip(copies, heads, strict=True):
                copy.head = head
            Hand.objects.bulk_create(copies)
            HandRevision.objects.bulk_create(heads)
            Adjudication.objects.bulk_create(
                _copied(kind.adjudication, hand=hand) for hand in copies
            )
            wanted |= dict.fromkeys((copy.pk for copy in copies), wanted[kind.pk])
    return wanted


def _copied(row, **changed):
    """Another row like this one."""
    values = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields}
    key = {} if "hand" in values and row._meta.pk.name == "hand" else {"pk": uuid.uuid4()}
    values.pop("id", None)
    return type(row)(**{**values, **key, **changed})


def _place(copies, *, after):
    for position, copy in enumerate(copies, after + 1):
        copy.position = position


@pytest.fixture
def noted():
    """Every writing of a replay is noted, as long as it is kept."""
    with connection.cursor() as cursor:
        cursor.execute(LOGGED)
        yield
        cursor.execute(
            "DROP TRIGGER note_built ON scorekeeper_replay; DROP FUNCTION note_built; DROP TABLE built"
        )


def wait_until(reached, workshop, *, seconds):
    """Wait, not longer than that."""
    latest = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < latest, workshop.logs()
        time.sleep(0.2)


def builds():
    """How often a replay was written, how many were, and how many results there were."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), count(DISTINCT hand), count(DISTINCT (hand, frames)) FROM built"
        )
        return cursor.fetchone()


@pytest.fixture(params=BROKERS)
def broker(request):
    """A broker behind a cable that can be cut, and a queue of our own."""
    url = os.environ.get(BROKERS[request.param], "")
    if not url:
        pytest.skip(f"workers on {request.param}: set {BROKERS[request.param]}")
    parts, queue = urlsplit(url), f"test-{uuid.uuid4().hex}"
    cable = Cable(parts.hostname, parts.port or {"redis": 6379}.get(parts.scheme, 5672))
    login = parts.netloc.rpartition("@")[0]
    place = f"{login}@127.0.0.1:{cable.port}" if login else f"127.0.0.1:{cable.port}"
    yield parts._replace(netloc=place).geturl(), queue, cable
    cable.close()
    with Connection(url) as direct, direct.channel() as channel:
        channel.queue_delete(queue)
        channel.exchange_delete(queue)


@pytest.mark.postgresql
def test_killed_and_cut_off_they_build_every_replay_once(
    broker, many, noted, club, people, tmp_path
):
    url, queue, cable = broker
    workshop = Workshop(url, queue, tmp_path)
    row = rebuilding.ask(club, by=people.bob)
    with ExitStack() as stack:
        started = [stack.enter_context(workshop.worker(f"worker-{number}")) for number in range(4)]
        schedule = str(tmp_path / "schedule")
        stack.enter_context(workshop.running("clock", "beat", "--schedule", schedule))
        for number, killed in enumerate(started[:2], 1):
            wait_until(
                lambda part=number: builds()[0] > N * part // 5, workshop, seconds=60 + N / 20
            )
            killed.kill()
        cable.cut()
        time.sleep(3)
        cable.mend()
        wait_until(lambda: not replays.stale().exists(), workshop, seconds=60 + N / 20)
        wait_until(lambda: Rebuild.objects.get(pk=row.pk).done_at, workshop, seconds=60)
        assert [process.poll() for process in started[2:]] == [None, None], workshop.logs()
    assert builds() == (len(many), len(many), len(many))
    assert all(
        frames == many[hand] for hand, frames in Replay.objects.values_list("hand", "frames")
    )


def test_on_files_one_worker_is_killed_and_the_next_goes_on(many, club, people, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("on the embedded default only")
    workshop = Workshop("filesystem://localhost", "celery", tmp_path)
    row = rebuilding.ask(club, by=people.bob)
    with workshop.worker("first") as process:
        wait_until(lambda: Replay.objects.count() > N // 5, workshop, seconds=60 + N / 20)
        process.kill()
    with workshop.worker("second") as process:
        wait_until(lambda: Rebuild.objects.get(pk=row.pk).done_at, workshop, seconds=60 + N / 20)
        process.terminate()
        assert process.wait(timeout=60) == 0, workshop.logs()
    assert dict(Replay.objects.values_list("hand", "frames")) == many
