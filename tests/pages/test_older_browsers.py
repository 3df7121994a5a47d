"""What older browsers do not know has a plainer form beside it."""

import re

import pytest
from django.conf import settings

from tests.pages import phones
from tests.pages.browser_pages import no_complaints

STYLES = sorted((settings.BASE_DIR / "scorekeeper" / "pages" / "static").glob("*.css"))
SPOKEN_SIGN = re.compile(r'content: ("[^"]+") / "')


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_sign_with_a_text_for_screen_readers_is_also_declared_without_it(path):
    """Safari before 17.4 drops the declaration with the text, and the sign would be missing."""
    style = path.read_text()
    plain = [
        style[: found.start()].endswith(f"content: {found[1]}; ")
        for found in SPOKEN_SIGN.finditer(style)
    ]
    assert all(plain)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_hand_is_logged_where_requests_cannot_have_a_time_limit(
    window, live_server, browse, session
):
    """Safari before 16 has no AbortSignal.timeout."""
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as page, no_complaints(page, home, "409"):
        page.add_init_script("delete AbortSignal.timeout")
        phones.open_logger(page, session)
        phones.tap(page, "2: 3C", chooses=lambda _: True)
        phones.wait_until_sent(page)
    assert phones.recorded_events() == ["2: 3C"]
