"""One's own account: how one is called and reached, what pages look like, tokens, and signing out everywhere."""

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from scorekeeper.accounts import profile as account_profile
from scorekeeper.clubs import memberships
from scorekeeper.models import AuditEntry, Role, Token, User
from tests.pages.forms_and_mail import hidden_fields, html_of

GIVEN = {"username": "dan", "full_name": "", "email": "", "password": "", "language": "", "theme": ""}  # fmt: skip
PAGES = ("/account/", "/account/password/", "/account/tokens/", "/account/sign-out-everywhere/")


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_accounts_are_for_those_who_are_signed_in(client, db, address, method):
    answer = getattr(client, method)(address)
    assert answer.headers["Location"] == f"/sign-in/?next={address}"


def test_an_account_is_called_and_reached_as_its_owner_says(browse, people):
    sent = {**GIVEN, "username": "daniel", "full_name": "Daniel Doe", "email": "d@example.org", "password": "dan"}  # fmt: skip
    assert browse("dan").post("/account/", sent).status_code == 302
    dan = User.objects.get(pk=people.dan.pk)
    assert (dan.username, dan.get_full_name(), dan.email) == ("daniel", "Daniel Doe", "d@example.org")  # fmt: skip
    line = AuditEntry.objects.get(act="account changed")
    assert line.details == {"fields": ["email", "first_name", "username"]}


def test_a_name_that_was_given_in_two_parts_stays_until_it_is_changed(browse, people):
    User.objects.filter(username="dan").update(first_name="Dan", last_name="Doe")
    browse("dan").post("/account/", {**GIVEN, "full_name": "Dan Doe"})
    assert User.objects.get(username="dan").last_name == "Doe"


def test_saving_what_stands_there_already_leaves_no_line(browse):
    browse("dan").post("/account/", GIVEN)
    assert not AuditEntry.objects.filter(act="account changed").exists()


def test_the_address_is_changed_with_the_password_only(browse, people):
    page = browse("dan").post("/account/", {**GIVEN, "email": "thief@example.org"})
    assert page.status_code == 422
    assert "This is not your password." in html_of(page)
    assert User.objects.get(username="dan").email == ""


def test_nobody_takes_somebody_elses_name_in_whatever_letters(browse, people):
    page = browse("dan").post("/account/", {**GIVEN, "username": "Alice"})
    assert "Somebody else has this user name." in html_of(page)


def test_language_and_colours_go_with_the_account(browse, people):
    browse("dan").post("/account/", {**GIVEN, "language": "de", "theme": "dark"})
    phone = Client()
    phone.post("/sign-in/", {"username": "dan", "password": "dan"})
    page = html_of(phone.get("/"))
    assert 'lang="de"' in page
    assert 'data-theme="dark"' in page


def test_an_account_without_wishes_leaves_the_browser_as_it_is(people):
    phone = Client()
    phone.post("/theme/", {"theme": "dark"})
    phone.post("/sign-in/", {"username": "dan", "password": "dan"})
    assert 'data-theme="dark"' in html_of(phone.get("/"))


def test_the_account_lists_its_clubs_and_who_may_leave_them(browse, club):
    assert f"/clubs/{club.pk}/leave/" in html_of(browse("dan").get("/account/"))
    page = html_of(browse("alice").get("/account/"))
    assert "You are its only owner" in page
    assert f"/clubs/{club.pk}/leave/" not in page


def test_signing_out_everywhere_ends_every_session_and_keeps_the_password(browse, people):
    here, elsewhere = browse("dan"), browse("dan")
    assert here.post("/account/sign-out-everywhere/", {"password": "x"}).status_code == 422
    assert elsewhere.get("/account/").status_code == 200
    here.post("/account/sign-out-everywhere/", {"password": "dan"})
    assert here.get("/account/").status_code == 302
    assert elsewhere.get("/account/").status_code == 302
    assert Client().post("/sign-in/", {"username": "dan", "password": "dan"}).status_code == 302
    assert AuditEntry.objects.get(act="signed out everywhere").by == people.dan


def made_token(client, **given):
    page = client.post("/account/tokens/", {**hidden_fields(client, "/account/tokens/"), "label": "Bot", "days": "30", **given})  # fmt: skip
    words = re.search(r'id="token" value="(\w+)"', html_of(page))
    return page, words and words.group(1)


def test_a_token_is_shown_once_and_lets_a_program_in(browse, people):
    client = browse("dan")
    page, words = made_token(client)
    assert "no-store" in page.headers["Cache-Control"]
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {words}")
    assert program.get("/api/v1/tokens/").json()["results"][0]["label"] == "Bot"
    listed = html_of(client.get("/account/tokens/"))
    assert words not in listed
    assert words[:8] in listed


def test_a_token_lasts_as_long_as_was_chosen(browse):
    made_token(browse("dan"), days="7")
    token = Token.objects.get()
    assert round((token.expiry - token.created).total_seconds() / 86400) == 7


def test_the_same_form_again_makes_no_second_token(browse):
    client = browse("dan")
    sent = {**hidden_fields(client, "/account/tokens/"), "label": "Bot", "days": "30"}
    client.post("/account/tokens/", sent)
    page = client.post("/account/tokens/", sent)
    assert "was made already" in html_of(page)
    assert Token.objects.count() == 1


def test_a_revoked_token_lets_nobody_in(browse):
    client = browse("dan")
    _, words = made_token(client)
    client.post(f"/account/tokens/{Token.objects.get().pk}/revoke/")
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {words}")
    assert program.get("/api/v1/tokens/").status_code == 401


def test_nobody_sees_or_revokes_somebody_elses_token(browse, people):
    made_token(browse("dan"))
    token = Token.objects.get()
    assert "Bot" not in html_of(browse("alice").get("/account/tokens/"))
    assert browse("alice").post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert Token.objects.count() == 1


def test_an_only_owner_is_told_apart_from_one_of_two(club, people):
    assert memberships.solely_owned_clubs(people.alice) == {club.pk}
    memberships.give_role(club, people.dan, Role.OWNER, by=people.alice)
    assert memberships.solely_owned_clubs(people.alice) == set()


def test_what_does_not_change_is_no_change(people):
    account_profile.change(people.dan, {"theme": ""})
    assert not AuditEntry.objects.exists()
