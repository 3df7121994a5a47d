"""The import worker: large files are imported completely and once, even if workers are killed."""

import json
import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper import tasks
from scorekeeper.clubs import memberships
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import (
    AuditEntry,
    Hand,
    Import,
    ImportState,
    Player,
    Session,
)
from tests.scorekeeper.conftest import ROOT
from tests.scorekeeper.import_files import (
    NAMES,
    create_import,
    ndjson,
    ndjson_of_sessions,
    never_stop,
    outcomes,
    record,
    upload,
)
from tests.scorekeeper.threads import run_in_threads
from tests.scorekeeper.worker_processes import database_url


def test_a_large_file_waits_for_a_worker(carol, club, settings):
    settings.IMPORT_AT_ONCE = 100
    answer = upload(carol, club, ndjson_of_sessions(3), "application/x-ndjson")
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    assert not Session.objects.exists()
    import_worker.process_waiting_imports(stop=never_stop)
    current = carol.get(f"/api/v1/imports/{answer.json()['id']}/").json()
    assert (current["state"], current["lines"], current["done"]) == ("done", 3, 3)
    assert Session.objects.count() == 3


def test_a_slow_request_leaves_the_rest_to_a_worker(carol, club, settings):
    settings.IMPORT_PATIENCE = 0
    answer = upload(carol, club, ndjson_of_sessions(3), "application/x-ndjson")
    body = answer.json()
    assert (answer.status_code, body["state"], body["done"], body["lines"]) == (
        202,
        "waiting",
        1,
        3,
    )
    import_worker.process_waiting_imports(stop=never_stop)
    assert Session.objects.count() == 3


def test_the_task_may_run_twice(club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(2))
    assert [tasks.run_waiting_imports() for _ in range(2)] == [1, 0]
    assert outcomes(row) == ["new", "new"]


def test_a_stopped_worker_leaves_the_rest_to_the_next(club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(3))
    import_worker.process_waiting_imports(stop=iter([False, True, True]).__next__)
    row.refresh_from_db()
    assert (row.state, row.done, Session.objects.count()) == ("waiting", 1, 1)
    import_worker.process_waiting_imports(stop=never_stop)
    row.refresh_from_db()
    assert (row.state, outcomes(row)) == ("done", ["new"] * 3)


def test_a_cancelled_import_stores_nothing_more(carol, club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(3))
    import_worker.process_waiting_imports(stop=iter([False, True, True]).__next__)
    url = f"/api/v1/imports/{row.pk}/cancellation/"
    assert [carol.post(url).json()["state"] for _ in range(2)] == ["cancelled", "cancelled"]
    import_worker.process_waiting_imports(stop=never_stop)
    assert Session.objects.count() == 1
    assert AuditEntry.objects.filter(act="import cancelled").count() == 1


def test_a_finished_import_cannot_be_cancelled(carol, club):
    import_id = upload(carol, club, ndjson(record()), "application/x-ndjson").json()["id"]
    answer = carol.post(f"/api/v1/imports/{import_id}/cancellation/")
    assert (answer.status_code, answer.json()["code"]) == (409, "import-over")


def test_a_waiting_import_of_a_former_member_is_cancelled(club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(2))
    memberships.leave(club, people.carol, by=people.alice)
    import_worker.process_waiting_imports(stop=never_stop)
    row.refresh_from_db()
    assert (row.state, Session.objects.count()) == ("cancelled", 0)


def test_the_names_of_a_file_are_not_stored_in_the_import(club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(1), names={"Alice": None})
    import_worker.process_waiting_imports(stop=never_stop)
    row.refresh_from_db()
    assert (row.source, row.names) == ("", {})
    assert not any(name in json.dumps(row.report.get().details) for name in NAMES)


def test_a_running_import_is_taken_over_only_after_its_lease(club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(1))
    running = Import.objects.filter(pk=row.pk)
    running.update(state=ImportState.RUNNING, worked_on_at=timezone.now())
    assert import_worker.process_waiting_imports(stop=never_stop) == 0
    running.update(worked_on_at=timezone.now() - import_worker.LEASE - timedelta(seconds=1))
    assert import_worker.process_waiting_imports(stop=never_stop) == 1
    assert outcomes(row) == ["new"]


def test_a_worker_that_lost_its_import_stores_nothing(club, people):
    row = create_import(club, people.carol, ndjson_of_sessions(3))
    Import.objects.filter(pk=row.pk).update(state=ImportState.RUNNING, worked_on_at=timezone.now())
    lost = Import.objects.get(pk=row.pk)
    Import.objects.filter(pk=row.pk).update(worked_on_at=timezone.now() + timedelta(seconds=1))
    import_worker.process(lost, stop=never_stop)
    row.refresh_from_db()
    assert (row.state, row.done, Session.objects.count()) == ("running", 0, 0)


WORKER = """
import os, signal, sys
import django
django.setup()
from django.db import connection
from scorekeeper.imports import worker

worker.BATCH_HANDS = 6  # two sessions of these files
left = int(sys.argv[1])

def die(execute, sql, params, many, context):
    global left
    left -= not sql.startswith("SELECT")
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)

with connection.execute_wrapper(die):
    worker.process_waiting_imports(stop=lambda: False)
"""


@pytest.fixture
def worker_killed_at(tmp_path):
    """Return a function that runs a worker process which is killed before its n-th writing statement."""
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DATA_DIR": str(tmp_path),
        "SECRET_KEY": "k" * 60,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }

    def run(statement):
        command = [sys.executable, "-c", WORKER, str(statement)]
        process = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert process.returncode == -signal.SIGKILL, process.stderr

    return run


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.parametrize("statement", [2, 10, 25])
def test_an_import_killed_half_way_is_resumed_without_doubles(
    club, people, worker_killed_at, statement
):
    row = create_import(club, people.carol, ndjson_of_sessions(3))
    worker_killed_at(statement)
    row.refresh_from_db()
    assert row.report.count() == row.done == Session.objects.count() < 3
    assert row.state in import_worker.OPEN_IMPORT_STATES
    Import.objects.filter(state=ImportState.RUNNING).update(
        worked_on_at=timezone.now() - 2 * import_worker.LEASE
    )
    import_worker.process_waiting_imports(stop=never_stop)
    row.refresh_from_db()
    assert (row.state, outcomes(row)) == ("done", ["new"] * 3)
    assert (Session.objects.count(), Hand.objects.count(), Player.objects.count()) == (3, 6, 4)


@pytest.mark.django_db(transaction=True)
def test_parallel_workers_import_each_record_once(club, people):
    rows = [create_import(club, people.carol, ndjson_of_sessions(4)) for _ in range(2)]
    run_in_threads(lambda _: import_worker.process_waiting_imports(stop=never_stop))
    import_worker.process_waiting_imports(stop=never_stop)
    assert sorted(outcomes(rows[0]) + outcomes(rows[1])) == ["known"] * 4 + ["new"] * 4
    assert (Session.objects.count(), Hand.objects.count(), Player.objects.count()) == (4, 8, 4)
    assert set(Import.objects.values_list("state", flat=True)) == {"done"}
