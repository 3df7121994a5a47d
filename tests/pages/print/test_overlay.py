"""The overlay for streams: transparent, readable, following the table, and showing nobody's cards."""

from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from scorekeeper.hands import live_log
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.replays import frames as replay_frames
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import DEAL, OUT, publish

BACKGROUNDS = "[document.documentElement, document.body, document.querySelector('main')].map((one) => getComputedStyle(one).backgroundColor)"


def append_event(hand, event, *, after, by):
    live_log.append(hand, [NewEvent(uuid4(), event)], after=after, by=by)


def test_names_cards_left_the_standing_cards_and_the_last_move_are_shown(browse, session, people):
    events = ["4: 3C", "1: 4D", "2: 2D", "3: pass"]
    hand = hand_recording.record_hand(session, {"events": events}, by=people.carol).hand
    html = html_of(browse("dan").get(f"/hands/{hand.pk}/overlay/"))
    for words in (
        "Alice",
        "12 cards",
        "13 cards",
        "To beat: single",
        "2 of diamonds",
        "Carol passes",
    ):
        assert words in html
    assert "4 of diamonds" not in html


@pytest.mark.parametrize("struck", ["void", "annulled"])
def test_nobody_is_to_act_in_a_hand_that_does_not_count(browse, session, people, struck):
    sheet = {"events": ["4: 3C"], struck: "Wrong deck."}
    hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    html = html_of(browse("dan").get(f"/hands/{hand.pk}/overlay/"))
    assert "to act" not in html
    assert "Big Two, hand 1. It does not count." in html
    assert "3 of clubs" in html_of(browse("dan").get(f"/hands/{hand.pk}/overlay/?event=1"))


def test_an_overlay_has_neither_header_nor_footer_nor_cards_of_a_holding(browse, hand):
    html = html_of(browse("carol").get(f"/hands/{hand.pk}/overlay/"))
    assert "<header" not in html
    assert "<footer" not in html
    assert "2 of spades" not in html


def test_one_event_can_be_held(browse, hand):
    assert "Bob plays 9" in html_of(browse("dan").get(f"/hands/{hand.pk}/overlay/?event=8"))
    assert "event=8" in html_of(browse("dan").get(f"/hands/{hand.pk}/overlay/?event=8"))


def test_an_illegal_move_is_marked_with_a_word(browse, hand):
    html = html_of(browse("dan").get(f"/hands/{hand.pk}/overlay/?event=9"))
    assert "✕</span> illegal" in html


@pytest.mark.parametrize("page", ["overlay/", "overlay/board/"])
def test_a_program_that_is_not_signed_in_sees_public_sessions_only(browse, session, hand, page):
    paths = [f"/hands/{hand.pk}/{page}", f"/sessions/{session.pk}/{page}"]
    assert [browse("eve").get(path).status_code for path in paths] == [404, 404]
    publish(session)
    assert [Client().get(path).status_code for path in paths] == [200, 200]


@pytest.mark.parametrize("kind", ["hands", "sessions"])
def test_an_unchanged_overlay_is_answered_with_304(browse, session, hand, people, kind):
    path = f"/{kind}/{(hand if kind == 'hands' else session).pk}/overlay/board/"
    client = browse("dan")
    headers = {"If-None-Match": client.get(path)["ETag"]}
    assert client.get(path, headers=headers).status_code == 304
    append_event(hand, "3: pass", after=12, by=people.carol)
    assert client.get(path, headers=headers).status_code == 200


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_overlay_is_transparent_and_follows_the_hand_and_the_session(
    window: Browser, live_server, browse, session, people
):
    hand = hand_recording.record_hand(
        session, {"dealt": DEAL, "events": OUT[:1]}, by=people.carol
    ).hand
    screen = {"width": 1920, "height": 1080}
    with open_page(window, live_server.url, browse("dan"), viewport=screen) as page:
        for path in (f"/sessions/{session.pk}/overlay/", f"/hands/{hand.pk}/overlay/"):
            page.goto(path)
            assert set(page.evaluate(BACKGROUNDS)) == {"rgba(0, 0, 0, 0)"}
            events = len(hand.head.content["events"])
            append_event(hand, OUT[events], after=events, by=people.carol)
            hand.refresh_from_db()
            expect(page.locator(".last")).to_contain_text("passes")
            assert list_violations(page) == []
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            size = "parseFloat(getComputedStyle(document.querySelector('.players b')).fontSize)"
            assert page.evaluate(size) > 40
        page.goto(f"/sessions/{session.pk}/overlay/")
        for number, event in enumerate(OUT[3:], 3):
            append_event(hand, event, after=number, by=people.carol)
        hand_recording.record_hand(session, {"events": ["1: 4H"]}, by=people.carol)
        expect(page.locator(".standing")).to_contain_text("Alice")
        expect(page.locator("h1")).to_contain_text("hand 2")
