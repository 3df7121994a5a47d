"""The projector page and the live page of a session: both follow the hand and show nobody's cards."""

import re
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from scorekeeper.hands import live_log
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import HandRevision, PlayerMerge, Season
from scorekeeper.sessions import recording as session_recording
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import DEAL, OUT, publish


@pytest.fixture
def projector(browse, session):
    def get(name="dan", part=""):
        return html_of(browse(name).get(f"/sessions/{session.pk}/projector/{part}"))

    return get


@pytest.fixture
def played(session, people):
    """Two finished hands: Alice won the first, Dan the second."""
    for cards_left in ([0, 5, 8, 12], [1, 2, 3, 0]):
        hand_recording.record_hand(session, {"cards_left": cards_left}, by=people.carol)


def append_event(hand, event, *, after, by):
    live_log.append(hand, [NewEvent(uuid4(), event)], after=after, by=by)


def test_the_screen_shows_the_hand_that_is_played(projector, session, people, played):
    events = ["4: 3C", "1: 4D", "2: 2D", "3: pass"]
    hand_recording.record_hand(session, {"events": events}, by=people.carol)
    html = projector()
    for words in (
        "Hand 3",
        "To beat: single",
        "2 of diamonds",
        "12 cards",
        "to act",
        "Carol passes",
    ):
        assert words in html
    assert "✓</span> legal" in html


@pytest.mark.parametrize("record", [{}, {"dealt": DEAL}])
def test_a_hand_without_plays_is_shown(projector, session, people, browse, record):
    hand_recording.record_hand(session, record, by=people.carol)
    assert "Hand 1" in projector()
    assert browse("dan").get(f"/sessions/{session.pk}/").status_code == 200


def test_an_illegal_play_is_marked(projector, hand, session, people):
    append_event(hand, "2: 3D", after=12, by=people.carol)
    append_event(hand, "3: pass", after=13, by=people.carol)
    append_event(hand, "2: pass", after=14, by=people.carol)
    assert "✕</span> illegal" in projector()


def test_a_pass_is_shown_at_its_seat_where_another_player_has_the_same_name(
    projector, session, people, club, players
):
    alice, dan = players[0], players[3]
    PlayerMerge.objects.create(
        id=uuid4(), club=club, player=dan, into=alice, by=people.alice, at=timezone.now()
    )
    events = ["4: 3C", "1: pass", "2: 2D", "3: pass"]
    hand_recording.record_hand(session, {"events": events}, by=people.carol)
    places = [place for place in projector().split('<div class="') if "Alice</h3>" in place]
    assert ["<i>passes</i>" in place for place in places] == [True, False]


def test_dealt_cards_are_shown_to_nobody_not_even_the_recorder(projector, hand, browse, session):
    for html in (projector("carol"), projector("carol", "board/")):
        assert "12 cards" in html
        assert "2 of spades" not in html
    live = browse("carol").get(f"/sessions/{session.pk}/live/").content.decode()
    assert "2 of spades" not in live


def test_past_tricks_of_gang_of_four_are_not_shown(projector, club, players, people, browse):
    record = {"variant": "gang-of-four"}
    session, _ = session_recording.record_session(club, record, players=players, by=people.carol)
    events = ["1: 1M", "4: pass", "3: pass", "2: pass", "1: 2G 2Y"]
    hand_recording.record_hand(session, {"events": events}, by=people.carol)
    html = browse("carol").get(f"/sessions/{session.pk}/projector/").content.decode()
    assert "#card-2G" in html
    assert "#card-1M" not in html


def test_between_hands_the_places_and_the_season_are_shown(projector, session, people, played):
    season = Season.objects.create(club=session.club, name="Spring 2026")
    session_recording.file_session(session, season=season, visibility="private", by=people.alice)
    html = " ".join(projector().split())
    assert "After hand 2" in html
    assert re.search(r"<td>1</td><th[^>]*>.{,300}</svg>Alice.*<td>4</td><th", html)
    assert "Spring 2026" in html


def test_a_screen_without_a_season_shows_the_score_list(projector, played):
    assert 'class="score"' in projector()


def test_before_the_first_hand_the_screen_says_that_nothing_was_played(projector):
    assert "Nothing has been played yet" in projector()


@pytest.mark.parametrize("page", ["live/", "projector/board/"])
def test_an_unchanged_page_is_answered_with_304(browse, session, people, hand, page):
    client, path = browse("dan"), f"/sessions/{session.pk}/{page}"
    etag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    append_event(hand, "3: pass", after=12, by=people.carol)
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_an_unchanged_page_costs_few_queries(browse, session, hand, django_assert_max_num_queries):
    client, path = browse("dan"), f"/sessions/{session.pk}/projector/board/"
    etag = client.get(path)["ETag"]
    with django_assert_max_num_queries(8):
        client.get(path, headers={"If-None-Match": etag})


@pytest.mark.parametrize("page", ["projector/", "projector/board/", "live/"])
def test_strangers_see_the_screens_of_public_sessions_only(browse, session, hand, page):
    path = f"/sessions/{session.pk}/{page}"
    assert browse("eve").get(path).status_code == 404
    publish(session)
    assert Client().get(path).status_code == 200


def test_the_page_of_a_session_names_and_follows_the_hand_being_played(browse, session, hand):
    html = browse("dan").get(f"/sessions/{session.pk}/").content.decode()
    assert "Hand 1 is being played" in html
    assert f'data-live="/sessions/{session.pk}/live/"' in html


def test_the_page_of_an_old_session_is_not_polled(browse, session, played, hand):
    path = f"/sessions/{session.pk}/"
    assert "data-live" in browse("dan").get(path).content.decode()
    HandRevision.objects.update(at=timezone.now() - timedelta(days=1))
    html = browse("dan").get(path).content.decode()
    assert "data-live" not in html
    assert "is being played" not in html


@pytest.fixture
def screen(window: Browser, live_server, browse) -> Iterator[Page]:
    """A projector on which Dan is signed in; complaints of the browser fail the test."""
    with open_page(
        window, live_server.url, browse("dan"), viewport={"width": 1920, "height": 1080}
    ) as page:
        yield page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_screen_follows_a_hand_that_is_logged(screen, session, people):
    screen.goto(f"/sessions/{session.pk}/projector/")
    hand = hand_recording.record_hand(
        session, {"dealt": DEAL, "events": OUT[:1]}, by=people.carol
    ).hand
    expect(screen.locator(".standing")).to_contain_text("Alice", timeout=2000)
    append_event(hand, "2: pass", after=1, by=people.carol)
    expect(screen.locator(".place.at-1")).to_contain_text("passes", timeout=2000)
    expect(screen.locator(".to-act h3")).to_contain_text("Carol")
    assert list_violations(screen) == []
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for number, event in enumerate(OUT[2:], 2):
        append_event(hand, event, after=number, by=people.carol)
    expect(screen.locator(".ranked tbody tr").first).to_contain_text("Alice", timeout=2000)
    assert list_violations(screen) == []
