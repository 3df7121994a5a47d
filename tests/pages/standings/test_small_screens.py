"""Tables of a season and a hand show every column on a phone, in each language and with long names."""

import pytest
from playwright.sync_api import expect

from scorekeeper.models import Player
from scorekeeper.replays import frames as replay_frames
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page
from tests.pages.sample_hands import DEAL, OUT
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG_NAMES = (
    "Maximiliane-Konstanze von Hohenstaufen-B",
    "Bartholomäus Wolfgang Amadeus Grünwalder",
)
# returns the headings of tables that are wider than their place; the figures below a plot scroll beside a fixed column
TOO_WIDE = """() => [...document.querySelectorAll("table:not(.plot table)")].flatMap((table) => {
  for (let box = table; box; box = box.parentElement) if (box.localName === "details") box.open = true;
  const place = table.closest(".scroll");
  return place.scrollWidth > place.clientWidth ? [table.tHead.innerText] : [];
})"""


@pytest.mark.parametrize("locale", ["de-DE", "zh-TW", "en-US"])
def test_every_column_is_in_view_on_a_phone(window, live_server, browse, keeper, locale):
    for player, name in zip(keeper.players, LONG_NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    for day in range(1, 6):
        session = keeper.session(played_on=f"2026-03-0{day}")
        hand = keeper.hand(session, dealt=DEAL, events=OUT)
    keeper.session([0, 13, 13, 12], house_rules={"settlement": "penalties"})
    replay_frames.rebuild_stale(stop=lambda: False)
    season, player = keeper.season.pk, keeper.players[0].pk
    pages = (
        f"/seasons/{season}/",
        f"/seasons/{season}/changes/",
        f"/seasons/{season}/head-to-head/",
        f"/seasons/{season}/players/{player}/",
        f"/players/{player}/",
        f"/clubs/{keeper.club.pk}/ratings/",
        f"/clubs/{keeper.club.pk}/statistics/",
        f"/hands/{hand.pk}/",
        f"/sessions/{session.pk}/",
        f"/sessions/{session.pk}/print/results/",
    )
    with open_page(window, live_server.url, browse("dan"), locale=locale) as page:
        for path in pages:
            page.goto(path)
            assert page.evaluate(TOO_WIDE) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_head_to_head_is_a_list_of_each_player_on_a_phone(window, live_server, browse, keeper):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    with open_page(window, live_server.url, browse("dan")) as page:
        page.goto(f"/seasons/{keeper.season.pk}/head-to-head/")
        players = page.locator(".meetings details")
        first, second = (players.nth(number).inner_text() for number in (0, 1))
        shown = page.locator(".meetings td:visible")
        expect(shown).to_have_count(3)
        assert list_violations(page) == []
        page.locator(".meetings summary", has_text=second).click()
        expect(shown).to_have_count(6)
        page.locator(".meetings summary", has_text=first).click()
        expect(shown).to_have_count(3)
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator(".meetings td:visible")).to_have_count(16)
        expect(page.locator(".meetings summary:visible")).to_have_count(0)


# returns the visible words and links of a page, and where its table begins and ends
COUNTED = """() => {
  const main = document.querySelector("main");
  const { top, bottom } = main.querySelector("table").getBoundingClientRect();
  const links = [...main.querySelectorAll("a[href]")].filter((link) => link.checkVisibility());
  return { words: main.innerText.split(/\\s+/).length, links: links.length, top, bottom };
}"""


def test_a_season_begins_with_its_table_and_folds_the_rest(window, live_server, browse, keeper):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    with open_page(window, live_server.url, browse("alice")) as page:
        page.goto(f"/seasons/{keeper.season.pk}/")
        counted = page.evaluate(COUNTED)
        assert counted["words"] <= 110
        # the trail, the tabs, the players, the sessions, the search for hands
        assert counted["links"] <= 15
        assert counted["top"] < 844 / 2
        assert counted["bottom"] < 844
        for name in ("How this season is scored", "Download or print", "Manage"):
            page.locator("summary", has_text=name).click()
        for name in ("Table for Excel", "Poster to print", "Change the scoring plan", "Big Two"):
            expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
        assert list_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(".total").last.bounding_box()
        page.mouse.click(box["x"], box["y"])  # the whole row leads to the player
        page.wait_for_url("**/players/**")


# scrolls each table to its end; returns the rows whose heading is then out of view
OUT_OF_VIEW = """() => [...document.querySelectorAll(".scroll")].flatMap((place) => {
  place.scrollLeft = place.scrollWidth;
  const left = place.getBoundingClientRect().left;
  const heads = [...place.querySelectorAll("tbody th")];
  return heads.filter((head) => head.getBoundingClientRect().left < left - 1).map((head) => head.innerText);
})"""


def test_the_names_of_rows_stay_in_view_where_a_table_has_a_column_for_each_player(
    window, live_server, browse, keeper
):
    for player, name in zip(keeper.players, LONG_NAMES * 2, strict=True):
        Player.objects.filter(pk=player.pk).update(name=f"{name} {player.name}"[:60])
    hand = keeper.hand(keeper.session(), cards_left=[0, 5, 8, 12])
    with open_page(window, live_server.url, browse("carol")) as page:
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(f"/hands/{hand.pk}/amend/")
        boxes = [page.locator(f"#id_count_{seat}").bounding_box() for seat in (1, 2)]
        assert boxes[0]["y"] == boxes[1]["y"], "side by side"
        page.locator("#id_count_4").fill("3")
        page.get_by_role("button", name="Show what would change").click()
        page.locator(".changed").wait_for()
        assert page.evaluate(TOO_WIDE) == []
        page.set_viewport_size({"width": 240, "height": 640})
        scrolls = "() => document.querySelector('.changed').closest('.scroll')"
        assert page.evaluate(f"({scrolls})().scrollWidth > ({scrolls})().clientWidth")
        assert page.evaluate(OUT_OF_VIEW) == []
