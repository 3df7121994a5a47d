"""Workers build every replay although some of them and their broker are killed and the broker loses its messages.

The workers are processes with their own broker, so these tests are slow. The variable REPLAYS sets the number of
replays (by default 800).
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
from tests.scorekeeper.copied_hands import copy_hands
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET
from tests.scorekeeper.worker_processes import FILE_BROKER, SERVE, WorkerSetup

N = int(os.environ.get("REPLAYS", "800"))
TIMEOUT = 180 + N / 50  # seconds, on a busy machine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("worker"),
]

LOG_WRITES = {
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
STOP_LOGGING = {
    "postgresql": "DROP TRIGGER note_built ON scorekeeper_replay; DROP FUNCTION note_built; DROP TABLE built",
    "sqlite": "DROP TRIGGER note_built; DROP TRIGGER note_rebuilt; DROP TABLE built",
}


@pytest.fixture
def frames_by_hand(session, people):
    """Many hands without replays, copies of three, with the frames that each replay must have."""
    kinds = [
        recording.record_hand(session, record, by=people.carol).hand
        for record in (CLEAN, ILLEGAL, SHEET)
    ]
    frames = {hand.pk: judging.judge_stored(hand).compressed_frames() for hand in kinds}
    copies = copy_hands(kinds, N // len(kinds))
    return frames | {copy: frames[kind] for copy, kind in copies.items()}


@pytest.fixture
def logged_writes():
    """Log every committed write of a replay in the table ``built``."""
    _run("CREATE TABLE built (hand uuid, frames text);" + LOG_WRITES[connection.vendor])
    yield
    _run(STOP_LOGGING[connection.vendor])


def _run(script):
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.connection.executescript(script)
        else:
            cursor.execute(script)


def count_writes():
    """Return how often a replay was written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM built")
        return cursor.fetchone()[0]


def write_counts():
    """Return the number of writes, of hands written and of different results."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT hand) FROM built")
        times, hands = cursor.fetchone()
        cursor.execute("SELECT count(*) FROM (SELECT DISTINCT hand, frames FROM built) results")
        return times, hands, cursor.fetchone()[0]


@pytest.mark.postgresql
def test_killed_workers_and_a_restarted_broker_build_every_replay_once(
    broker, frames_by_hand, logged_writes, club, people, tmp_path
):
    setup = WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    with ExitStack() as stack:
        workers = [stack.enter_context(setup.worker(f"worker-{number}")) for number in range(4)]
        stack.enter_context(setup.clock())
        setup.wait_until(lambda: count_writes() > N // 5, seconds=TIMEOUT)
        workers[0].kill()
        broker.end(signal.SIGTERM)
        broker.start()
        setup.wait_until(lambda: count_writes() > 2 * N // 5, seconds=TIMEOUT)
        workers[1].kill()
        setup.wait_until(lambda: count_writes() > 3 * N // 5, seconds=TIMEOUT)
        broker.end(signal.SIGKILL)
        broker.forget()
        broker.start()
        setup.wait_until(lambda: Rebuild.objects.get(pk=row.pk).done_at, seconds=TIMEOUT)
        assert [process.poll() for process in workers[2:]] == [None, None], setup.logs()
    assert not replay_frames.stale().exists()
    assert write_counts() == (len(frames_by_hand), len(frames_by_hand), len(frames_by_hand))
    assert dict(Replay.objects.values_list("hand", "frames")) == frames_by_hand


@pytest.mark.needs("sqlite")
def test_the_embedded_service_restarts_its_killed_worker(
    frames_by_hand, logged_writes, club, people, tmp_path
):
    setup = WorkerSetup(FILE_BROKER, "celery", tmp_path, {"PORT": "0", "DEMO": "no"})
    row = replay_rebuilds.request_rebuild(club, by=people.bob)
    with setup.running("service", *SERVE) as service:
        for part in (1, 2):
            setup.wait_until(lambda part=part: count_writes() > N * part // 5, seconds=TIMEOUT)
            setup.wait_until(lambda: setup.processes("worker"), seconds=TIMEOUT)
            (worker,) = setup.processes("worker")
            os.kill(worker, signal.SIGKILL)
        setup.wait_until(lambda: Rebuild.objects.get(pk=row.pk).done_at, seconds=TIMEOUT)
        service.terminate()
        assert service.wait(timeout=180) == 0, setup.logs()
    assert not replay_frames.stale().exists()
    assert write_counts()[:2] == (len(frames_by_hand), len(frames_by_hand))
    assert dict(Replay.objects.values_list("hand", "frames")) == frames_by_hand
