"""Tables of a season and a hand show every column on a phone, in each language and with long names."""

import pytest

from scorekeeper.models import Player
from scorekeeper.replays import frames as replay_frames
from tests.pages.browser_pages import open_page
from tests.pages.sample_hands import DEAL, OUT

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG_NAMES = (
    "Maximiliane-Konstanze von Hohenstaufen-B",
    "Bartholomäus Wolfgang Amadeus Grünwalder",
)
# returns the headings of tables that are wider than their place; tables with a column for each player scroll beside a fixed one
TOO_WIDE = """() => [...document.querySelectorAll("table:not(.stuck)")].flatMap((table) => {
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
    replay_frames.rebuild_stale(stop=lambda: False)
    season, player = keeper.season.pk, keeper.players[0].pk
    pages = (
        f"/seasons/{season}/",
        f"/seasons/{season}/changes/",
        f"/seasons/{season}/players/{player}/",
        f"/players/{player}/",
        f"/clubs/{keeper.club.pk}/ratings/",
        f"/hands/{hand.pk}/",
        f"/sessions/{session.pk}/",
        f"/sessions/{session.pk}/print/results/",
    )
    with open_page(window, live_server.url, browse("dan"), locale=locale) as page:
        for path in pages:
            page.goto(path)
            assert page.evaluate(TOO_WIDE) == [], path


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
