"""GET hands/{id}/analysis/: to whom it shows what was solved of a hand, and when."""

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import Adjudication, Club, Visibility
from scorekeeper.replays import endings
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import GIVEN_AWAY, UNFINISHED
from tests.scorekeeper.turns import never


@pytest.fixture
def lost(session, people):
    return recording.record_hand(session, GIVEN_AWAY, by=people.carol).hand


@pytest.fixture
def ask(signed):
    def _ask(hand, who):
        return signed(who).get(f"/api/v1/hands/{hand.pk}/analysis/")

    return _ask


def test_it_is_the_analysis_of_the_hand_once_workers_have_solved_it(lost, ask, people):
    answer = ask(lost, people.dan)
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "10")
    assert (answer.json()["reason"], answer.json()["current"]) == ("waiting", False)
    endings.solve_waiting(stop=never)
    answer = ask(lost, people.dan)
    assert answer.status_code == 200
    body = answer.json()
    assert (body["format"], body["current"], body["settled"]) == ("hand-analysis/1", True, 12)
    assert [mark["mark"] for mark in body["marks"]] == ["given-away"]


def test_it_says_that_workers_could_not_look_at_a_hand(lost, ask, people):
    Adjudication.objects.filter(pk=lost.pk).update(carried_in={})
    endings.solve_waiting(stop=never)
    answer = ask(lost, people.dan)
    assert (answer.status_code, answer.json()["reason"]) == (200, "failed")
    assert answer.json()["marks"] == []


def test_a_private_hand_stays_private(lost, ask, people, session):
    endings.solve_waiting(stop=never)
    assert [ask(lost, who).status_code for who in (people.eve, None)] == [404, 404]
    Club.objects.update(visibility=Visibility.PUBLIC)
    session_recording.file_session(
        session, season=None, visibility=Visibility.PUBLIC, by=people.alice
    )
    assert [ask(lost, who).status_code for who in (people.eve, None)] == [200, 200]


def test_of_an_unfinished_hand_nothing_is_shown_to_anybody(session, ask, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    endings.solve_waiting(stop=never)
    for who in (people.carol, people.dan):
        body = ask(hand, who).json()
        assert (body["reason"], body["marks"]) == ("nothing", [])


def test_what_was_shown_before_is_gone_when_the_club_switches_it_off(
    lost, ask, people, signed, club
):
    endings.solve_waiting(stop=never)
    tag = ask(lost, people.dan).headers["ETag"]
    path = f"/api/v1/clubs/{club.pk}/"
    assert signed(people.dan).patch(path, {"solves_endings": False}).status_code == 403
    assert signed(people.alice).patch(path, {"solves_endings": False}).status_code == 200
    assert not Club.objects.get(pk=club.pk).solves_endings
    answer = ask(lost, people.dan)
    assert answer.headers["ETag"] != tag
    assert (answer.json()["reason"], answer.json()["marks"]) == ("nothing", [])
