"""Comments on plays on the page of a hand, and in a browser at their step of the replay."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Comment
from scorekeeper.replays import frames as replay_frames
from tests.pages.axe import list_violations
from tests.pages.browser_pages import PHONE, open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import DEAL, OUT, publish

TALL_SCREEN = {"width": 1280, "height": 1350}
# scrolls down until the end of the page or the controls at the upper edge, steps there and back and returns the places of the controls
PLACES = """async () => {
  const top = () => Math.round(document.querySelector("#replay .steps").getBoundingClientRect().top);
  scrollTo(0, document.documentElement.scrollHeight);
  scrollBy(0, Math.min(0, top()));
  const places = [top()];
  for (const name of ["next", "next", "next", "previous", "previous", "previous", "first"]) {
    document.querySelector(`#replay [data-step=${name}]`).click();
    await new Promise(requestAnimationFrame);
    places.push(top());
  }
  return [...new Set(places)];
}"""


@pytest.fixture
def finished(session, people):
    """A finished hand, which can be commented on."""
    hand = recording.record_hand(session, {"dealt": DEAL, "events": OUT}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    return hand


@pytest.fixture
def page(browse, finished):
    def get(query="", name="carol"):
        return html_of(browse(name).get(f"/hands/{finished.pk}/{query}"))

    return get


def add_comment(browse, hand, name="dan", **changes):
    data = {
        "id": uuid4(),
        "revision": hand.head.number,
        "step": 0,
        "text": "A brave lead.",
        **changes,
    }
    return browse(name).post(f"/hands/{hand.pk}/comments/", data)


def test_a_comment_is_added_without_javascript_and_the_form_returns_to_its_step(
    browse, finished, page
):
    response = add_comment(browse, finished, event=5, step=5)
    assert response["Location"] == f"/hands/{finished.pk}/?event=5#comments"
    at_event = page("?event=5").split('class="here"')[1].split("</div>")[0]
    assert "A brave lead." in at_event
    assert "A brave lead." not in page("?event=4").split('class="here"')[1].split("</div>")[0]


def test_plays_with_comments_are_marked(browse, finished, page):
    add_comment(browse, finished, event=5)
    assert page().count("(with a comment)") == 1


def test_a_comment_stands_below_its_move_in_the_list(browse, finished, page, people):
    comment, _ = hand_comments.comment(finished, "Why?", by=people.dan, event=3)
    quote = '<p class="remark"><b>dan</b> Why?</p>'
    assert page().count(quote) == 1
    hand_comments.remove(comment, by=people.dan)
    assert quote not in page()


def test_comments_are_plain_text(browse, finished, page):
    add_comment(browse, finished, text="<b>Bold</b>\n\nand more")
    assert "<b>Bold</b>" not in browse("carol").get(f"/hands/{finished.pk}/").content.decode()
    assert "<b>Bold</b></p>" in page()


def test_an_empty_comment_is_refused(browse, finished):
    response = add_comment(browse, finished, text=" ")
    assert (response.status_code, Comment.objects.count()) == (422, 0)
    assert "This field is required." in response.content.decode()


def test_a_comment_taken_back_hides_its_text(browse, finished, page, people):
    comment, _ = hand_comments.comment(finished, "A brave lead.", by=people.dan)
    response = browse("dan").post(f"/comments/{comment.pk}/removal/", {"step": 3})
    assert response["Location"] == f"/hands/{finished.pk}/?event=3#comments"
    assert "Removed by dan." in page()
    assert "A brave lead." not in page()


def test_a_referee_may_hide_a_comment_and_a_scorer_may_not(browse, finished, page, people):
    comment, _ = hand_comments.comment(finished, "A brave lead.", by=people.dan)
    assert "Hide" in page(name="alice")
    assert "Hide" not in page(name="carol")
    browse("carol").post(f"/comments/{comment.pk}/removal/", {"step": 0})
    assert "A brave lead." in page()
    browse("alice").post(f"/comments/{comment.pk}/removal/", {"step": 0})
    assert "Hidden by alice." in page()


def test_a_comment_on_a_removed_event_names_the_event_and_version(finished, page, people):
    hand_comments.comment(finished, "He never passed.", by=people.dan, event=2)
    hand_amendments.amend(
        finished,
        Amendment(changes=[EventChange(Operation.REMOVE, 2)], reason="Misheard."),
        by=people.carol,
    )
    assert "It was about move 2 of version 1, which a correction has removed since." in page()
    assert "He never passed." in page()


def test_strangers_neither_read_comments_nor_write_any(browse, finished, people):
    hand_comments.comment(finished, "A brave lead.", by=people.dan)
    assert add_comment(browse, finished, "eve").status_code == 404
    publish(finished.session)
    for client in (Client(), browse("eve")):
        assert "A brave lead." not in client.get(f"/hands/{finished.pk}/").content.decode()
    assert add_comment(browse, finished, "eve").status_code == 403


def test_an_unfinished_hand_takes_no_comments(browse, hand):
    assert 'id="comments"' not in browse("dan").get(f"/hands/{hand.pk}/").content.decode()
    assert add_comment(browse, hand).status_code == 422


def test_the_number_of_queries_does_not_grow_with_the_comments(
    browse, finished, people, django_assert_max_num_queries
):
    for event in range(1, 9):
        hand_comments.comment(finished, "So?", by=people.dan, event=event)
    client = browse("carol")
    with django_assert_max_num_queries(22):
        client.get(f"/hands/{finished.pk}/?event=3")


@pytest.fixture
def phone_of_dan(window: Browser, live_server, browse) -> Iterator[Page]:
    """A phone on which Dan is signed in; complaints of the browser fail the test."""
    with open_page(window, live_server.url, browse("dan")) as page:
        yield page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_member_comments_on_a_step_of_the_replay_and_reads_the_comment_there(
    phone_of_dan, finished
):
    page = phone_of_dan
    page.goto(f"/hands/{finished.pk}/?event=1")
    page.locator(".player select").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".talk > summary").click()
    page.get_by_label("About").select_option("Move 2")
    page.get_by_label("Your comment").fill("Why not the nine?")
    page.get_by_role("button", name="Comment").click()
    expect(page.locator(".here")).to_contain_text("Why not the nine?")
    assert page.url.endswith("event=2")
    expect(page.locator(".talk .count")).to_have_text("1")
    expect(page.locator(".marks .said")).to_have_count(1)
    expect(page.locator('.play[data-event="2"] .said')).to_have_count(1)
    expect(page.locator(".move .remark")).to_have_text("dan Why not the nine?")
    page.keyboard.press("Escape")
    page.locator("#replay [data-step=next]").click()
    expect(page.locator(".here .remarks li")).to_have_count(0)
    page.locator("#replay [data-step=previous]").click()
    expect(page.locator(".here")).to_contain_text("Why not the nine?")
    page.locator("#moves summary").first.click()
    page.locator(".all summary").click()
    assert list_violations(page) == []
    page.locator(".here").get_by_role("button", name="Remove").click()
    expect(page.locator(".here")).to_contain_text("Removed by dan.")
    expect(page.locator(".move .remark")).to_have_count(0)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_controls_stay_in_place_while_stepping_past_comments(
    window, live_server, browse, finished, people
):
    for event in (2, 4):
        hand_comments.comment(finished, "Why not the nine?\n\n" * 9, by=people.dan, event=event)
    for size in (PHONE, TALL_SCREEN):
        still = {"viewport": size, "reduced_motion": "reduce"}
        with open_page(window, live_server.url, browse("dan"), **still) as page:
            page.goto(f"/hands/{finished.pk}/?event=2")
            page.locator(".player select").wait_for()
            assert len(page.evaluate(PLACES)) == 1
