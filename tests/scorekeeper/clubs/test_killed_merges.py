"""A worker that is killed while it applies a merge, or its reversal, leaves the table of before, and the next one goes on.

Slow: a worker is killed wherever another state may remain, in its own process and database.
"""

import json

import pytest

pytestmark = pytest.mark.slow


def test_a_merge_interrupted_anywhere_ends_like_an_uninterrupted_one(ran_apart):
    report = json.loads(ran_apart("killed_merges").splitlines()[-1])
    assert report["points"] > 2 * 2  # two sessions, one transaction each
    assert not report["mixed"]
    assert not report["left"]
    assert not report["wrong"]
    assert not report["discrepancies"]
