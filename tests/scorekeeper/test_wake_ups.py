"""A write of each face wakes the workers once; wake-up messages are throttled, and the last one is never lost."""

from io import StringIO

import pytest
from celery import Task
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorekeeper import tasks, workers
from scorekeeper.exports import club_archive
from tests.scorekeeper.sample_hands import SHEET


@pytest.fixture
def wake_ups(monkeypatch):
    """The wake-ups that were sent, by a throttle whose delay never ends by itself."""
    monkeypatch.setattr(workers, "THROTTLE_SECONDS", 3600.0)
    return []


@pytest.fixture
def throttle(wake_ups):
    throttle = workers.WakeUpThrottle(lambda: wake_ups.append(1))
    yield throttle
    if throttle.timer is not None:
        throttle.timer.cancel()


def end_delay(throttle):
    timer = throttle.timer
    timer.cancel()
    timer.function()


def test_the_first_wake_up_is_sent_immediately(throttle, wake_ups):
    throttle.send()
    assert wake_ups == [1]
    assert throttle.timer is None


def test_further_wake_ups_are_sent_as_one_after_the_delay(throttle, wake_ups):
    for _ in range(5):
        throttle.send()
    assert wake_ups == [1]
    end_delay(throttle)
    assert wake_ups == [1, 1]
    assert throttle.timer is None


def test_a_wake_up_after_the_delay_waits_for_the_next(throttle, wake_ups):
    for _ in range(2):
        throttle.send()
    end_delay(throttle)
    throttle.send()
    assert wake_ups == [1, 1]
    end_delay(throttle)
    assert wake_ups == [1, 1, 1]


def test_an_unreachable_queue_after_the_delay_is_logged(monkeypatch, caplog):
    monkeypatch.setattr(workers, "THROTTLE_SECONDS", 3600.0)
    attempts = []

    def send():
        attempts.append(1)
        if len(attempts) > 1:
            raise OSError("connection refused")

    throttle = workers.WakeUpThrottle(send)
    throttle.send()
    throttle.send()
    end_delay(throttle)
    assert "connection refused" in caplog.text


@pytest.fixture
def sent(monkeypatch):
    """The names of the tasks that were sent to workers."""
    names = []
    monkeypatch.setattr(Task, "apply_async", lambda task, *_, **__: names.append(task.name))
    return names


@pytest.fixture
def write(carol, root, session, people, tmp_path):
    """Return a function that writes something by a face."""

    def log_a_hand():
        path = f"/api/v1/sessions/{session.pk}/hands/"
        assert carol.post(path, SHEET, format="json").status_code == 201

    def show_a_session():
        visitor = Client()
        visitor.force_login(people.alice)
        path = f"/sessions/{session.pk}/visibility/"
        assert visitor.post(path, {"visibility": "public"}).status_code == 302

    def change_a_session():
        no_rows = {
            f"{rows}-{key}_FORMS": 0
            for rows in ("seats", "revisions")
            for key in ("TOTAL", "INITIAL")
        }
        path = reverse("admin:scorekeeper_session_change", args=[session.pk])
        assert root.post(path, {"visibility": "public", **no_rows}).status_code == 302

    def import_a_club():
        archive = tmp_path / "club.zip"
        archive.write_bytes(b"".join(club_archive.build_archive(session.club, by=people.alice)))
        call_command("import_club", str(archive), "--owner", "alice", stdout=StringIO())

    faces = {
        "API": log_a_hand,
        "page": show_a_session,
        "admin": change_a_session,
        "command": import_a_club,
    }
    return lambda face: faces[face]()


@pytest.mark.parametrize("face", ["API", "page", "admin", "command"])
def test_a_write_sends_one_message(face, write, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        write(face)
    assert sent == [tasks.rebuild_stale_replays.name]
