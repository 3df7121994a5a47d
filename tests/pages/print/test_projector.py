"""A final on the wall, and the page of a session while somebody plays: both follow the table, and tell nobody's cards."""

import html
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from scorekeeper.hands import live_log
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import HandRevision, Season, Visibility
from scorekeeper.sessions import recording as session_recording
from tests.pages.axe import AXE
from tests.pages.browser_log import collect_complaints
from tests.pages.sample_hands import DEAL, OUT


@pytest.fixture
def wall(browse, session):
    def get(name="dan", part=""):
        shown = browse(name).get(f"/sessions/{session.pk}/projector/{part}")
        return html.unescape(shown.content.decode())

    return get


@pytest.fixture
def played(session, people):
    """Two hands are over: Alice has won the first, Dan the second."""
    for left in ([0, 5, 8, 12], [1, 2, 3, 0]):
        hand_recording.record_hand(session, {"cards_left": left}, by=people.carol)


def log(hand, text, *, after, by):
    live_log.append(hand, [NewEvent(uuid4(), text)], after=after, by=by)


def test_the_screen_shows_the_hand_that_is_played(wall, session, people, played):
    events = ["4: 3C", "1: 4D", "2: 2D", "3: pass"]
    hand_recording.record_hand(session, {"events": events}, by=people.carol)
    shown = wall()
    for said in (
        "Hand 3",
        "To beat: single",
        "2 of diamonds",
        "12 cards",
        "to act",
        "Carol passes",
    ):
        assert said in shown
    assert "✓</span> legal" in shown


@pytest.mark.parametrize("sheet", [{}, {"dealt": DEAL}])
def test_a_hand_of_which_no_play_is_known_is_followed(wall, session, people, browse, sheet):
    hand_recording.record_hand(session, sheet, by=people.carol)
    assert "Hand 1" in wall()
    assert browse("dan").get(f"/sessions/{session.pk}/").status_code == 200


def test_what_was_illegal_is_marked(wall, hand, session, people):
    log(hand, "2: 3D", after=12, by=people.carol)
    log(hand, "3: pass", after=13, by=people.carol)
    log(hand, "2: pass", after=14, by=people.carol)
    assert "✕</span> illegal" in wall()


def test_nobody_is_shown_a_dealt_card_not_even_the_recorder(wall, hand, browse, session):
    for shown in (wall("carol"), wall("carol", "board/")):
        assert "12 cards" in shown
        assert "2 of spades" not in shown
    live = browse("carol").get(f"/sessions/{session.pk}/live/").content.decode()
    assert "2 of spades" not in live


def test_in_gang_of_four_the_screen_forgets_past_tricks(wall, club, players, people, browse):
    sheet = {"variant": "gang-of-four"}
    sitting, _ = session_recording.record_session(club, sheet, players=players, by=people.carol)
    events = ["1: 1M", "4: pass", "3: pass", "2: pass", "1: 2G 2Y"]
    hand_recording.record_hand(sitting, {"events": events}, by=people.carol)
    shown = browse("carol").get(f"/sessions/{sitting.pk}/projector/").content.decode()
    assert "#card-2G" in shown
    assert "#card-1M" not in shown


def test_between_hands_everybodys_place_is_shown_and_the_season(wall, session, people, played):
    season = Season.objects.create(club=session.club, name="Spring 2026")
    session_recording.file_session(session, season=season, visibility="private", by=people.alice)
    shown = " ".join(wall().split())
    assert "After hand 2" in shown
    assert shown.index('<td>1</td><th scope="row">Alice') < shown.index(
        '<td>4</td><th scope="row">'
    )
    assert "Spring 2026" in shown


def test_a_screen_without_a_season_shows_the_score_list(wall, played):
    assert 'class="score"' in wall()


def test_before_the_first_hand_the_screen_says_so(wall):
    assert "Nothing has been played yet" in wall()


@pytest.mark.parametrize("page", ["live/", "projector/board/"])
def test_nothing_is_sent_while_nothing_changes(browse, session, people, hand, page):
    client, path = browse("dan"), f"/sessions/{session.pk}/{page}"
    etag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    log(hand, "3: pass", after=12, by=people.carol)
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_asking_again_costs_few_queries(browse, session, hand, django_assert_max_num_queries):
    client, path = browse("dan"), f"/sessions/{session.pk}/projector/board/"
    etag = client.get(path)["ETag"]
    with django_assert_max_num_queries(8):
        client.get(path, headers={"If-None-Match": etag})


@pytest.mark.parametrize("page", ["projector/", "projector/board/", "live/"])
def test_strangers_see_the_screens_of_public_sessions_only(browse, session, hand, page):
    path = f"/sessions/{session.pk}/{page}"
    assert browse("eve").get(path).status_code == 404
    session.club.visibility = session.visibility = Visibility.PUBLIC
    session.club.save()
    session.save()
    assert Client().get(path).status_code == 200


def test_the_page_of_a_session_says_which_hand_is_played_and_follows_it(browse, session, hand):
    shown = browse("dan").get(f"/sessions/{session.pk}/").content.decode()
    assert "Hand 1 is being played" in shown
    assert f'data-live="/sessions/{session.pk}/live/"' in shown


def test_a_session_of_long_ago_is_not_asked_for_each_second(browse, session, played, hand):
    path = f"/sessions/{session.pk}/"
    assert "data-live" in browse("dan").get(path).content.decode()
    HandRevision.objects.update(at=timezone.now() - timedelta(days=1))
    shown = browse("dan").get(path).content.decode()
    assert "data-live" not in shown
    assert "is being played" not in shown


@pytest.fixture
def screen(window: Browser, live_server, browse) -> Iterator[Page]:
    """A projector that Dan put up; complaints of the browser fail the test."""
    context = window.new_context(base_url=live_server.url, viewport={"width": 1920, "height": 1080})
    cookie = browse("dan").cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])  # fmt: skip
    page = context.new_page()
    complaints = collect_complaints(page, home=live_server.url)
    yield page
    assert complaints == []
    context.close()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_screen_follows_a_hand_that_is_logged(screen, session, people):
    screen.goto(f"/sessions/{session.pk}/projector/")
    hand = hand_recording.record_hand(
        session, {"dealt": DEAL, "events": OUT[:1]}, by=people.carol
    ).hand
    expect(screen.locator(".standing")).to_contain_text("Alice", timeout=2000)
    log(hand, "2: pass", after=1, by=people.carol)
    expect(screen.locator(".place.at-1")).to_contain_text("passes", timeout=2000)
    expect(screen.locator(".to-act h3")).to_have_text("Carol")
    screen.evaluate(AXE)
    found = "axe.run().then((found) => found.violations.map((one) => [one.id, one.nodes[0].html]))"
    assert screen.evaluate(found) == []
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for number, text in enumerate(OUT[2:], 2):
        log(hand, text, after=number, by=people.carol)
    expect(screen.locator(".ranked tbody tr").first).to_contain_text("Alice", timeout=2000)
    assert screen.evaluate(found) == []
