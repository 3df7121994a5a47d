"""A worker that is killed while it tries or applies house rules leaves the table of before, and the next one goes on.

Slow: a worker is killed wherever another state may remain, in its own process and database.
"""

import json

import pytest

pytestmark = pytest.mark.slow


def test_rules_whose_worker_is_killed_anywhere_end_on_every_session(ran_apart):
    report = json.loads(ran_apart("killed_rule_changes").splitlines()[-1])
    assert report["points"] > 2 * 2 * 2  # two sessions, tried and then judged anew
    assert report["tables_differ"]
    assert not report["mixed"]
    assert not report["wrong"]
    assert not report["discrepancies"]
