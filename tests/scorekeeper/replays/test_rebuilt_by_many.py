"""Workers build thousands of replays while some of them are killed and their broker is killed and forgets everything.

They are real processes on brokers of their own, which takes a while: REPLAYS says how many replays (2000; 20,000 where
CI is set).
"""

import os
import signal
import uuid
from contextlib import ExitStack

import pytest
from django.db import connection

from scorekeeper.adjudication import judging
from scorekeeper.hands import recording
from scorekeeper.models import Rebuild, Replay
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays import rebuilds as replay_rebuilds
from tests.prerequisites import IN_CI
from tests.scorekeeper.copied_hands import copy_hands
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET
from tests.scorekeeper.worker_processes import FILE_BROKER, SERVE, WorkerSetup

N = int(os.environ.get("REPLAYS") or (20_000 if IN_CI else 2000))
LATEST = 180 + N / 50  # seconds, on a busy machine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]

NOTING = {
    "postgresql": """
CREATE FUNCTION note_built() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO built VALUES (NEW.hand_id, md5(NEW.frames)); RETURN NULL; END $$;
CREATE TRIGGER note_built AFTER INSERT OR UPDATE ON scorekeeper_replay FOR EACH ROW EXECUTE FUNCTION note_built();
""",
    "sqlite": """
CREATE TRIGGER note_built AFTER INSERT ON scorekeeper_replay BEGIN INSERT INTO built VALUES (NEW.hand_id, ''); END;
CREATE TRIGGER note_rebuilt AFTER UPDATE ON scorekeeper_replay BEGIN INSERT INTO built VALUES (NEW.hand_id, ''); END;
""",
}
FORGETTING = {
    "postgresql": "DROP TRIGGER note_built ON scorekeeper_replay; DROP FUNCTION note_built; DROP TABLE built",
    "sqlite": "DROP TRIGGER note_built; DROP TRIGGER note_rebuilt; DROP TABLE built",
}


@pytest.fixture
def many(session, people):
    """Many hands without replays, copies of three; the frames that each is to have."""
    kinds = [
        recording.record_hand(session, sheet, by=people.carol).hand
        for sheet in (CLEAN, ILLEGAL, SHEET)
    ]
    frames = {hand.pk: judging.judge_stored(hand).compressed_frames() for hand in kinds}
    copies = copy_hands(kinds, N // len(kinds))
    return frames | {copy: frames[kind] for copy, kind in copies.items()}


@pytest.fixture
def noted():
    """Every writing of a replay is noted, as long as it is kept."""
    _run("CREATE TABLE built (hand uuid, frames text);" + NOTING[connection.vendor])
    yield
    _run(FORGETTING[connection.vendor])


def _run(script):
    """Some statements at once."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.connection.executescript(script)
        else:
            cursor.execute(script)


def written():
    """How often a replay was written, and kept."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM built")
        return cursor.fetchone()[0]


def writings():
    """How often a replay was written, how many were, and how many results there were."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT hand) FROM built")
        times, hands = cursor.fetchone()
        cursor.execute("SELECT count(*) FROM (SELECT DISTINCT hand, frames FROM built) results")
        return times, hands, cursor.fetchone()[0]


@pytest.mark.postgresql
def test_killed_and_their_broker_restarted_they_build_every_replay_once(
    broker, many, noted, club, people, tmp_path
):
    workshop = WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    with ExitStack() as stack:
        workers = [stack.enter_context(workshop.worker(f"worker-{number}")) for number in range(4)]
        stack.enter_context(workshop.clock())
        workshop.wait_until(lambda: written() > N // 5, seconds=LATEST)
        workers[0].kill()
        broker.end(signal.SIGTERM)
        broker.start()
        workshop.wait_until(lambda: written() > 2 * N // 5, seconds=LATEST)
        workers[1].kill()
        workshop.wait_until(lambda: written() > 3 * N // 5, seconds=LATEST)
        broker.end(signal.SIGKILL)
        broker.forget()
        broker.start()
        workshop.wait_until(lambda: Rebuild.objects.get(pk=row.pk).done_at, seconds=LATEST)
        assert [process.poll() for process in workers[2:]] == [None, None], workshop.logs()
    assert not replay_frames.stale().exists()
    assert writings() == (len(many), len(many), len(many))
    assert dict(Replay.objects.values_list("hand", "frames")) == many


@pytest.mark.needs("sqlite")
def test_on_files_the_one_worker_is_killed_and_the_service_starts_the_next(
    many, noted, club, people, tmp_path
):
    workshop = WorkerSetup(FILE_BROKER, "celery", tmp_path, {"PORT": "0", "DEMO": "no"})
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    with workshop.running("service", *SERVE) as service:
        for part in (1, 2):
            workshop.wait_until(lambda part=part: written() > N * part // 5, seconds=LATEST)
            (worker,) = workshop.processes("worker")
            os.kill(worker, signal.SIGKILL)
        workshop.wait_until(lambda: Rebuild.objects.get(pk=row.pk).done_at, seconds=LATEST)
        service.terminate()
        assert service.wait(timeout=180) == 0, workshop.logs()
    assert not replay_frames.stale().exists()
    assert writings()[:2] == (len(many), len(many))
    assert dict(Replay.objects.values_list("hand", "frames")) == many
