"""Wake-up messages are throttled, and the last one is never lost."""

import pytest

from scorekeeper import tasks


@pytest.fixture
def wake_ups(monkeypatch):
    """The wake-ups that were sent, by a throttle whose delay never ends by itself."""
    monkeypatch.setattr(tasks, "THROTTLE_SECONDS", 3600.0)
    return []


@pytest.fixture
def throttle(wake_ups):
    throttle = tasks.WakeUpThrottle(lambda: wake_ups.append(1))
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
    monkeypatch.setattr(tasks, "THROTTLE_SECONDS", 3600.0)
    attempts = []

    def send():
        attempts.append(1)
        if len(attempts) > 1:
            raise OSError("connection refused")

    throttle = tasks.WakeUpThrottle(send)
    throttle.send()
    throttle.send()
    end_delay(throttle)
    assert "connection refused" in caplog.text
