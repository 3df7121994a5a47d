"""A file is prepared, seen to be ready without a click, and downloaded, by keyboard."""

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper import tasks
from scorekeeper.exports import files
from scorekeeper.models import ExportFile
from tests.pages.browser_pages import open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_shows_by_itself_that_a_file_is_ready(
    live_server, window: Browser, club, hand, browse, export_folder, monkeypatch
):
    monkeypatch.setattr(files, "LARGE_HANDS", 0)
    with open_page(window, live_server.url, browse("alice")) as page:
        page.goto(f"/clubs/{club.pk}/export/")
        page.get_by_role("button", name="Every hand: Prepare CSV").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Prepared files")
        expect(page.get_by_role("progressbar", name="Sessions in the file")).to_be_visible()
        page.get_by_role("button", name="Delete thursday-night-hands.csv").focus()
        tasks.make_export_files()
        expect(page.get_by_role("status")).to_have_text("No file is being prepared any more.")
        expect(page.get_by_role("button", name="Delete thursday-night-hands.csv")).to_be_focused()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download thursday-night-hands.csv").press("Enter")
        assert download.value.suggested_filename == "thursday-night-hands.csv"
        assert download.value.path().stat().st_size == ExportFile.objects.get().size
        page.get_by_role("button", name="Delete thursday-night-hands.csv").press("Enter")
        expect(page.get_by_text("The file has been deleted.")).to_be_visible()
