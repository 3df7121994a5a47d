"""So many lines of streams a minute are sent to whoever asks."""

import pytest
from django.core.cache import cache

from scorekeeper.monitoring import line_budget
from scorekeeper.monitoring.askers import Asker

STRANGER, ACCOUNT = (
    Asker("address:192.0.2.1", has_account=False),
    Asker("account:1", has_account=True),
)


@pytest.fixture
def clock(monkeypatch, settings):
    """A clock that stands still, at which lines are counted."""
    settings.STREAM_LINES_A_MINUTE = {"account": 600, "anonymous": 60}
    cache.clear()

    def set_to(seconds):
        monkeypatch.setattr(line_budget.time, "time", lambda: 1_800_000_000 + seconds)

    set_to(0)
    yield set_to
    cache.clear()


def test_a_stream_may_begin_until_a_minutes_lines_were_sent(clock):
    assert line_budget.seconds_to_wait(STRANGER) == 0
    line_budget.spend(STRANGER, 59)
    assert line_budget.seconds_to_wait(STRANGER) == 0
    line_budget.spend(STRANGER, 31)
    assert line_budget.seconds_to_wait(STRANGER) == 30


def test_lines_are_owed_for_the_time_that_they_were_sent_too_early(clock):
    line_budget.spend(STRANGER, 90)
    clock(29)
    assert line_budget.seconds_to_wait(STRANGER) == 1
    clock(31)
    assert line_budget.seconds_to_wait(STRANGER) == 0
    clock(1000)
    line_budget.spend(STRANGER, 10)
    assert line_budget.seconds_to_wait(STRANGER) == 0


def test_accounts_have_more_and_each_its_own(clock):
    line_budget.spend(STRANGER, 1000)
    line_budget.spend(ACCOUNT, 90)
    assert line_budget.seconds_to_wait(ACCOUNT) == 0
    assert line_budget.seconds_to_wait(Asker("address:192.0.2.2", has_account=False)) == 0


def test_a_clock_that_is_set_back_gives_nothing_and_takes_nothing(clock):
    line_budget.spend(STRANGER, 90)
    clock(-3600)
    assert line_budget.seconds_to_wait(STRANGER) == 30
