"""The message that wakes a worker starts the tasks that have work, and no others."""

import pytest
from celery.signals import task_prerun
from django.core.cache import cache
from kombu.exceptions import OperationalError as QueueSilentError

from scorekeeper import erasure, tasks
from scorekeeper.clubs import player_merges
from scorekeeper.exports import files as export_files
from scorekeeper.exports.files import Question
from scorekeeper.models import (
    Adjudication,
    Delivery,
    DeliveryState,
    ExportFormat,
    ExportKind,
    Player,
    PuzzleSearch,
    Season,
    Webhook,
)
from scorekeeper.replays import rebuilds
from scorekeeper.webhooks import subscriptions


@pytest.fixture
def started(monkeypatch):
    """The names of the tasks that were enqueued because they have work."""
    names = []
    for task in tasks.WAITING:
        monkeypatch.setattr(task, "apply_async", lambda task=task, **_: names.append(task.name))
    return names


@pytest.fixture
def everything_waits(ids, people, monkeypatch):
    """A club in which work of every kind but a merge, for which others wait, waits for workers."""
    for module in (erasure, player_merges):
        monkeypatch.setattr(module, "AT_ONCE", -1)  # leave all to workers
    alice = Player.objects.get(pk=ids["players"])
    erasure.erase(alice, confirm=alice.name, by=people.alice)
    season = Season.objects.get(pk=ids["seasons"])
    question = Question(ExportKind.RECORDS, ExportFormat.NDJSON, season)
    export_files.ask(season.club, question, by=people.alice)
    Adjudication.objects.update(solved_for="")
    # left from a time when the session was public
    PuzzleSearch.objects.create(session_id=ids["sessions"], club_id=ids["clubs"], version=1)
    subscriptions.ping(Webhook.objects.get(), by=people.alice)


@pytest.fixture
def finished(everything_waits, monkeypatch):
    """The same club after workers have done it all."""
    # nobody takes the messages of these tests
    monkeypatch.setattr(tasks, "queue_length", lambda: 0)
    Delivery.objects.update(state=DeliveryState.DELIVERED, next_try_at=None)
    for _ in range(3):
        for task in (tasks.rebuild_stale_replays, *tasks.WAITING):
            task()
    cache.clear()


def names_of(tasks):
    return {task.name for task in tasks}


def test_the_message_starts_every_kind_of_work_that_waits(everything_waits, started):
    tasks.rebuild_stale_replays()
    assert set(started) == names_of(tasks.WAITING) - {tasks.apply_merges.name}


def test_the_message_starts_a_merge_and_nothing_that_waits_for_it(
    ids, everything_waits, started, people
):
    erika, bob = Player.objects.get(pk=ids["spare"]), Player.objects.get(name="Bob")
    player_merges.merge(erika, bob, by=people.alice)
    tasks.rebuild_stale_replays()
    assert tasks.apply_merges.name in started
    counting = {tasks.count_standings, tasks.count_statistics, tasks.count_ratings}
    assert not names_of(counting) & set(started)


def test_where_nothing_waits_nothing_is_started(finished, started):
    tasks.rebuild_stale_replays()
    assert not started


def test_a_task_is_started_again_only_when_it_has_begun(everything_waits, started, monkeypatch):
    for _ in range(2):
        tasks.rebuild_stale_replays()
    assert len(started) == len(set(started))
    monkeypatch.setattr(rebuilds, "run_waiting", lambda **_: 0)  # begins, and leaves all its work
    tasks.run_rebuilds.apply(throw=True)
    started.clear()
    tasks.rebuild_stale_replays()
    assert started == [tasks.run_rebuilds.name]


def test_figures_that_change_with_every_hand_are_counted_for_many_hands_together(
    everything_waits, started
):
    tasks.rebuild_stale_replays()
    for task in tasks.SELDOM:
        assert started.count(task.name) == 1
        task_prerun.send(sender=task, task=task)  # has begun, and the next hand is logged
    started.clear()
    tasks.rebuild_stale_replays()
    assert not names_of(tasks.SELDOM) & set(started)


def test_a_broker_that_is_away_fails_no_task(everything_waits, monkeypatch, caplog):
    def refuse(**_):
        raise QueueSilentError("connection refused")

    for task in tasks.WAITING:
        monkeypatch.setattr(task, "apply_async", refuse)
    tasks.rebuild_stale_replays()
    assert "work waits for the scheduled tasks" in caplog.text


@pytest.mark.parametrize("task", tasks.WAITING, ids=lambda task: task.name)
def test_beat_sends_every_task_that_has_work(task, settings):
    assert task.name in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
