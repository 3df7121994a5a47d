"""What members say about a play, on the page of the hand; in a browser, at its step of the replay."""

import html
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Comment, Visibility
from scorekeeper.replays import frames as replay_frames
from tests.pages.axe import AXE
from tests.pages.browser_log import collect_complaints
from tests.pages.sample_hands import DEAL, OUT


@pytest.fixture
def finished(session, people):
    """Alice has gone out; everybody's cards may be talked about."""
    hand = recording.record_hand(session, {"dealt": DEAL, "events": OUT}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture
def page(browse, finished):
    def get(query="", name="carol"):
        shown = browse(name).get(f"/hands/{finished.pk}/{query}").content.decode()
        return html.unescape(shown)

    return get


def say(browse, hand, name="dan", **said):
    sent = {"id": uuid4(), "revision": hand.head.number, "step": 0, "text": "A brave lead.", **said}
    return browse(name).post(f"/hands/{hand.pk}/comments/", sent)


def test_a_comment_is_made_without_a_script_and_one_is_back_at_the_same_step(browse, finished, page):  # fmt: skip
    answer = say(browse, finished, event=5, step=5)
    assert answer["Location"] == f"/hands/{finished.pk}/?event=5#comments"
    here = page("?event=5").split('class="here"')[1].split("</div>")[0]
    assert "A brave lead." in here
    assert "A brave lead." not in page("?event=4").split('class="here"')[1].split("</div>")[0]


def test_plays_that_somebody_commented_on_are_marked(browse, finished, page):
    say(browse, finished, event=5)
    assert page().count("(with a comment)") == 1


def test_what_is_said_is_plain_text(browse, finished, page):
    say(browse, finished, text="<b>Bold</b>\n\nand more")
    assert "<b>Bold</b>" not in browse("carol").get(f"/hands/{finished.pk}/").content.decode()
    assert "<b>Bold</b></p>" in page()


def test_a_comment_that_says_nothing_is_asked_for_again(browse, finished):
    answer = say(browse, finished, text=" ")
    assert (answer.status_code, Comment.objects.count()) == (422, 0)
    assert "This field is required." in answer.content.decode()


def test_a_comment_taken_back_says_so_and_not_what_it_said(browse, finished, page, people):
    said, _ = hand_comments.comment(finished, "A brave lead.", by=people.dan)
    answer = browse("dan").post(f"/comments/{said.pk}/removal/", {"step": 3})
    assert answer["Location"] == f"/hands/{finished.pk}/?event=3#comments"
    assert "Taken back by dan." in page()
    assert "A brave lead." not in page()


def test_a_referee_may_hide_a_comment_and_a_scorer_may_not(browse, finished, page, people):
    said, _ = hand_comments.comment(finished, "A brave lead.", by=people.dan)
    assert "Hide it" in page(name="alice")
    assert "Hide it" not in page(name="carol")
    browse("carol").post(f"/comments/{said.pk}/removal/", {"step": 0})
    assert "A brave lead." in page()
    browse("alice").post(f"/comments/{said.pk}/removal/", {"step": 0})
    assert "Hidden by alice." in page()


def test_a_comment_on_a_play_that_was_corrected_away_says_so(finished, page, people):
    hand_comments.comment(finished, "He never passed.", by=people.dan, event=2)
    hand_amendments.amend(
        finished,
        Amendment(changes=[EventChange(Operation.REMOVE, 2)], reason="Misheard."),
        by=people.carol,
    )
    assert "It was about event 2 of version 1, which was corrected away since." in page()
    assert "He never passed." in page()


def test_strangers_neither_read_comments_nor_write_any(browse, finished, people):
    hand_comments.comment(finished, "A brave lead.", by=people.dan)
    assert say(browse, finished, "eve").status_code == 404
    finished.club.visibility = finished.session.visibility = Visibility.PUBLIC
    finished.club.save()
    finished.session.save()
    for client in (Client(), browse("eve")):
        assert "A brave lead." not in client.get(f"/hands/{finished.pk}/").content.decode()
    assert say(browse, finished, "eve").status_code == 403


def test_nobody_is_asked_for_comments_while_a_hand_goes_on(browse, hand):
    assert 'id="comments"' not in browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert say(browse, hand).status_code == 422


def test_comments_cost_no_query_each(browse, finished, people, django_assert_max_num_queries):
    for event in range(1, 9):
        hand_comments.comment(finished, "So?", by=people.dan, event=event)
    client = browse("carol")
    with django_assert_max_num_queries(22):
        client.get(f"/hands/{finished.pk}/?event=3")


@pytest.fixture
def window_of_dan(window: Browser, live_server, browse) -> Iterator[Page]:
    """Dan is signed in; complaints of the browser fail the test."""
    context = window.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844})
    cookie = browse("dan").cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}])  # fmt: skip
    page = context.new_page()
    complaints = collect_complaints(page, home=live_server.url)
    yield page
    assert complaints == []
    context.close()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_member_comments_on_a_step_of_the_replay_and_finds_it_there_again(window_of_dan, finished):  # fmt: skip
    page = window_of_dan
    page.goto(f"/hands/{finished.pk}/?event=1")
    page.locator(".player select").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_label("About").select_option("Event 2")
    page.get_by_label("Your comment").fill("Why not the nine?")
    page.get_by_role("button", name="Comment").click()
    expect(page.locator(".here")).to_contain_text("Why not the nine?")
    assert page.url.endswith("event=2")
    expect(page.locator(".marks .said")).to_have_count(1)
    expect(page.locator('#told .play[data-event="2"].commented')).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("#replay [data-step=next]").click()
    expect(page.locator(".here .remarks li")).to_have_count(0)
    page.locator("#replay [data-step=previous]").click()
    expect(page.locator(".here")).to_contain_text("Why not the nine?")
    page.locator(".all summary").click()
    page.evaluate(AXE)
    found = "axe.run().then((found) => found.violations.map((one) => [one.id, one.nodes[0].html]))"
    assert page.evaluate(found) == []
    page.locator(".here").get_by_role("button", name="Take it back").click()
    expect(page.locator(".here")).to_contain_text("Taken back by dan.")
