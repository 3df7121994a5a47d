"""Wake-ups are throttled, and the last of them is never lost."""

import pytest

from scorekeeper import tasks


@pytest.fixture
def sent(monkeypatch):
    """What was sent by a throttle with a moment that does not end by itself."""
    monkeypatch.setattr(tasks, "THROTTLE_SECONDS", 3600.0)
    return []


@pytest.fixture
def throttle(sent):
    throttle = tasks.WakeUpThrottle(lambda: sent.append(1))
    yield throttle
    if throttle.timer is not None:
        throttle.timer.cancel()


def end_of_the_moment(throttle):
    timer = throttle.timer
    timer.cancel()
    timer.function()


def test_the_first_wake_up_is_sent_at_once(throttle, sent):
    throttle.send()
    assert sent == [1]
    assert throttle.timer is None


def test_what_follows_is_one_wake_up_at_the_end_of_the_moment(throttle, sent):
    for _ in range(5):
        throttle.send()
    assert sent == [1]
    end_of_the_moment(throttle)
    assert sent == [1, 1]
    assert throttle.timer is None


def test_whoever_comes_after_it_waits_for_the_next(throttle, sent):
    for _ in range(2):
        throttle.send()
    end_of_the_moment(throttle)
    throttle.send()
    assert sent == [1, 1]
    end_of_the_moment(throttle)
    assert sent == [1, 1, 1]


def test_a_queue_that_is_silent_at_the_end_of_the_moment_is_told_in_the_log(monkeypatch, caplog):
    monkeypatch.setattr(tasks, "THROTTLE_SECONDS", 3600.0)
    heard = []

    def send():
        heard.append(1)
        if len(heard) > 1:
            raise OSError("connection refused")

    throttle = tasks.WakeUpThrottle(send)
    throttle.send()
    throttle.send()
    end_of_the_moment(throttle)
    assert "connection refused" in caplog.text
