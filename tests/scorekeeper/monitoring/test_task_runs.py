"""How tasks end is noted where every process reads it, and the gauges show it."""

from datetime import timedelta

import pytest
from celery import current_app
from django.core.cache import cache
from django.db import OperationalError
from django.test import override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper import tasks
from scorekeeper.accounts import mail
from scorekeeper.hands import recording
from scorekeeper.models import FiguresChange, Recount, Rerating, TaskRun, Unsealed
from scorekeeper.monitoring import task_runs, waiting
from scorekeeper.monitoring.task_runs import TaskRunName
from scorekeeper.replays import frames
from scorekeeper.statistics import recount as statistics_recount
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.sample_rows import create_waiting_import

pytestmark = pytest.mark.django_db

TOKEN = "for the monitor"
COUNTING = "scorekeeper.tasks.count_statistics"


@pytest.fixture(autouse=True)
def nothing_noted(monkeypatch):
    """Start as a new process with an empty cache."""
    monkeypatch.setattr(task_runs, "_noted", {})
    cache.clear()


@pytest.fixture
def samples(client):
    """Return a function that reads all samples, by name and label."""

    def read() -> dict[tuple[str, str], float]:
        with override_settings(METRICS_TOKEN=TOKEN):
            answer = client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"})
        families = text_string_to_metric_families(answer.content.decode())
        found = [sample for family in families for sample in family.samples]
        return {(each.name, "".join(each.labels.values())): each.value for each in found}

    return read


def test_a_task_that_dies_moves_a_gauge_and_its_success_another(samples, monkeypatch):
    def die(**_: object) -> int:
        raise OverflowError("date value out of range")

    with monkeypatch.context() as patch:
        patch.setattr(statistics_recount, "refresh_waiting", die)
        for _ in range(3):
            tasks.count_statistics.apply()
    dead = samples()
    assert dead["scorekeeper_task_failures_total", COUNTING] == 3
    assert ("scorekeeper_task_succeeded_seconds", COUNTING) not in dead
    assert TaskRun.objects.get(pk=COUNTING).error == "OverflowError"
    tasks.count_statistics.apply()
    alive = samples()
    assert alive["scorekeeper_task_failures_total", COUNTING] == 3
    assert alive["scorekeeper_task_succeeded_seconds", COUNTING] > 0
    assert alive["scorekeeper_task_interval_seconds", COUNTING] == 20


def test_mail_that_its_server_refuses_is_counted(samples, people, monkeypatch, settings):
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(mail, "send_mail", refuse)
    people.alice.email = "alice@example.org"
    people.alice.save()
    mail.mail_resets.apply(([str(people.alice.pk)], "https://scores.example", "en"))
    name = "scorekeeper.letters.mail_resets"
    assert samples()["scorekeeper_task_retries_total", name] == 5
    assert samples()["scorekeeper_task_failures_total", name] == 1
    assert TaskRun.objects.get(pk=name).error == "ConnectionRefusedError"


def test_the_last_message_of_beat_is_shown(samples):
    before = samples()
    task_runs.note_success(TaskRunName.BEAT)
    after = samples()
    assert ("scorekeeper_beat_seconds", "") not in before
    assert abs(after["scorekeeper_beat_seconds", ""] - timezone.now().timestamp()) < 60
    assert ("scorekeeper_task_succeeded_seconds", "beat") not in after


def test_a_process_notes_successes_at_most_every_few_seconds(django_assert_num_queries):
    task_runs.note_success("one")
    with django_assert_num_queries(0):
        task_runs.note_success("one")


def test_a_database_that_is_away_costs_the_note_and_not_the_task(monkeypatch, caplog):
    def away(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(TaskRun.objects, "filter", away)
    assert tasks.forget_old_answers.apply().get() == 0
    assert "was not noted" in caplog.text


def test_every_scheduled_task_exists():
    assert task_runs.intervals().keys() <= current_app.tasks.keys()


def test_the_oldest_item_of_each_kind_shows_how_long_it_has_waited(
    samples, session, hand, club, people
):
    recording.record_hand(session, SHEET, by=people.carol)
    row = create_waiting_import(club, by=people.carol)
    type(row).objects.update(at=timezone.now() - timedelta(hours=1))
    ages = waiting.seconds_by_kind()
    assert ages["imports"] > 3599
    assert ages["rebuilds"] == ages["merges"] == 0
    now = timezone.now()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(waiting.timezone, "now", lambda: now + timedelta(minutes=30))
        later = waiting.seconds_by_kind()
    assert {kind for kind, age in later.items() if age > 1790} >= {
        "imports",
        "replays",
        "ratings",
        "journals",
    }
    frames.rebuild_stale(stop=lambda: False)
    for queue in (Recount, Rerating, FiguresChange, Unsealed):
        queue.objects.all().delete()
    type(row).objects.all().delete()
    assert set(waiting.seconds_by_kind().values()) == {0}
    assert samples()["scorekeeper_oldest_waiting_seconds", "replays"] == 0


def test_asking_what_waits_takes_few_queries(hand, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        waiting.seconds_by_kind()
