"""Hands are searched through the API: filters combine, cursors go on, and private hands stay private."""

import pytest
from rest_framework.test import APIClient

from scorekeeper.hands import recording
from scorekeeper.models import Visibility
from scorekeeper.replays import frames
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL, SHEET
from tests.scorekeeper.turns import never

STOOD = {**ILLEGAL, "events": [*ILLEGAL["events"][:4], "1: AC", "1: 2C"]}


@pytest.fixture
def hands(session, people):
    """A hand without a fault, one with an illegal play that stood, one of which only the cards left are known."""
    rows = [recording.record_hand(session, each, by=people.carol).hand for each in (CLEAN, STOOD, SHEET)]  # fmt: skip
    frames.rebuild_stale(stop=never)
    return [str(row.pk) for row in rows]


@pytest.fixture
def found(signed, people, session):
    """A function that returns what a member finds in the club of the session."""

    def find(client=None, **params):
        client = client or signed(people.dan)
        answer = client.get(f"/api/v1/clubs/{session.club_id}/hand-search/", params)
        assert answer.status_code == 200, answer.json()
        return answer.json()

    return find


def ids(answer):
    return [row["hand"] for row in answer["results"]]


def test_filters_combine(hands, found):
    assert ids(found()) == hands[::-1]
    assert ids(found(combination="straight-flush")) == hands[1::-1]
    assert ids(found(combination="straight-flush", illegal="true")) == [hands[1]]
    assert ids(found(fault="does-not-beat", min_points=1)) == [hands[1]]
    assert ids(found(comeback="true")) == []


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("p1:big-two:3C/3D/4C/4D:turn=1;standing=5C;owner=2", "No trick is led in this position."),
        ("3C 3D", "is no key of a position"),
    ],
)
def test_a_position_that_no_hand_can_have_is_refused(hands, signed, people, position, words):
    answer = signed(people.dan).get("/api/v1/hand-search/", {"position": position})
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_a_result_is_the_replay_at_the_moment_that_matched(hands, found, session):
    (row,) = found(illegal="true")["results"]
    assert row["matches"] == [
        {"kind": "illegal", "value": "does-not-beat", "event": 4, "seat": 2}
    ]  # fmt: skip
    assert row["replay"] == f"http://testserver/hands/{hands[1]}/?event=4"
    assert (row["number"], row["session"], row["variant"]) == (2, str(session.pk), "big-two")


def test_cursors_go_on(hands, found, signed, people):
    first = found(sort="longest-trick", page_size=2)
    rest = signed(people.dan).get(first["next"]).json()
    assert sorted(ids(first) + ids(rest)) == sorted(hands)
    assert rest["next"] is None


def test_an_answer_says_that_hands_wait_for_the_index(hands, found, session, people):
    assert found()["waiting"] is False
    recording.record_hand(session, SHEET, by=people.carol)
    assert found()["waiting"] is True


def test_others_find_public_hands_only(hands, found, session, people):
    stranger = APIClient()
    assert stranger.get("/api/v1/hand-search/").json()["results"] == []
    address = f"/api/v1/clubs/{session.club_id}/hand-search/"
    assert stranger.get(address).status_code == 404
    club = session.club
    club.visibility = Visibility.PUBLIC
    club.save()
    assert stranger.get(address).json()["results"] == []
    session_recording.file_session(
        session, season=session.season, visibility=Visibility.PUBLIC, by=people.alice
    )
    assert ids(stranger.get("/api/v1/hand-search/").json()) == hands[::-1]
    assert ids(stranger.get(address).json()) == hands[::-1]
    assert ids(found(stranger, rule="B17")) == []


@pytest.mark.parametrize(
    ("params", "status"),
    [
        ({"players": "Ann"}, 422),
        ({"sort": "best"}, 422),
        ({"variant": "whist"}, 422),
        ({"straights": "1"}, 400),
    ],
)
def test_a_parameter_that_cannot_be_read_is_refused(signed, people, session, params, status):
    address = f"/api/v1/clubs/{session.club_id}/hand-search/"
    assert signed(people.dan).get(address, params).status_code == status


def test_a_cursor_that_is_none_is_refused(signed, people, session):
    address = f"/api/v1/clubs/{session.club_id}/hand-search/?cursor=x"
    assert signed(people.dan).get(address).status_code == 404
