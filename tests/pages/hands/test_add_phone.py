"""A phone more is added in the logger: a code to scan, in a dialog over what is being logged."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scorekeeper.models import Link
from tests.pages import axe, phones
from tests.pages.browser_pages import open_page

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_dialog(page):
    page.get_by_role("button", name="What was logged, and more").click()
    page.get_by_role("button", name="Add a phone").click()
    return page.get_by_role("dialog", name="Add a phone")


def test_a_code_is_shown_without_leaving_the_logger(window, live_server, browse, session, people):
    with phones.begun_hand(window, live_server.url, browse("carol"), session) as page:
        before = page.url
        dialog = open_dialog(page)
        expect(dialog).to_contain_text("can log this session in your name")
        expect(dialog).to_contain_text("localhost:")
        expect(dialog).to_contain_text("leads to this computer only")
        dialog.get_by_label("Whose phone?").fill("Dan’s")
        dialog.get_by_label("Valid for").select_option(label="4 hours")
        dialog.get_by_role("button", name="Show a code").click()
        code = dialog.get_by_role("img", name="The link as a QR code")
        expect(code).to_be_in_viewport(ratio=1)
        assert code.evaluate("one => one.decode().then(() => one.naturalWidth > 50)")
        expect(dialog).to_contain_text("This link is good until")
        link = Link.objects.get()
        assert (link.label, link.created_by) == ("Dan’s", people.carol)
        assert link.expires_at - link.created_at == timedelta(hours=4)
        assert axe.list_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        address = dialog.get_by_label("Link", exact=True).input_value()
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
        assert page.url == before
        with open_page(window, live_server.url) as other:
            other.goto(address)
            expect(other.get_by_role("group", name="Which seat?")).to_be_visible()
        page.get_by_role("button", name="Add a phone").click()
        dialog.get_by_role("link", name="All links").click()
        page.get_by_role("button", name="Revoke the link: Dan’s").click()
        expect(page.get_by_text("The link has been revoked")).to_be_visible()


def test_a_code_whose_answer_was_lost_is_the_same_code(window, live_server, browse, session):
    home = live_server.url
    with phones.begun_hand(window, home, browse("carol"), session, "ERR_FAILED") as page:
        dialog = open_dialog(page)

        def lose(route):
            route.fetch()
            route.abort()

        page.route("**/links/", lose, times=1)
        dialog.get_by_role("button", name="Show a code").click()
        expect(dialog.get_by_role("alert")).to_contain_text("There is no connection")
        dialog.get_by_role("button", name="Show a code").click()
        expect(dialog.get_by_role("img")).to_be_visible()
        assert Link.objects.count() == 1


def test_whoever_logs_through_a_link_adds_no_phones(client):
    assert 'id="add-phone"' not in client.get("/log/").content.decode()
