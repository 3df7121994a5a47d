"""Light or dark: as the system has it, or as somebody chose, without a script."""

import pytest

from tests.pages.forms_and_mail import html_of

DARK, LIGHT = "rgb(18, 21, 19)", "rgb(247, 246, 242)"


def test_a_choice_stays_and_leads_back(client, db):
    back = client.post("/theme/", {"theme": "dark", "next": "/ask/?play=3C"})
    assert back.headers["Location"] == "/ask/?play=3C"
    assert 'data-theme="dark"' in html_of(client.get("/rules/"))
    client.post("/theme/", {"theme": ""})
    assert "data-theme" not in html_of(client.get("/rules/"))


def test_what_is_no_theme_is_none(client, db):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in html_of(client.get("/"))
    assert client.post("/theme/", {"theme": "pink"}).cookies["theme"].value == ""


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1"])  # fmt: skip
def test_a_choice_leads_nowhere_else(client, db, elsewhere):
    back = client.post("/theme/", {"theme": "dark", "next": elsewhere})
    assert back.headers["Location"] == "/"


def test_a_choice_leads_to_an_address_and_not_to_a_page_by_its_name(client, db):
    for name in ("members", "hand"):
        back = client.post("/theme/", {"theme": "dark", "next": name})
        assert (back.status_code, back.headers["Location"]) == (302, name)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_choice_outweighs_the_system_on_every_page(window, live_server, browse, hand):
    client = browse("alice")
    cookie = client.cookies["sessionid"].value
    pages = ("/", f"/sessions/{hand.session.pk}/log/", f"/hands/{hand.pk}/", f"/hands/{hand.pk}/embed/")  # fmt: skip
    seen = set()
    for system, chosen in (("light", "Dark"), ("dark", "Light"), ("dark", "As the system")):
        context = window.new_context(base_url=live_server.url, color_scheme=system, java_script_enabled=False)  # fmt: skip
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name=chosen, exact=True).click()
        for address in pages:
            page.goto(address)
            ground = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
            seen.add((system, chosen, ground))
        context.close()
    assert seen == {("light", "Dark", DARK), ("dark", "Light", LIGHT), ("dark", "As the system", DARK)}  # fmt: skip
