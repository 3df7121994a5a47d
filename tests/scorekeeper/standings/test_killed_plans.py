"""A worker that is killed while it counts a season by a new plan leaves the table of before, and the next one goes on.

Slow: a worker is killed wherever another state may remain, in its own process and database.
"""

import json

import pytest

pytestmark = pytest.mark.slow


def test_a_new_plan_counted_with_interruptions_brings_the_table_of_an_uninterrupted_count(
    ran_apart,
):
    report = json.loads(ran_apart("killed_plans").splitlines()[-1])
    assert report["points"] > 2 * 2  # several transactions
    assert not report["mixed"]
    assert not report["left"]
    assert not report["wrong"]
    assert not report["discrepancies"]
