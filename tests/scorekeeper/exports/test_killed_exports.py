"""A worker that is killed while it makes a file leaves nothing that anybody finds, and another one makes the file."""

import json

import pytest

pytestmark = pytest.mark.slow


def test_a_killed_worker_leaves_no_file_and_the_next_one_makes_it(ran_apart):
    report = json.loads(ran_apart("killed_exports"))
    assert report["points"] > 2 * 2 * 2  # a file begun and finished, for two questions
    assert (report["half_done"], report["left"], report["wrong"]) == ([], [], [])
