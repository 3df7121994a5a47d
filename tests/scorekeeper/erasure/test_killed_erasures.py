"""A worker that is killed in the middle of an erasure leaves whole sessions, and the next one goes on.

Slow: a worker is killed wherever another state may remain, in its own process and database.
"""

import json

import pytest

pytestmark = pytest.mark.slow


def test_an_erasure_interrupted_anywhere_ends_like_an_uninterrupted_one(ran_apart):
    report = json.loads(ran_apart("killed_erasures").splitlines()[-1])
    assert report["points"] > 2 * 2  # two sessions, one transaction each
    assert not report["readable"]
    assert not report["damaged"]
    assert not report["left"]
    assert not report["wrong"]
    assert not report["journal"]
