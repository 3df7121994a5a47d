"""A worker that is killed while it counts statistics again leaves whole sessions and months, and the next one goes on.

Slow: a worker is killed wherever another state may remain, in its own process and database.
"""

import json

import pytest

pytestmark = pytest.mark.slow


def test_a_recount_of_statistics_interrupted_anywhere_ends_like_an_uninterrupted_one(ran_apart):
    report = json.loads(ran_apart("killed_figures").splitlines()[-1])
    assert report["points"] > 2 * 5  # two sessions and two months, one transaction each
    assert not report["final"]
    assert not report["left"]
    assert not report["wrong"]
    assert not report["discrepancies"]
