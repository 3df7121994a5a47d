"""A trick or a hand as one animated SVG file."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

import referee
from scorekeeper.hands import recording
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.replays import frames as replay_frames
from tests.pages.browser_pages import open_page
from tests.pages.sample_hands import OUT, publish

SVG = "{http://www.w3.org/2000/svg}"
# returns which moment an animation of twelve moves shows at each of its ticks
SHOWN = """() => {
  const animations = document.getAnimations();
  animations.forEach((one) => one.pause());
  return Array.from({ length: 14 }, (_, tick) => {
    animations.forEach((one) => (one.currentTime = (tick + 0.5) * 1500));
    const texts = [...document.querySelectorAll("text")].filter((one) => getComputedStyle(one).visibility === "visible");
    return texts.map((one) => one.textContent).filter((text) => / \\/ 12$/.test(text)).map((text) => parseInt(text.split(" · ")[1]));
  });
}"""
# returns how far the cards of the first play are from their place, just after it begins and when they have landed
AWAY = """() => [1550, 2400].map((time) => {
  document.getAnimations().forEach((one) => { one.pause(); one.currentTime = time; });
  const { e, f } = new DOMMatrix(getComputedStyle(document.querySelector(".fly")).transform);
  return Math.hypot(e, f) > 100;
})"""
LISTED = ".//{http://www.w3.org/1999/xhtml}li"


@pytest.fixture
def animation(browse, hand):
    def get(query="", of=None, name="dan"):
        return browse(name).get(f"/hands/{(of or hand).pk}/animation.svg{query}")

    return get


def sentences(response):
    return [one.text for one in ElementTree.fromstring(response.content).findall(LISTED)]


@pytest.mark.parametrize("game", ["big_two_1", "gang_of_four_1", "four_color_cards_1"])
def test_the_animation_of_a_hand_has_every_move(animation, club, people, browse, game):
    record = referee.read_record((demo_club.RECORDS / f"{game}.toml").read_text(), "toml")
    session, _ = session_records.import_session(club, record, by=people.alice)
    replay_frames.rebuild_stale(stop=lambda: False)
    hand = session.hands.get(position=1)
    response = animation(of=hand, name="alice")
    said = [
        one["said"]
        for one in browse("alice").get(f"/hands/{hand.pk}/replay.json").json()["moments"]
    ]
    assert sentences(response) == said
    root = ElementTree.fromstring(response.content)
    used = {use.get("href") for use in root.iter(f"{SVG}use")}
    assert used <= {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")}
    assert len(response.content) < 600_000


def test_the_animation_of_a_trick_has_its_moves_alone(animation):
    assert sentences(animation("?around=2")) == sentences(animation())[1:5]
    assert "Alice leads" in sentences(animation("?around=0"))[0]


def test_an_animation_has_no_script_and_its_style_is_allowed_by_its_digest(animation):
    response = animation()
    assert response["Content-Type"] == "image/svg+xml"
    assert re.fullmatch(
        r"default-src 'none'; sandbox; style-src 'sha256-[\w+/=]+'",
        response["Content-Security-Policy"],
    )
    assert b"<script" not in response.content
    assert b"prefers-reduced-motion" in response.content


def test_an_unchanged_animation_is_answered_with_304(animation, browse, hand):
    headers = {"If-None-Match": animation()["ETag"]}
    path = f"/hands/{hand.pk}/animation.svg"
    assert browse("dan").get(path, headers=headers).status_code == 304


def test_an_animation_waits_for_the_replay(animation, session, people):
    hand = recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    assert animation(of=hand).status_code == 503


def test_an_animation_shows_nobody_cards_that_its_viewer_may_not_see(animation):
    assert b"card-2S" in animation(name="carol").content
    assert b"card-2S" not in animation(name="dan").content


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_animation_shows_one_moment_after_another_and_stays_longer_at_the_last(
    window: Browser, live_server, hand
):
    publish(hand.session)
    with open_page(window, live_server.url) as page:
        page.goto(f"/hands/{hand.pk}/animation.svg")
        assert page.evaluate(SHOWN) == [[moment] for moment in (*range(13), 12)]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_animation_stands_still_at_the_last_moment_if_less_motion_is_wanted(
    window: Browser, live_server, hand
):
    publish(hand.session)
    with open_page(window, live_server.url, reduced_motion="reduce") as page:
        page.goto(f"/hands/{hand.pk}/animation.svg")
        assert page.evaluate("document.getAnimations().length") == 0
        assert page.evaluate(SHOWN) == [[12]] * 14


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_played_cards_fly_from_their_seat_to_the_table(window: Browser, live_server, hand):
    publish(hand.session)
    with open_page(window, live_server.url) as page:
        page.goto(f"/hands/{hand.pk}/animation.svg")
        assert page.evaluate(AWAY) == [True, False]
