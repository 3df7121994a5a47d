"""An item at which processes end is noted by the next process, and set aside after some of them."""

import os
import signal
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from scorekeeper import set_aside, tasks
from scorekeeper.clubs import memberships
from scorekeeper.models import ErasureStep, Session, WorkFailure
from scorekeeper.sessions import erasure_pieces
from scorekeeper.set_aside import Item, WorkKind
from tests.scorekeeper.poisoned_rows import erase_words, scorer_of
from tests.scorekeeper.season_scorer import WON_BY_ALICE
from tests.scorekeeper.test_worker import sender
from tests.scorekeeper.worker_processes import WorkerSetup


@pytest.fixture(autouse=True)
def _work_folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(set_aside, "_mark", None)


def item(number=1):
    return Item(WorkKind.REPLAY, uuid.UUID(int=number), uuid.UUID(int=7), "version", "part")


def killed_in(work: Callable[[], object]) -> None:
    """Carry out a task in another process, which is killed where ``work`` calls `die`."""
    child = os.fork()
    if not child:
        with suppress(BaseException):
            set_aside.begin_task()
            work()
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def killed_at(*items: Item) -> None:
    def work() -> None:
        with set_aside._marked(items):
            die()

    killed_in(work)


@pytest.mark.django_db
def test_an_item_at_which_processes_end_is_noted_and_set_aside():
    waits = []
    for _ in range(set_aside.MOST_DEATHS):
        killed_at(item())
        set_aside.begin_task()
        set_aside.begin_task()  # each death is noted once
        row = WorkFailure.objects.get()
        waits.append(row.next_try_at and row.next_try_at - row.last_at)
    assert (row.kind, row.row, row.club_id) == (item().kind, item().row, item().club)
    assert (row.version, row.part, row.tries) == ("version", "part", set_aside.MOST_DEATHS)
    assert row.error == "ProcessEndedError: the process ended while working on it"
    assert waits[-1] is None
    assert waits[0] < waits[1]


@pytest.mark.django_db
def test_what_a_living_process_works_on_is_not_noted():
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        set_aside.begin_task()
        with set_aside._marked([item()]):
            os.write(writing, b".")
            signal.pause()
        os._exit(1)
    os.read(reading, 1)
    set_aside.begin_task()
    assert not WorkFailure.objects.exists()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    set_aside.begin_task()
    assert WorkFailure.objects.exists()


@pytest.mark.django_db
def test_after_a_process_ended_at_many_items_each_is_worked_on_alone():
    set_aside.begin_task()
    calls = []
    killed_at(item(1), item(2))
    set_aside.begin_task()
    assert not WorkFailure.objects.exists()  # it may be either
    assert set_aside.together_or_alone([item(1), item(2)], calls.append) == []
    assert calls == [[item(1)], [item(2)]]
    careful = set_aside._mark.path.parent / "careful"
    os.utime(careful, (0, time.time() - set_aside.CAREFUL_FOR))
    set_aside.together_or_alone([item(1), item(2)], calls.append)
    assert calls[2:] == [[item(1), item(2)]]


@pytest.mark.django_db
def test_the_file_names_the_innermost_item_and_none_between_two():
    set_aside.begin_task()
    with set_aside.Noting(item(1)):
        assert str(item(1).row) in set_aside._mark.path.read_text()
        with set_aside.Noting(item(2)):
            pass
        assert str(item(1).row) in set_aside._mark.path.read_text()
    assert set_aside._mark.path.read_text().splitlines()[0] == ""


@pytest.mark.django_db
@pytest.mark.parametrize("line", ["", "[[", '[["of another release", "", "", "", ""]]\n', "[1]"])
def test_a_file_that_says_nothing_is_deleted(tmp_path, line):
    (tmp_path / "work").mkdir()
    path = tmp_path / "work" / "1-2"
    path.write_text(line)
    set_aside.begin_task()
    assert not path.exists()
    assert not WorkFailure.objects.exists()


@pytest.mark.django_db
def test_a_folder_that_cannot_be_written_to_costs_the_note_only(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.DATA_DIR = tmp_path / "file"
    set_aside.begin_task()
    assert set_aside.attempt(item(), lambda: "done") == "done"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("worker")
@pytest.mark.skipif(
    connection.vendor == "sqlite", reason="a lock on one row keeps all others waiting"
)
def test_a_worker_whose_processes_are_killed_at_a_session_does_the_others(broker, people, tmp_path):
    """The first session waits for a lock that a test holds, and the process is killed at it, again and again."""
    for number in (1, 2):
        club, _ = memberships.found_club(
            f"Club {number}", by=people.alice, id=uuid.UUID(int=number)
        )
        scorer = scorer_of(club)
        scorer.session(WON_BY_ALICE)
        erase_words(scorer)
    first, second = erasure_pieces.waiting().order_by("pk").values_list("pk", flat=True)
    setup = WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)
    lock = connection.copy()
    lock.set_autocommit(False)
    try:
        with lock.cursor() as cursor:
            cursor.execute(
                "SELECT id FROM scorekeeper_erasurestep WHERE session_id = %s FOR UPDATE", [first]
            )
        with setup.worker("worker", "--concurrency", "1"), sender(setup) as link:
            for death in range(1, set_aside.MOST_DEATHS + 1):
                WorkFailure.objects.update(next_try_at=timezone.now())
                tasks.finish_erasures.apply_async(connection=link, queue=setup.queue)
                pid = wait_for_process_at(setup, first)
                os.kill(pid, signal.SIGKILL)
                release_lock_of_dead_process()
                tasks.seal_journals.apply_async(connection=link, queue=setup.queue)
                setup.wait_until(lambda death=death: WorkFailure.objects.filter(tries=death))
            assert WorkFailure.objects.get().next_try_at is None
            tasks.finish_erasures.apply_async(connection=link, queue=setup.queue)
            setup.wait_until(lambda: not ErasureStep.objects.filter(session=second).exists())
        assert ErasureStep.objects.get().session_id == first
    finally:
        lock.rollback()
        lock.close()
    assert Session.objects.filter(pk=first).exists()


def waiting_for_a_lock() -> list[int]:
    """Return the connections to the test's database that wait for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return [pid for (pid,) in cursor.fetchall()]


def release_lock_of_dead_process() -> None:
    """End its connection: PostgreSQL waits, with all locks that it has, for the one that the test holds."""
    with connection.cursor() as cursor:
        for pid in waiting_for_a_lock():
            cursor.execute("SELECT pg_terminate_backend(%s, 60000)", [pid])


def wait_for_process_at(setup: WorkerSetup, session: uuid.UUID) -> int:
    """Return the process that works on a session, once there is one and it waits for the lock."""
    marks: list[int] = []

    def is_marked() -> bool:
        for path in (setup.directory / "work").glob("[0-9]*"):
            with suppress(FileNotFoundError):
                pid = int(path.name.partition("-")[0])
                is_alive = Path(f"/proc/{pid}").exists()
                if is_alive and str(session) in path.read_text().partition("\n")[0]:
                    marks[:] = [pid]
        return bool(marks and waiting_for_a_lock())

    setup.wait_until(is_marked)
    return marks[0]
