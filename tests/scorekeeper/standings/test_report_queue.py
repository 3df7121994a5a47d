"""Reports that readers wait for give way to all other work, on every kind of broker, and outlive their workers."""

import os
import re
import signal
import socket
import time
import uuid
from contextlib import AbstractContextManager, suppress
from dataclasses import replace

import pytest
import requests
from celery import current_app
from django.db import connection

from scorekeeper import tasks
from scorekeeper.models import ScopeStanding, Season, Visibility
from scorekeeper.standings import progress, recount, season_count, season_reports
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.totals import TotalLine
from tests.scorekeeper.brokers import free_port
from tests.scorekeeper.management.test_gunicorn_conf import GUNICORN
from tests.scorekeeper.season_scorer import WON_BY_ALICE
from tests.scorekeeper.test_worker import sender
from tests.scorekeeper.worker_processes import FILE_BROKER, WorkerSetup

REPORTS, OTHERS = 60, 10
EVENTS = ("Winter", "Summer", "Autumn")
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


class Reader:
    """Somebody without an account who asks a running service for early tables of events in a long season."""

    def __init__(self, season: Season) -> None:
        self.port = free_port()
        self.path = f"seasons/{season.pk}/standings/?as_of=2026-03-01&event="

    def web(self, setup: WorkerSetup) -> AbstractContextManager[object]:
        named = replace(
            setup,
            variables={
                "BIND": f"127.0.0.1:{self.port}",
                "ALLOWED_HOSTS": "127.0.0.1",
                "HTTPS": "no",
            },
        )
        return named.running("web", *GUNICORN)

    def is_answered(self, event: str) -> bool:
        """Ask, and return whether the table was counted; the answer comes at once, whatever the broker does."""
        answer = requests.get(f"http://127.0.0.1:{self.port}/api/v1/{self.path}{event}", timeout=20)
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["current"])


@pytest.fixture
def long_season(season, keeper):
    """A public season of some events whose lines say that it is too long for a reader to count."""
    for event in EVENTS:
        for day in range(1, 4):
            keeper.session(WON_BY_ALICE, played_on=f"2026-03-0{day}", event=event)
    for row in (season.club, season):
        type(row).objects.filter(pk=row.pk).update(visibility=Visibility.PUBLIC)
    season.sessions.update(visibility=Visibility.PUBLIC)
    recount.refresh(season)
    place = TotalLine._fields.index("sessions")
    for row in ScopeStanding.objects.filter(scope__count=season.pk, scope__event=""):
        line = [*row.line[:place], 1_000, *row.line[place + 1 :]]
        ScopeStanding.objects.filter(pk=row.pk).update(line=line)
    return season


@pytest.mark.slow
@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.xdist_group("worker")
def test_a_question_is_answered_after_all_when_the_broker_is_killed_while_it_waits(
    broker, long_season, tmp_path
):
    setup = WorkerSetup(broker.url, f"test-{uuid.uuid4().hex}", tmp_path)
    reader = Reader(long_season)
    with reader.web(setup):
        setup.wait_until(lambda: is_listening(reader.port))
        assert not reader.is_answered(EVENTS[0])  # nobody works: the question waits
        broker.end(signal.SIGKILL)
        try:
            assert not reader.is_answered(EVENTS[0])
            assert not reader.is_answered(EVENTS[1])  # could not be sent
            with setup.worker("worker", "--concurrency", "1"):
                setup.wait_until_logged("worker", "Trying again")
                broker.start()
                for event in EVENTS[:2]:
                    setup.wait_until(lambda event=event: reader.is_answered(event), seconds=90)
                # again, while a worker waits for messages
                reader.is_answered(EVENTS[2])
                broker.end(signal.SIGKILL)
                broker.start()
                setup.wait_until(lambda: reader.is_answered(EVENTS[2]), seconds=90)
        finally:
            broker.close()
            broker.start()


def is_listening(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def test_a_worker_without_options_takes_from_both_queues():
    main = current_app.conf.task_default_queue
    assert {*current_app.amqp.queues.consume_from} == {main, f"{main}-reports"}
    route = current_app.amqp.router.route({}, tasks.count_report.name)
    assert route["queue"].name == f"{main}-reports"


@pytest.fixture
def shared_cache(settings, tmp_path):
    """A cache that processes share."""
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(tmp_path),
        }
    }


@pytest.fixture
def asked(season, monkeypatch):
    monkeypatch.setattr(season_reports, "MOST_SESSIONS", 0)
    return progress.daily_standings(season_count.read(season), Scope())


def count(report):
    return tasks.count_report(str(report.season.pk), report.kind, report.question)


@pytest.mark.django_db
def test_a_report_whose_worker_was_killed_is_counted_soon_by_another(
    asked, shared_cache, monkeypatch
):
    monkeypatch.setattr(tasks, "LEASE_SECONDS", 2)
    key = tasks.report_key(
        "counted", {"season": str(asked.season.pk), "kind": asked.kind, "question": asked.question}
    )
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

    monkeypatch.setitem(tasks.REPORTS, "course/2", replace(progress.COURSE, count=count_slowly))
    assert count(asked)
    assert counts == [False]
