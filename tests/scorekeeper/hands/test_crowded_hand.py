"""Twenty phones on one hand at once: no update is lost, none is doubled, nobody waits for ever.

It takes some seconds: every phone is a process.
"""

import json
from collections.abc import Callable

import pytest

from tests.scorekeeper.twenty_phones import EVENTS, PHONES

pytestmark = pytest.mark.slow


def test_twenty_phones_append_amend_and_confirm_at_once(ran_apart: Callable[[str], str]) -> None:
    found = json.loads(ran_apart("twenty_phones").splitlines()[-1])
    loggers = PHONES // 2
    assert found["failed"] == 0
    assert found["events"] == found["ids"] == loggers * EVENTS
    assert found["numbers"] == list(range(1, 1 + loggers * EVENTS // 2 + PHONES // 2 + 1))
    assert found["keys"] == sorted(f"phone_{number}" for number in range(0, PHONES, 2))
    assert found["chained"]
    assert found["confirmations"] == PHONES // 2
