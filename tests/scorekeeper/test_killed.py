"""A write interrupted by SIGKILL is either done or not done, never half done.

Slow: every write is killed wherever another state may remain, in its own process and database.
"""

import json
from collections.abc import Callable

import pytest

pytestmark = pytest.mark.slow


def test_a_write_killed_anywhere_is_never_half_done(
    ran_apart: Callable[[str], str],
) -> None:
    writes = json.loads(ran_apart("killed_writes").splitlines()[-1])["writes"]
    assert not [name for name, result in writes.items() if result["half_done"]]
    assert all(result["happened"] for result in writes.values())
    single_point = {name for name, result in writes.items() if result["points"] < 2}
    assert single_point <= {"messages are claimed"}  # PostgreSQL does that in one statement
