"""While a client reads a stream, nothing is open in the database: no transaction, no cursor, no connection of the pool."""

from contextlib import closing

import pytest
from django.core.cache import cache
from django.db import connection

from scorekeeper.exports import csv_files
from scorekeeper.exports import cursor as export_cursor
from scorekeeper.exports import streams as export_streams
from scorekeeper.hands import recording as hand_recording
from tests.scorekeeper.api_answers import close
from tests.scorekeeper.sample_hands import CLEAN, SHEET

SESSIONS, HANDS = 4, 2
STREAMS = (
    "clubs/{club}/records/",
    "clubs/{club}/hands/",
    "clubs/{club}/hands/?format=csv",
    "clubs/{club}/export/",
    "seasons/{season}/records/",
    "seasons/{season}/hands/",
    "seasons/{season}/scores/",
)
STATES = "SELECT state, query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
def played_season(open_session, season, people):
    """A season that is read in several pieces."""
    for _ in range(SESSIONS):
        session = open_session(season=season, played_on="2026-03-05")
        for hand in (SHEET, CLEAN):
            hand_recording.record_hand(session, hand, by=people.carol)
    return season


@pytest.fixture
def _small_pieces(monkeypatch):
    monkeypatch.setattr(csv_files, "CHUNK", HANDS)
    monkeypatch.setattr(export_streams, "MAX_HANDS", HANDS)
    monkeypatch.setattr(export_cursor, "PAGE_SIZE", 1)
    cache.clear()


@pytest.mark.needs("postgresql")
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_small_pieces")
@pytest.mark.parametrize("address", STREAMS)
def test_nothing_is_open_in_the_database_while_a_line_is_read(
    address, signed, people, club, played_season, monkeypatch
):
    """The connection is given back as a process with a pool does it, where none is kept between requests."""
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)
    alice = signed(people.alice)
    connection.close()
    path = address.format(club=club.pk, season=played_season.pk)
    response = alice.get(f"/api/v1/{path}")
    assert response.status_code == 200
    read = b""
    with closing(connection.copy()) as other:
        for line in response.streaming_content:
            read += line
            assert connection.connection is None
            with other.cursor() as cursor:
                cursor.execute(STATES)
                states = cursor.fetchall()
            assert not [state for state in states if state[0] not in {None, "idle"}], states
    close(response)
    assert len(read) > 500


@pytest.mark.usefixtures("_small_pieces")
def test_scores_in_pieces_have_the_order_of_the_season(signed, people, played_season, open_session):
    first = open_session(season=played_season, played_on="2026-01-02", event="first")
    hand_recording.record_hand(first, SHEET, by=people.carol)
    answer = signed(people.dan).get(f"/api/v1/seasons/{played_season.pk}/scores/")
    _, *lines = answer.getvalue().decode().splitlines()
    assert len(lines) == 4 * (1 + SESSIONS * HANDS)
    assert [line.split(",")[1] for line in lines[:5]] == ["first"] * 4 + [""]
    days_and_hands = [(line.split(",")[0], line.split(",")[5]) for line in lines[::4]]
    assert days_and_hands == [
        ("2026-01-02", "1"),
        *[("2026-03-05", "1"), ("2026-03-05", "2")] * SESSIONS,
    ]
