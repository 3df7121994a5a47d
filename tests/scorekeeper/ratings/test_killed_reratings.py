"""A worker that is killed while it rates leaves the former ratings, and the next one goes on.

Slow: a worker is killed wherever another state may remain, in its own process and database.
"""

import json

import pytest

pytestmark = pytest.mark.slow


def test_a_killed_worker_leaves_whole_lists_and_its_successor_completes_them(ran_apart):
    report = json.loads(ran_apart("killed_reratings").splitlines()[-1])
    assert report["points"] >= 2 * 12  # four lists of three sessions, one transaction each
    assert not report["mixed"]
    assert not report["left"]
    assert not report["wrong"]
    assert not report["discrepancies"]
