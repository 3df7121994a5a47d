"""The page of a user's own account: name, address, language, theme, tokens, and signing out everywhere."""

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from scorekeeper.accounts import profile as account_profile
from scorekeeper.clubs import memberships
from scorekeeper.models import AuditEntry, Club, Role, Token, User
from tests.pages.forms_and_mail import hidden_fields, html_of

ACCOUNT = {
    "username": "dan",
    "full_name": "",
    "email": "",
    "password": "",
    "language": "",
    "theme": "",
}
PAGES = ("/account/", "/account/password/", "/account/tokens/", "/account/sign-out-everywhere/")


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_account_pages_require_signing_in(client, db, address, method):
    response = getattr(client, method)(address)
    assert response.headers["Location"] == f"/sign-in/?next={address}"


def test_a_user_changes_name_and_address_and_the_audit_log_lists_the_fields(browse, people):
    data = {
        **ACCOUNT,
        "username": "daniel",
        "full_name": "Daniel Doe",
        "email": "d@example.org",
        "password": "dan",
    }
    assert browse("dan").post("/account/", data).status_code == 302
    dan = User.objects.get(pk=people.dan.pk)
    assert (dan.username, dan.get_full_name(), dan.email) == (
        "daniel",
        "Daniel Doe",
        "d@example.org",
    )
    line = AuditEntry.objects.get(act="account changed")
    assert line.details == {"fields": ["email", "first_name", "username"]}


def test_an_unchanged_full_name_keeps_its_first_and_last_name(browse, people):
    User.objects.filter(username="dan").update(first_name="Dan", last_name="Doe")
    browse("dan").post("/account/", {**ACCOUNT, "full_name": "Dan Doe"})
    assert User.objects.get(username="dan").last_name == "Doe"


def test_saving_an_unchanged_account_adds_no_audit_entry(browse):
    browse("dan").post("/account/", ACCOUNT)
    assert not AuditEntry.objects.filter(act="account changed").exists()


def test_changing_the_address_requires_the_password(browse, people):
    page = browse("dan").post("/account/", {**ACCOUNT, "email": "thief@example.org"})
    assert page.status_code == 422
    assert "The password is wrong. Try again." in html_of(page)
    assert User.objects.get(username="dan").email == ""


def test_user_names_are_unique_regardless_of_case(browse, people):
    page = browse("dan").post("/account/", {**ACCOUNT, "username": "Alice"})
    assert "Somebody else has this user name." in html_of(page)


def test_language_and_theme_are_stored_with_the_account(browse, people):
    browse("dan").post("/account/", {**ACCOUNT, "language": "de", "theme": "dark"})
    phone = Client()
    phone.post("/sign-in/", {"username": "dan", "password": "dan"})
    page = html_of(phone.get("/"))
    assert 'lang="de"' in page
    assert 'data-theme="dark"' in page


def test_an_account_without_a_theme_keeps_that_of_the_browser(people):
    phone = Client()
    phone.post("/theme/", {"theme": "dark"})
    phone.post("/sign-in/", {"username": "dan", "password": "dan"})
    assert 'data-theme="dark"' in html_of(phone.get("/"))


def test_the_account_lists_its_clubs_with_a_link_to_leave_unless_the_user_is_the_only_owner(
    browse, club
):
    assert f"/clubs/{club.pk}/leave/" in html_of(browse("dan").get("/account/"))
    page = html_of(browse("alice").get("/account/"))
    assert "You are its only owner" in page
    assert f"/clubs/{club.pk}/leave/" not in page


def test_signing_out_everywhere_ends_every_session_and_keeps_the_password(browse, people):
    this_browser, other_browser = browse("dan"), browse("dan")
    assert this_browser.post("/account/sign-out-everywhere/", {"password": "x"}).status_code == 422
    assert other_browser.get("/account/").status_code == 200
    this_browser.post("/account/sign-out-everywhere/", {"password": "dan"})
    assert this_browser.get("/account/").status_code == 302
    assert other_browser.get("/account/").status_code == 302
    assert Client().post("/sign-in/", {"username": "dan", "password": "dan"}).status_code == 302
    assert AuditEntry.objects.get(act="signed out everywhere").by == people.dan


def create_token(client, **changes):
    page = client.post(
        "/account/tokens/",
        {**hidden_fields(client, "/account/tokens/"), "label": "Bot", "days": "30", **changes},
    )
    match = re.search(r'id="token" value="(\w+)"', html_of(page))
    return page, match and match.group(1)


def test_a_token_is_shown_once_and_authenticates_a_program(browse, people):
    client = browse("dan")
    page, key = create_token(client)
    assert "no-store" in page.headers["Cache-Control"]
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    assert program.get("/api/v1/tokens/").json()["results"][0]["label"] == "Bot"
    list_page = html_of(client.get("/account/tokens/"))
    assert key not in list_page
    assert key[:8] in list_page


def test_a_token_may_only_read_unless_more_was_chosen(browse):
    page, _ = create_token(browse("dan"))
    token = Token.objects.get()
    assert (token.scopes, token.only_club) == (["read"], None)
    assert "Read · all clubs" in html_of(page)


def test_a_token_has_the_chosen_scope_and_club(browse, club):
    page, _ = create_token(browse("dan"), scope="referee", only_club=club.pk)
    token = Token.objects.get()
    assert (token.scopes, token.only_club) == (["read", "log", "referee"], club)
    assert "Read, record and referee · Thursday night" in html_of(page)


def test_a_token_for_a_club_of_others_is_refused(browse, people, club):
    elsewhere = Club.objects.get(name="Elsewhere")
    assert "Elsewhere" not in html_of(browse("dan").get("/account/tokens/"))
    for wrong in ({"only_club": elsewhere.pk}, {"scope": "write"}):
        page, key = create_token(browse("dan"), **wrong)
        assert (page.status_code, key) == (422, None)
    assert not Token.objects.exists()


def test_a_token_lasts_as_long_as_was_chosen(browse):
    create_token(browse("dan"), days="7")
    token = Token.objects.get()
    assert round((token.expiry - token.created).total_seconds() / 86400) == 7


def test_the_same_form_again_creates_no_second_token(browse):
    client = browse("dan")
    data = {**hidden_fields(client, "/account/tokens/"), "label": "Bot", "days": "30"}
    client.post("/account/tokens/", data)
    page = client.post("/account/tokens/", data)
    assert "already exists" in html_of(page)
    assert Token.objects.count() == 1


def test_a_revoked_token_does_not_authenticate(browse):
    client = browse("dan")
    _, key = create_token(client)
    client.post(f"/account/tokens/{Token.objects.get().pk}/revoke/")
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    assert program.get("/api/v1/tokens/").status_code == 401


def test_nobody_sees_or_revokes_somebody_elses_token(browse, people):
    create_token(browse("dan"))
    token = Token.objects.get()
    assert "Bot" not in html_of(browse("alice").get("/account/tokens/"))
    assert browse("alice").post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert Token.objects.count() == 1


def test_only_a_sole_owner_solely_owns_a_club(club, people):
    assert memberships.solely_owned_clubs(people.alice) == {club.pk}
    memberships.give_role(club, people.dan, Role.OWNER, by=people.alice)
    assert memberships.solely_owned_clubs(people.alice) == set()


def test_saving_the_same_value_is_not_logged(people):
    account_profile.change(people.dan, {"theme": ""})
    assert not AuditEntry.objects.exists()
