"""The score sheet on narrow and wide screens, with long names and in languages with long words."""

import pytest
from django.conf import settings

from scorekeeper.hands import recording as hand_recording
from tests.pages.browser_pages import open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OUTSIDE = """() => [...document.querySelectorAll(".sheet .mark, .sheet td b, .sheet .ruled a")]
  .filter((one) => {
    const inner = one.getBoundingClientRect(), cell = one.closest("th, td").getBoundingClientRect();
    return inner.left < cell.left - 0.5 || inner.right > cell.right + 0.5;
  })
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("language", ["en", "de", "zh-hant"])
def test_nothing_in_a_cell_covers_the_next_one(
    window, live_server, browse, session, players, people, hand, language
):
    players[0].name = "Maximiliane-Theodora von und zu Lindenau"
    players[0].save()
    given = {
        "adjustments": [{"seat": 3, "points": -100}],
        "rulings": [{"decision": "adjustment", "reason": "Late."}],
    }
    hand_recording.record_hand(session, {"cards_left": [0, 5, 13, 12], **given}, by=people.carol)
    with open_page(window, live_server.url, browse("dan")) as page:
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}
        page.context.add_cookies([cookie])
        for width in (360, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(f"/sessions/{session.pk}/")
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate(OUTSIDE) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
