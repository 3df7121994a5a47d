"""A killed worker loses only its unfinished batch, and the next worker builds the rest at once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.db import Error, connection

from scorekeeper.models import Replay
from scorekeeper.replays import builder as replay_builder
from scorekeeper.replays import frames as replay_frames
from tests.scorekeeper.copied_hands import copy_hands
from tests.scorekeeper.embedded_service import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

BATCH_SIZE = 5


def die_at_check(number):
    """Build replays and close the database connection at the given check for stopping, as when the worker is killed."""
    checks = count(1)

    def close_connection():
        if next(checks) == number:
            connection.connection.close()
        return False

    try:
        replay_frames.rebuild_stale(stop=close_connection)
    finally:
        connection.close()


def is_alone():
    """Return whether the server has ended the transaction of the killed worker."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:  # the ORM has no table of the server's connections
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
        )
        return cursor.fetchone() == (0,)


@pytest.mark.parametrize("check", [1, BATCH_SIZE, BATCH_SIZE + 1, 2 * BATCH_SIZE - 1])
def test_a_killed_worker_loses_one_batch_and_the_next_builds_the_rest(hand, monkeypatch, check):
    monkeypatch.setattr(replay_builder, "BATCH", BATCH_SIZE)
    copy_hands([hand], 3 * BATCH_SIZE - 1)
    with ThreadPoolExecutor(1) as another, pytest.raises(Error):
        another.submit(die_at_check, check).result()
    wait_until(is_alone)
    saved = Replay.objects.count()
    assert check - BATCH_SIZE <= saved < check
    monkeypatch.setattr(
        replay_builder.time, "sleep", lambda _: pytest.fail("it waited for the killed worker")
    )
    assert replay_frames.rebuild_stale(stop=lambda: False) == 3 * BATCH_SIZE - saved
    assert not replay_frames.stale().exists()
