"""A process killed at any moment leaves the books as they were before the write, or as after it.

It takes some seconds: every write is killed before each of its steps, in a process and a database of its own.
"""

import json
from collections.abc import Callable

import pytest

pytestmark = pytest.mark.slow


def test_a_write_killed_between_any_two_steps_is_not_half_done(
    ran_apart: Callable[[str], str],
) -> None:
    writes = json.loads(ran_apart("killed_writes").splitlines()[-1])["writes"]
    assert not [name for name, found in writes.items() if found["half_done"]]
    assert all(found["happened"] for found in writes.values())
    at_once = {name for name, found in writes.items() if found["statements"] < 2}
    assert at_once <= {"messages are claimed"}  # PostgreSQL does that in one statement
