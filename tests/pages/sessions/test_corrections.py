"""Correcting a session: who may, what the preview says, and what follows in tables, scores and the history."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from scorekeeper import erasure
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import Player, Score, Season, Session, SessionRevision
from scorekeeper.sessions import corrections
from scorekeeper.sessions import document as session_document
from scorekeeper.sessions import recording as session_recording
from scorekeeper.sessions.corrections import SessionCorrection
from scorekeeper.standings import season_count
from scorekeeper.standings import table as standings_table
from scorekeeper.standings.past import as_of
from scorekeeper.standings.scope import Scope
from tests.pages.forms_and_mail import form_data, html_of, one_line
from tests.scorekeeper.season_scorer import WON_BY_BOB


@pytest.fixture
def erika(club):
    return Player.objects.create(club=club, name="Erika")


@pytest.fixture
def correct(session):
    """A function that opens the page, changes fields and presses a button."""
    address = f"/sessions/{session.pk}/correct/"

    def send(client, *, button="save", **changes):
        filled = form_data(client.get(address), reason="The sheet was wrong.")
        return client.post(address, {**filled, **changes, "do": button})

    return send


@pytest.mark.parametrize(
    ("name", "status"), [("alice", 200), ("carol", 200), ("dan", 403), ("eve", 404)]
)
def test_scorers_and_owners_may_correct_a_session(browse, session, name, status):
    client, address = browse(name), f"/sessions/{session.pk}/correct/"
    assert client.get(address).status_code == status
    if status != 200:
        assert client.post(address, {"do": "save", "reason": "No."}).status_code == status
        assert session.revisions.count() == 1


def test_somebody_without_an_account_is_not_told_of_a_private_session(session):
    assert Client().get(f"/sessions/{session.pk}/correct/").status_code == 404
    assert Client().get(f"/sessions/{session.pk}/history/").status_code == 404


def test_the_page_of_a_session_links_to_its_correction_for_scorers_and_to_its_history_for_members(
    browse, session
):
    page = html_of(browse("carol").get(f"/sessions/{session.pk}/"))
    assert f"/sessions/{session.pk}/correct/" in page
    page = html_of(browse("dan").get(f"/sessions/{session.pk}/"))
    assert f"/sessions/{session.pk}/correct/" not in page
    assert f"/sessions/{session.pk}/history/" in page


def test_labels_date_notes_and_season_are_corrected_at_once(browse, session, correct):
    season = Season.objects.create(club=session.club, name="Spring")
    changes = {
        "played_on": "2026-03-04",
        "place": "Hall",
        "event": "",
        "round": "2",
        "table": "B",
        "notes": "It rained.\r\nAll day.",
        "season": str(season.pk),
    }
    page = correct(browse("carol"), **changes)
    assert (page.status_code, page.url) == (302, f"/sessions/{session.pk}/")
    record = session_document.session_record(Session.objects.get())
    kept = {
        key: record.get(key)
        for key in ("played_on", "place", "event", "round", "table", "notes", "season")
    }
    assert kept == {
        "played_on": "2026-03-04",
        "place": "Hall",
        "event": None,
        "round": "2",
        "table": "B",
        "notes": "It rained.\nAll day.",
        "season": "Spring",
    }
    assert Session.objects.get().head.reason == "The sheet was wrong."


def test_the_preview_says_what_changes_and_saves_nothing(browse, session, hand, correct, erika):
    season = Season.objects.create(club=session.club, name="Spring", starts_on="2026-05-01")
    page = correct(
        browse("carol"), button="look", seat_2=str(erika.pk), event="Cup", season=str(season.pk)
    )
    sentences = list(page.context["changes"].sentences)
    assert "Event: Cup; before: Spring cup" in sentences
    assert "Seat 2: Erika; before: Bob" in sentences
    assert "Season: Spring" in sentences
    assert any(text.startswith("1 hand then counts for the players") for text in sentences)
    assert "These tables are counted again: Spring." in sentences
    assert "The date is outside of the season’s first and last day." in sentences
    assert session.revisions.count() == 1


def test_a_preview_of_no_change_says_so_and_saving_it_is_refused(browse, session, correct):
    assert correct(browse("carol"), button="look").context["changes"].nothing
    page = correct(browse("carol"))
    assert page.status_code == 422
    assert "there is nothing to save" in html_of(page)
    assert session.revisions.count() == 1


def test_a_reason_is_required(browse, session, correct):
    page = correct(browse("carol"), place="Hall", reason="")
    assert page.status_code == 422
    assert "Give a reason" in html_of(page)


def test_the_same_form_sent_twice_has_one_effect(browse, session):
    client, address = browse("carol"), f"/sessions/{session.pk}/correct/"
    filled = {**form_data(client.get(address)), "place": "Hall", "reason": "Typo.", "do": "save"}
    assert client.post(address, filled).status_code == 302
    assert client.post(address, filled).status_code == 412
    assert session.revisions.count() == 2


def test_the_hands_of_a_seat_count_for_the_player_who_is_put_there(browse, keeper, erika):
    session = keeper.session(WON_BY_BOB, WON_BY_BOB)
    assert keeper.table()["Bob"] == (1, 50.0)
    client, address = browse("carol"), f"/sessions/{session.pk}/correct/"
    filled = {**form_data(client.get(address)), "seat_2": str(erika.pk), "reason": "It was Erika."}
    assert client.post(address, {**filled, "do": "save"}).status_code == 302
    table = keeper.table()
    assert table["Erika"] == (1, 50.0)
    assert "Bob" not in table
    assert set(Score.objects.filter(seat=2).values_list("player__name", flat=True)) == {"Erika"}
    call_command("verify_records")
    call_command("check_standings")


def test_two_players_can_change_seats_after_hands_were_recorded(browse, keeper):
    session = keeper.session(WON_BY_BOB)
    alice, bob = (str(player.pk) for player in keeper.players[:2])
    client, address = browse("carol"), f"/sessions/{session.pk}/correct/"
    filled = {
        **form_data(client.get(address)),
        "seat_1": bob,
        "seat_2": alice,
        "reason": "Swapped.",
    }
    assert client.post(address, {**filled, "do": "save"}).status_code == 302
    assert keeper.table()["Alice"] == (1, 25.0)


def test_an_earlier_moment_still_shows_the_player_who_was_recorded_then(keeper, erika):
    session = keeper.session(WON_BY_BOB)
    at = timezone.now()
    seated = [keeper.players[0], erika, *keeper.players[2:]]
    new = SessionCorrection(labels={}, season=keeper.season, players=seated)
    corrections.correct(session, new, by=keeper.by)
    before = as_of.table_known_at(season_count.read(keeper.season), Scope(), at).content.rows
    assert before[0].player == keeper.players[1].pk
    assert standings_table.table(keeper.season, Scope()).rows[0].player == erika.pk


def test_a_player_cannot_take_two_seats_and_hands_keep_their_number_of_seats(
    browse, session, hand, correct, players
):
    page = correct(browse("carol"), seat_2=str(players[0].pk))
    assert page.status_code == 422
    assert "already has a seat" in html_of(page)
    page = correct(browse("carol"), seat_4="")
    assert page.status_code == 422
    assert "seat_4" in page.context["form"].errors


def test_without_hands_fewer_players_may_sit_if_the_game_allows_it(browse, club, players, people):
    session, _ = session_recording.record_session(
        club, {"variant": "gang-of-four"}, players=players, by=people.carol
    )
    client, address = browse("carol"), f"/sessions/{session.pk}/correct/"
    filled = {**form_data(client.get(address)), "seat_4": "", "reason": "Only three came."}
    hand_page = {**filled, "do": "save"}
    assert client.post(address, hand_page).status_code == 302
    assert session.seats.count() == 3


def test_a_hand_recorded_meanwhile_keeps_the_seats(browse, club, players, people):
    session, _ = session_recording.record_session(
        club, {"variant": "gang-of-four"}, players=players, by=people.carol
    )
    client, address = browse("carol"), f"/sessions/{session.pk}/correct/"
    filled = {**form_data(client.get(address)), "seat_4": "", "reason": "Only three came."}
    hand_recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol)
    assert client.post(address, {**filled, "do": "save"}).status_code in {412, 422}
    assert session.seats.count() == 4


def test_the_history_lists_revisions_and_moves_between_seasons(browse, session, correct, erika):
    season = Season.objects.create(club=session.club, name="Spring")
    correct(browse("carol"), seat_2=str(erika.pk), place="Hall", season=str(season.pk))
    page = one_line(browse("dan").get(f"/sessions/{session.pk}/history/"))
    for text in (
        "Revision 2: corrected",
        "Revision 1: recorded",
        "The sheet was wrong.",
        "Seat 2: Erika; before: Bob",
        "Place: Hall",
        "Moved to another season",
        "Season: Spring",
    ):
        assert text in page, text
    assert "/correct/" not in page


def test_erasing_a_player_also_erases_the_texts_of_sessions_they_were_corrected_out_of(
    browse, session, correct, erika, people
):
    correct(browse("carol"), seat_2=str(erika.pk), reason="It was not Bob.")
    bob = Player.objects.get(name="Bob")
    assert "It changes 1 session." in html_of(browse("alice").get(f"/players/{bob.pk}/erase/"))
    erasure.erase(bob, confirm="Bob", by=people.alice)
    assert not SessionRevision.objects.filter(reason__contains="Bob").exists()


def test_the_page_links_the_correction_of_each_hand(browse, session, hand):
    page = html_of(browse("carol").get(f"/sessions/{session.pk}/correct/"))
    assert f'<a href="/hands/{hand.pk}/amend/">Hand 1</a>' in page


def test_the_history_links_the_history_of_each_hand_that_was_changed(browse, session, hand, people):
    other = hand_recording.record_hand(session, {"cards_left": WON_BY_BOB}, by=people.carol).hand
    noted = Amendment(keys={"note": "Dealt twice."}, reason="Forgotten.")
    hand_amendments.amend(other, noted, by=people.carol)
    page = html_of(browse("dan").get(f"/sessions/{session.pk}/history/"))
    assert f'<a href="/hands/{other.pk}/history/">History of hand 2</a>' in page
    assert f"/hands/{hand.pk}/history/" not in page
