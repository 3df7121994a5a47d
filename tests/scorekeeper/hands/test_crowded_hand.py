"""Twenty phones writing to one hand at once: no update is lost, none is written twice, and every phone gets through.

Slow: every phone is a process.
"""

import json
from collections.abc import Callable

import pytest

from tests.scorekeeper.twenty_phones import EVENTS, PHONES

pytestmark = pytest.mark.slow


def test_twenty_phones_append_amend_and_confirm_at_once(ran_apart: Callable[[str], str]) -> None:
    state = json.loads(ran_apart("twenty_phones").splitlines()[-1])
    loggers = PHONES // 2
    assert state["failed"] == 0
    assert state["events"] == state["ids"] == loggers * EVENTS
    assert state["numbers"] == list(range(1, 1 + loggers * EVENTS // 2 + PHONES // 2 + 1))
    assert state["keys"] == sorted(f"phone_{number}" for number in range(0, PHONES, 2))
    assert state["chained"]
    assert state["confirmations"] == PHONES // 2
