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
        f"/seasons/{season}/", f"/seasons/{season}/changes/", f"/seasons/{season}/players/{player}/", f"/players/{player}/",
        f"/clubs/{keeper.club.pk}/ratings/", f"/hands/{hand.pk}/", f"/sessions/{session.pk}/", f"/sessions/{session.pk}/print/results/",
    )  # fmt: skip
    with open_page(window, live_server.url, browse("dan"), locale=locale) as page:
        for path in pages:
            page.goto(path)
            assert page.evaluate(TOO_WIDE) == [], path
