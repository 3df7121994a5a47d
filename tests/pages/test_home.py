"""The first page: what waits for whoever is signed in; for everybody else, what this is."""

import pytest

from scorekeeper import confirming, disputes, memberships, recording
from scorekeeper.disputes import NewDispute
from scorekeeper.models import Player, Session, Visibility
from tests.pages.conftest import OUT
from tests.pages.posting import said


@pytest.fixture
def finished(session, people):
    """Carol wrote down a hand that Dan sat in."""
    Player.objects.filter(name="Dan").update(user=people.dan)
    hand, _ = recording.record_hand(session, {"events": OUT}, by=people.carol)
    return hand


def test_a_stranger_reads_what_this_is_and_sees_public_clubs(client, browse, club):
    page = said(client.get("/"))
    assert "From a table to a score" in page
    assert "Thursday night" not in page
    club.visibility = Visibility.PUBLIC
    club.save()
    assert f"/clubs/{club.pk}/" in said(client.get("/"))


def test_ones_clubs_are_listed_with_their_last_session(browse, session, club):
    page = said(browse("dan").get("/"))
    assert f"/clubs/{club.pk}/" in page
    assert f"/sessions/{session.pk}/" in page
    assert "Spring cup" in page
    assert "Elsewhere" not in page


def test_scorers_go_on_with_a_session_and_members_do_not(browse, session):
    log = f"/sessions/{session.pk}/log/"
    assert log in said(browse("carol").get("/"))
    assert log not in said(browse("dan").get("/"))


def test_a_session_of_last_week_is_not_gone_on_with(browse, session):
    Session.objects.update(created_at="2026-01-01T20:00:00Z")
    assert "Go on logging" not in said(browse("carol").get("/"))


def test_hands_that_one_sat_in_wait_to_be_confirmed(browse, finished, people):
    way = f"/hands/{finished.pk}/confirm/"
    assert way in said(browse("dan").get("/"))
    assert way not in said(browse("carol").get("/"))  # who wrote it down
    assert way not in said(browse("alice").get("/"))  # who did not sit there
    confirming.confirm(finished, digest=finished.head.digest, by=people.dan)
    assert way not in said(browse("dan").get("/"))


def test_open_disputes_are_counted(browse, hand, people, club):
    disputes.raise_dispute(hand, NewDispute(claim="Too low."), by=people.dan)
    page = said(browse("alice").get("/"))
    assert "1 dispute waits for a referee" in page
    assert "dispute" not in said(browse("eve").get("/"))


def test_the_first_page_asks_as_often_however_many_clubs(
    browse, people, session, django_assert_num_queries
):
    client = browse("alice")
    client.get("/")
    for number in range(3):
        memberships.found_club(f"Another {number}", by=people.alice)
    with django_assert_num_queries(7):
        client.get("/")


def test_somebody_without_a_club_is_told_what_to_do(browse, people):
    page = said(browse("dan").get("/"))
    assert "You belong to no club yet." in page
    assert "/clubs/new/" in page


def test_a_new_club_is_led_to_its_first_hand(browse, club, people):
    client, address = browse("alice"), f"/clubs/{club.pk}/"
    assert "Add who plays" in said(client.get(address))
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    assert "Open a session" in said(client.get(address))
    session, _ = recording.record_session(club, {"variant": "big-two"}, players=players, by=people.alice)  # fmt: skip
    assert f"/sessions/{session.pk}/log/" in said(client.get(address))
    recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.alice)
    assert "Three steps" not in said(client.get(address))
    assert "Three steps" not in said(browse("dan").get(address))
