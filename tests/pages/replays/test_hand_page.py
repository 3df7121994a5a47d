"""The page of a hand as the server renders it, without JavaScript."""

import re

import pytest

from scorekeeper.hands import recording
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import OUT


@pytest.fixture
def page(browse, hand):
    def get(query="", name="dan"):
        return html_of(browse(name).get(f"/hands/{hand.pk}/{query}"))

    return get


def test_an_illegal_play_is_marked_with_its_reason_and_ruling(page):
    html = page()
    assert re.search(r"Carol's .* does not beat", html)
    assert re.search(r'href="/rules/big-two/\?rule-pass_locks_out=yes#B\d+"', html)


def test_a_play_taken_back_is_marked(page):
    assert page().count("taken back") >= 2


def test_sentences_name_players_not_seats(page):
    assert not re.search(r"[Ss]eat \d", page())


def test_every_event_has_an_address(page):
    assert "Bob plays 9♦\ufe0e." in page("?event=8")
    assert "8 / 12" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page("?event=8")))


def test_an_event_beyond_the_end_shows_the_end(page):
    assert 'data-event="12"' in page("?event=99")
    assert 'data-event="12"' in page("?event=last")


def test_an_event_that_is_no_number_is_not_found(browse, hand):
    assert browse("dan").get(f"/hands/{hand.pk}/?event=first").status_code == 404


def test_the_steps_are_links(page):
    steps = page("?event=8")
    assert all(f'href="?event={event}"' in steps for event in (0, 7, 9, 12))


def test_only_the_recorder_sees_dealt_cards_of_an_unfinished_hand(page):
    assert "2 of spades" not in page("?event=0", "dan")
    assert "2 of spades" in page("?event=0", "carol")


def test_an_unbuilt_replay_is_awaited_while_the_tricks_are_shown(browse, session, people):
    hand = recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert "being built" in page
    assert 'http-equiv="refresh"' in page
    assert "3 of clubs" in page  # the tricks need no replay


def test_an_unfinished_hand_is_shown_at_its_newest_event_without_waiting(browse, session, people):
    hand = recording.record_hand(session, {"events": ["1: 3C"]}, by=people.carol).hand
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert 'data-event="1"' in page
    assert "leads 3♣" in page


def test_a_hand_with_only_a_score_sheet_has_no_replay(browse, session, people):
    hand = recording.record_hand(session, {"cards_left": [0, 5, 8, 12]}, by=people.carol).hand
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert "collects 5 + 8 + 12" in page
    assert "Replay" not in page


def test_names_are_never_markup(browse, hand, players):
    players[2].name = "<b>Carol</b> {seat}"
    players[2].save()
    page = browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert "&lt;b&gt;Carol&lt;/b&gt; {seat}&#x27;s" in page
    assert "<b>Carol" not in page


def test_the_score_sheet_says_who_led_and_what_was_illegal(browse, session, hand):
    page = browse("dan").get(f"/sessions/{session.pk}/").content.decode()
    assert "1 illegal play" in page or "2 illegal plays" in page
    assert "Pass locks out: yes" in page
    assert ">led<" in page


def test_the_pages_of_a_club_take_a_fixed_number_of_queries(
    browse, club, session, hand, django_assert_max_num_queries
):
    client = browse("dan")
    with django_assert_max_num_queries(21):
        client.get(f"/clubs/{club.pk}/")
    with django_assert_max_num_queries(20):
        client.get(f"/hands/{hand.pk}/?event=3")


def test_passes_have_a_class_of_their_own_for_the_layout_on_phones(page):
    assert page().count('class="legal passed"') == page().count(">passes</span></a>") > 0
