"""The first page: what waits for whoever is signed in; for everybody else, what this is."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.clubs import memberships
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import confirmations as hand_confirmations
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Decision, Player, Result, Ruling, Session, Visibility
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import OUT


@pytest.fixture
def finished(session, people):
    """Carol wrote down a hand that Dan sat in."""
    Player.objects.filter(name="Dan").update(user=people.dan)
    return hand_recording.record_hand(session, {"events": OUT}, by=people.carol).hand


def test_a_stranger_reads_what_this_is_and_sees_public_clubs(client, browse, club):
    page = html_of(client.get("/"))
    assert "From a table to a score" in page
    assert "Thursday night" not in page
    club.visibility = Visibility.PUBLIC
    club.save()
    assert f"/clubs/{club.pk}/" in html_of(client.get("/"))


def test_ones_clubs_are_listed_with_their_last_session(browse, session, club):
    page = html_of(browse("dan").get("/"))
    assert f"/clubs/{club.pk}/" in page
    assert f"/sessions/{session.pk}/" in page
    assert "Spring cup" in page
    assert "Elsewhere" not in page


def test_scorers_go_on_with_a_session_and_members_do_not(browse, session):
    log = f"/sessions/{session.pk}/log/"
    assert log in html_of(browse("carol").get("/"))
    assert log not in html_of(browse("dan").get("/"))


def test_a_session_of_last_week_is_not_gone_on_with(browse, session):
    Session.objects.update(created_at="2026-01-01T20:00:00Z")
    assert "Go on logging" not in html_of(browse("carol").get("/"))


def test_hands_that_one_sat_in_wait_to_be_confirmed(browse, finished, people):
    way = f"/hands/{finished.pk}/confirm/"
    assert way in html_of(browse("dan").get("/"))
    assert way not in html_of(browse("carol").get("/"))  # who wrote it down
    assert way not in html_of(browse("alice").get("/"))  # who did not sit there
    hand_confirmations.confirm(finished, digest=finished.head.digest, by=people.dan)
    assert way not in html_of(browse("dan").get("/"))


def test_open_disputes_are_counted(browse, hand, people, club):
    dispute_filing.raise_dispute(hand, NewDispute(claim="Too low."), by=people.dan)
    page = html_of(browse("alice").get("/"))
    assert "1 dispute waits for a referee" in page
    assert "dispute" not in html_of(browse("eve").get("/"))


@pytest.fixture
def fined(finished, people):
    """Alice, who referees, takes thirteen points from Dan's seat."""
    dispute, _ = dispute_filing.raise_dispute(
        finished, NewDispute(claim="He looked."), by=people.carol
    )
    fine = NewRuling(decision=Decision.ADJUSTMENT, reason="He did.", seat=4, points=-13)
    dispute_ruling.rule_on(dispute, fine, by=people.alice)
    return dispute


def test_a_ruling_is_told_to_whom_it_cost_points_until_they_open_it(browse, fined):
    client = browse("dan")
    page = html_of(client.get("/"))
    assert f"/disputes/{fined.pk}/" in page
    assert "Ruling on hand 1 of" in page
    assert "you −13" in page
    client.get(f"/disputes/{fined.pk}/")
    assert "Ruling on hand" not in html_of(client.get("/"))


def test_a_ruling_on_paper_is_opened_too(browse, fined):
    client = browse("dan")
    client.get(f"/disputes/{fined.pk}/ruling/")
    assert "Ruling on hand" not in html_of(client.get("/"))


def test_a_ruling_is_told_for_a_fortnight_and_to_nobody_whom_it_left_as_they_were(browse, fined, people):  # fmt: skip
    Player.objects.filter(name="Bob").update(user=people.carol)
    for name in ("alice", "carol", "eve"):
        assert "Ruling on hand" not in html_of(browse(name).get("/")), name
    Ruling.objects.update(at=timezone.now() - timedelta(days=15))
    assert "Ruling on hand" not in html_of(browse("dan").get("/"))


def test_whoever_moved_up_by_somebody_elses_points_is_told(browse, fined, people):
    dan, ahead = Player.objects.get(name="Dan"), Result.objects.get().totals
    fine = NewRuling(decision=Decision.ADJUSTMENT, reason="Again.", seat=1, points=-100)
    again, _ = dispute_filing.raise_dispute(
        fined.hand, NewDispute(claim="She too."), by=people.carol
    )
    dispute_ruling.rule_on(again, fine, by=people.carol)
    assert ahead[0] > ahead[dan.seats.get().number - 1]
    assert "you are in place" in html_of(browse("dan").get("/"))


def test_what_was_written_since_is_not_told_as_the_rulings_work(browse, fined, session, people):
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    assert "you −13" in html_of(browse("dan").get("/"))


def test_the_first_page_asks_as_often_however_many_clubs(
    browse, people, session, django_assert_num_queries
):
    client = browse("alice")
    client.get("/")
    for number in range(3):
        memberships.found_club(f"Another {number}", by=people.alice)
    with django_assert_num_queries(8):
        client.get("/")


def test_somebody_without_a_club_is_told_what_to_do(browse, people):
    page = html_of(browse("dan").get("/"))
    assert "You belong to no club yet." in page
    assert "/clubs/new/" in page


def test_a_new_club_is_led_to_its_first_hand(browse, club, people):
    client, address = browse("alice"), f"/clubs/{club.pk}/"
    assert "Add who plays" in html_of(client.get(address))
    players = [Player.objects.create(club=club, name=name) for name in ("A", "B", "C", "D")]
    assert "Open a session" in html_of(client.get(address))
    session, _ = session_recording.record_session(club, {"variant": "big-two"}, players=players, by=people.alice)  # fmt: skip
    assert f"/sessions/{session.pk}/log/" in html_of(client.get(address))
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.alice)
    assert "Three steps" not in html_of(client.get(address))
    assert "Three steps" not in html_of(browse("dan").get(address))
