"""The Share button of a replay: the system's share sheet on phones, and a dialog with the link, pictures and the rest."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper import tasks
from scorekeeper.hands import recording
from scorekeeper.replays import frames as replay_frames
from tests.pages import axe
from tests.pages.browser_pages import open_page
from tests.pages.sample_hands import OUT, publish
from tests.scorekeeper.turns import never

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHEET = """
  window.shared = [];
  navigator.canShare = (data) => (data.files ?? []).every((file) => file instanceof File && file.size);
  navigator.share = async (data) => {
    shared.push({ url: data.url ?? "", files: (data.files ?? []).map((file) => `${file.name} ${file.type}`) });
    if (window.closesSheet) throw new DOMException("closed", "AbortError");
  };
"""
"""Stands for the system's share sheet, of which the browser of a test has none."""
TOUCHES = {"has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture
def over(session, people, export_folder):
    hand = recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=never)
    return hand


def shared(page: Page):
    return page.evaluate("shared")


def press_share(page: Page):
    page.get_by_role("link", name="Share", exact=True).click()
    return page.get_by_role("dialog", name="Share this moment")


@pytest.mark.parametrize("options", [{}, DESK], ids=["phone", "desk"])
def test_a_dialog_has_the_link_the_picture_and_the_moving_picture(
    window: Browser, live_server, browse, over, options
):
    with open_page(window, live_server.url, browse("dan"), **options) as page:
        page.goto(f"/hands/{over.pk}/?event=1")
        page.get_by_role("link", name="Next", exact=True).click()
        expect(page).to_have_url(f"{live_server.url}/hands/{over.pk}/?event=2")
        dialog = press_share(page)
        expect(dialog.get_by_label("Link", exact=True)).to_have_value(page.url)
        expect(dialog).to_contain_text("only signed-in members of Thursday night")
        picture = dialog.get_by_role("link", name="Picture", exact=True)
        assert urlsplit(picture.get_attribute("href")).path.endswith("/positions/2.png")
        dialog.get_by_role("link", name="Moving picture").click()
        expect(dialog.get_by_role("status")).to_contain_text("is being made")
        tasks.make_export_files()
        expect(dialog.get_by_role("status")).to_contain_text("is ready")
        assert dialog.get_by_role("img", name="The hand, one play").evaluate(
            "one => one.decode().then(() => 1)"
        )
        assert axe.list_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        with page.expect_download() as download:
            dialog.get_by_role("link", name="Save").click()
        assert download.value.suggested_filename == "thursday-night-hand-1.gif"
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("link", name="Share", exact=True)).to_be_focused()


def test_a_phone_opens_its_share_sheet_with_the_link_and_the_picture(
    window: Browser, live_server, over
):
    publish(over.session)
    with open_page(window, live_server.url, **TOUCHES) as page:
        page.add_init_script(SHEET)
        page.goto(f"/hands/{over.pk}/?event=3")
        dialog = press_share(page)
        expect(dialog).to_be_hidden()
        [sent] = shared(page)
        assert parse_qs(urlsplit(sent["url"]).query) == {"event": ["3"]}
        assert sent["files"] == ["hand-1.png image/png"]


def test_whoever_closes_the_share_sheet_finds_the_other_ways(window: Browser, live_server, over):
    publish(over.session)
    with open_page(window, live_server.url, **TOUCHES) as page:
        page.add_init_script(SHEET)
        page.goto(f"/hands/{over.pk}/?event=3")
        page.evaluate("window.closesSheet = true")
        dialog = press_share(page)
        dialog.get_by_role("link", name="Moving picture").click()
        expect(dialog.get_by_role("status")).to_contain_text("is being made")
        tasks.make_export_files()
        dialog.get_by_role("button", name="Send the moving picture").click()
        assert [sent["files"] for sent in shared(page)] == [
            ["hand-1.png image/png"],
            ["thursday-night-hand-1.gif image/gif"],
        ]


def test_without_scripts_the_button_leads_to_every_way(window: Browser, live_server, over):
    publish(over.session)
    with open_page(window, live_server.url, java_script_enabled=False) as page:
        page.goto(f"/hands/{over.pk}/?event=3")
        dialog = press_share(page)
        dialog.get_by_role("link", name="Moving picture").click()
        page.get_by_role("button", name="Make it").click()
        expect(page.get_by_role("status")).to_contain_text("is being made")
        tasks.make_export_files()
        expect(page.get_by_role("status")).to_contain_text("is ready")
