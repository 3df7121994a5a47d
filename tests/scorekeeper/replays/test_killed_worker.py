"""Of a worker that is killed nothing stays but the pieces it had finished, and the next one finds the rest at once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.db import Error, connection

from scorekeeper.models import Replay
from scorekeeper.replays import builder as replay_builder
from scorekeeper.replays import frames as replay_frames
from tests.scorekeeper.copied_hands import copy_hands

pytestmark = pytest.mark.django_db(transaction=True)

PIECE = 5


def killed_at(moment):
    """A worker whose connection is gone from one moment to the next, as the database sees one that is killed."""
    asked = count(1)

    def gone():
        if next(asked) == moment:
            connection.connection.close()
        return False

    try:
        replay_frames.rebuild_stale(stop=gone)
    finally:
        connection.close()


@pytest.mark.parametrize("moment", [1, PIECE, PIECE + 1, 2 * PIECE - 1])
def test_a_killed_worker_costs_its_piece_and_the_next_builds_the_rest_in_one_round(
    hand, monkeypatch, moment
):
    monkeypatch.setattr(replay_builder, "BATCH", PIECE)
    copy_hands([hand], 3 * PIECE - 1)
    with ThreadPoolExecutor(1) as another, pytest.raises(Error):
        another.submit(killed_at, moment).result()
    kept = Replay.objects.count()
    assert moment - PIECE <= kept < moment
    monkeypatch.setattr(
        replay_builder.time, "sleep", lambda _: pytest.fail("it waited for the dead")
    )
    assert replay_frames.rebuild_stale(stop=lambda: False) == 3 * PIECE - kept
    assert not replay_frames.stale().exists()
