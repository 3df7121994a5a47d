"""The light and dark theme: the system's, or the one chosen with a form that needs no JavaScript."""

import pytest

from tests.pages.browser_pages import open_context
from tests.pages.forms_and_mail import html_of

DARK, LIGHT = "rgb(18, 21, 19)", "rgb(247, 246, 242)"


def test_a_chosen_theme_is_stored_and_the_form_leads_back(client, db):
    response = client.post("/theme/", {"theme": "dark", "next": "/ask/?play=3C"})
    assert response.headers["Location"] == "/ask/?play=3C"
    assert 'data-theme="dark"' in html_of(client.get("/rules/"))
    client.post("/theme/", {"theme": ""})
    assert "data-theme" not in html_of(client.get("/rules/"))


def test_an_unknown_theme_is_ignored(client, db):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in html_of(client.get("/"))
    assert client.post("/theme/", {"theme": "pink"}).cookies["theme"].value == ""


@pytest.mark.parametrize(
    "address", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1"]
)
def test_the_form_never_redirects_to_another_site(client, db, address):
    response = client.post("/theme/", {"theme": "dark", "next": address})
    assert response.headers["Location"] == "/"


def test_the_form_redirects_to_an_address_and_not_to_a_url_name(client, db):
    for name in ("members", "hand"):
        response = client.post("/theme/", {"theme": "dark", "next": name})
        assert (response.status_code, response.headers["Location"]) == (302, name)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_chosen_theme_overrides_that_of_the_system_on_every_page(
    window, live_server, browse, hand
):
    pages = (
        "/",
        f"/sessions/{hand.session.pk}/log/",
        f"/hands/{hand.pk}/",
        f"/hands/{hand.pk}/embed/",
    )
    backgrounds = set()
    for system, choice in (("light", "Dark"), ("dark", "Light"), ("dark", "Same as the system")):
        context = open_context(
            window, live_server.url, browse("alice"), color_scheme=system, java_script_enabled=False
        )
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name=choice, exact=True).click()
        for address in pages:
            page.goto(address)
            background = page.locator("body").evaluate(
                "body => getComputedStyle(body).backgroundColor"
            )
            backgrounds.add((system, choice, background))
        context.close()
    assert backgrounds == {
        ("light", "Dark", DARK),
        ("dark", "Light", LIGHT),
        ("dark", "Same as the system", DARK),
    }
