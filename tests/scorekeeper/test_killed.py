"""A write interrupted by SIGKILL is either done or not done, never half done.

Slow: every write is killed before each of its statements, in its own process and database.
"""

import json
from collections.abc import Callable

import pytest

pytestmark = pytest.mark.slow


def test_a_write_killed_between_two_statements_is_never_half_done(
    ran_apart: Callable[[str], str],
) -> None:
    writes = json.loads(ran_apart("killed_writes").splitlines()[-1])["writes"]
    assert not [name for name, result in writes.items() if result["half_done"]]
    assert all(result["happened"] for result in writes.values())
    single_statement = {name for name, result in writes.items() if result["statements"] < 2}
    assert single_statement <= {"messages are claimed"}  # PostgreSQL does that in one statement
