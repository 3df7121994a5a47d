"""Reports that readers wait for give way to all other work, on every kind of broker, and outlive their workers."""

import os
import re
import signal
import time
import uuid
from dataclasses import replace

import pytest
from celery import current_app
from django.db import connection

from scorekeeper import tasks
from scorekeeper.models import SeasonReport
from scorekeeper.standings import progress, season_count, season_reports
from scorekeeper.standings.scope import Scope
from tests.scorekeeper.season_scorer import WON_BY_ALICE
from tests.scorekeeper.test_worker import sender
from tests.scorekeeper.worker_processes import FILE_BROKER, WorkerSetup

REPORTS, OTHERS = 60, 10
COUNTED = re.compile(r"tasks\.count_report\[\S+\] succeeded in \S+ True")


@pytest.fixture
def season(keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-01", event="Cup")
    return keeper.season


def check_that_reports_give_way(setup, season):
    """A worker that is at a backlog of reports does other work first as soon as there is some."""

    def log() -> str:
        return setup.log("worker").read_text()

    with sender(setup) as broker:
        for number in range(REPORTS):
            ask(setup, broker, season, f"Cup {number}")
        with setup.worker("worker"):
            setup.wait_until(lambda: COUNTED.search(log()))
            others = [
                tasks.rebuild_stale_replays.apply_async(connection=broker, queue=setup.queue).id
                for _ in range(OTHERS)
            ]
            before = len(COUNTED.findall(log()))
            setup.wait_until(lambda: len(COUNTED.findall(log())) == REPORTS)
    assert before < REPORTS / 2, "The reports were counted too fast to tell."
    last = max(log().index(f"[{pk}] succeeded") for pk in others)
    counted = len(COUNTED.findall(log()[:last]))
    assert counted - before <= OTHERS / 2, log()  # some may end while the others are being sent


def ask(setup, broker, season, event):
    """Send a reader's question about one event of a season."""
    asked = {
        "season": str(season.pk),
        "kind": progress.COURSE.name,
        "question": {"scope": {"event": event}},
    }
    tasks.count_report.apply_async(
        kwargs=asked, connection=broker, queue=f"{setup.queue}-reports", retry=False
    )


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("worker")
def test_other_work_comes_before_a_backlog_of_reports(broker, season, tmp_path):
    queue = f"test-{uuid.uuid4().hex}"
    check_that_reports_give_way(WorkerSetup(broker.url, queue, tmp_path), season)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("worker")
def test_other_work_comes_before_a_backlog_of_reports_in_an_embedded_service(season, tmp_path):
    for folder in ("messages", "bindings"):
        (tmp_path / "queue" / folder).mkdir(parents=True)
    check_that_reports_give_way(WorkerSetup(FILE_BROKER, "celery", tmp_path), season)


def test_a_worker_without_options_takes_from_both_queues():
    main = current_app.conf.task_default_queue
    assert {*current_app.amqp.queues.consume_from} == {main, f"{main}-reports"}
    route = current_app.amqp.router.route({}, tasks.count_report.name)
    assert route["queue"].name == f"{main}-reports"


@pytest.fixture
def shared_cache(settings, tmp_path):
    """A cache that processes share."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(tmp_path)}}  # fmt: skip


@pytest.fixture
def asked(season, monkeypatch):
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    return progress.daily_standings(season_count.read(season), Scope())


def count(report):
    return tasks.count_report(str(report.season.pk), report.kind, report.question)


@pytest.mark.django_db
def test_a_report_whose_worker_was_killed_is_counted_soon_by_another(asked, shared_cache, monkeypatch):  # fmt: skip
    monkeypatch.setattr(tasks, "LEASE_SECONDS", 2)
    key = tasks._report_key("counted", {"season": str(asked.season.pk), "kind": asked.kind, "question": asked.question})  # fmt: skip
    reading, writing = os.pipe()
    worker = os.fork()
    if not worker:
        with tasks._lease(key):
            os.write(writing, b"counts")
            signal.pause()
        os._exit(1)
    os.read(reading, 6)
    assert not count(asked)
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)
    latest = time.monotonic() + 60
    while not count(asked):
        assert time.monotonic() < latest
        time.sleep(0.1)
    connection.ensure_connection()


@pytest.mark.django_db
def test_a_count_that_takes_long_is_not_begun_again_meanwhile(asked, shared_cache, monkeypatch):
    monkeypatch.setattr(tasks, "LEASE_SECONDS", 0.6)
    counts = []

    def count_slowly(*args):
        time.sleep(1.2)  # twice the lease
        counts.append(count(asked))
        return progress.COURSE.count(*args)

    monkeypatch.setitem(tasks.REPORTS, "course", replace(progress.COURSE, count=count_slowly))
    assert count(asked)
    assert counts == [False]
