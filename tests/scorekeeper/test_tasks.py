"""Wake-ups are sent in bundles, and the last of them is never lost."""

import pytest

from scorekeeper import tasks


@pytest.fixture
def sent(monkeypatch):
    """What was sent by a bundle with a moment that does not end by itself."""
    monkeypatch.setattr(tasks, "MOMENT", 3600.0)
    return []


@pytest.fixture
def bundle(sent):
    found = tasks.Bundle(lambda: sent.append(1))
    yield found
    if found.waiting is not None:
        found.waiting.cancel()


def end_of_the_moment(bundle):
    timer = bundle.waiting
    timer.cancel()
    timer.function()


def test_the_first_wake_up_is_sent_at_once(bundle, sent):
    bundle()
    assert sent == [1]
    assert bundle.waiting is None


def test_what_follows_is_one_wake_up_at_the_end_of_the_moment(bundle, sent):
    for _ in range(5):
        bundle()
    assert sent == [1]
    end_of_the_moment(bundle)
    assert sent == [1, 1]
    assert bundle.waiting is None


def test_whoever_comes_after_it_waits_for_the_next(bundle, sent):
    for _ in range(2):
        bundle()
    end_of_the_moment(bundle)
    bundle()
    assert sent == [1, 1]
    end_of_the_moment(bundle)
    assert sent == [1, 1, 1]


def test_a_queue_that_is_silent_at_the_end_of_the_moment_is_told_in_the_log(monkeypatch, caplog):
    monkeypatch.setattr(tasks, "MOMENT", 3600.0)
    heard = []

    def send():
        heard.append(1)
        if len(heard) > 1:
            raise OSError("connection refused")

    bundle = tasks.Bundle(send)
    bundle()
    bundle()
    end_of_the_moment(bundle)
    assert "connection refused" in caplog.text
