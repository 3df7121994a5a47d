"""Texts that have to fit into a narrow place, in a real browser."""

import pytest

from scorekeeper.sessions import recording
from tests.pages.browser_pages import open_page
from tests.scorekeeper.season_scorer import WON_BY_ALICE

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CUT_OFF = """() => [...document.querySelectorAll(".short select")].flatMap((list) => {
  const style = getComputedStyle(list);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...list.options].map((option) => option.text).filter((text) => pen.measureText(text).width > room);
})"""
DATES = """() => {
  const drawn = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...more) {
    const { actualBoundingBoxLeft, actualBoundingBoxRight } = this.measureText(text);
    drawn.push({ text, cut: x - actualBoundingBoxLeft < 0 || x + actualBoundingBoxRight > this.canvas.width });
    return write.call(this, text, x, y, ...more);
  };
  window.drawnTexts = drawn;
}"""


@pytest.mark.parametrize("locale", ["en", "de", "zh-TW"])
def test_no_choice_of_a_house_rule_is_cut_off(
    window, live_server, browse, club, players, people, locale
):
    with open_page(window, live_server.url, browse("dan"), locale=locale) as page:
        for variant in ("big-two", "pusoy-dos", "gang-of-four-loser-scores"):
            session, _ = recording.record_session(
                club, {"variant": variant}, players=players, by=people.carol
            )
            page.goto(f"/sessions/{session.pk}/what-if/")
            page.locator('.presets input[value="custom"]').check()
            for width in (390, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate(CUT_OFF) == [], f"{variant} at {width} px"


@pytest.mark.parametrize("locale", ["en", "de", "zh-TW"])
@pytest.mark.parametrize(("first", "last"), [("03-05", "03-26"), ("01-05", "12-29")])
def test_no_date_under_the_plots_of_a_player_is_cut_off(
    window, live_server, browse, keeper, locale, first, last
):
    for year, day in (("2025", first), ("2025", "06-12"), ("2025", last)):
        keeper.session(WON_BY_ALICE, played_on=f"{year}-{day}")
    size = {"width": 1280, "height": 900}
    with open_page(window, live_server.url, browse("dan"), viewport=size, locale=locale) as page:
        page.add_init_script(f"({DATES})()")
        page.goto(f"/players/{keeper.players[0].pk}/")
        for folded in page.locator("details.more > summary").all():
            folded.click()
        page.wait_for_function("window.drawnTexts.length > 0")
        drawn = page.evaluate("window.drawnTexts")
        assert [one["text"] for one in drawn if one["cut"]] == []
