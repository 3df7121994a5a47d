"""A browser's session: a new one at every change of who somebody is, ended with the password; nobody learns who has an account."""

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

NEW = {"new_password1": "a long new one", "new_password2": "a long new one"}


def sign_in(client, password="dan"):
    return client.post("/sign-in/", {"username": "dan", "password": password})


def key_of(client):
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


def is_signed_in(client):
    return client.get("/account/").status_code == 200


def test_a_session_that_an_attacker_gave_to_a_browser_is_not_signed_in(people):
    planted = Client().session  # of somebody who is not signed in
    planted["theirs"] = True
    planted.save()
    victim = Client()
    victim.cookies[settings.SESSION_COOKIE_NAME] = planted.session_key
    sign_in(victim)
    assert is_signed_in(victim)
    assert key_of(victim) != planted.session_key
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted.session_key
    assert not is_signed_in(thief)


def test_an_invented_session_key_is_not_taken(people):
    victim = Client()
    victim.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    sign_in(victim)
    assert key_of(victim) != "a" * 32


def test_signing_out_ends_the_session_on_the_server(people):
    client = Client()
    sign_in(client)
    kept = key_of(client)
    client.post("/sign-out/")
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = kept
    assert not is_signed_in(thief)


def test_a_new_password_changes_the_key_and_ends_the_other_sessions(people):
    client, other = Client(), Client()
    sign_in(client)
    sign_in(other)
    old = key_of(client)
    client.post("/account/password/", {"old_password": "dan", **NEW})
    assert (is_signed_in(client), is_signed_in(other)) == (True, False)
    assert key_of(client) != old
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = old
    assert not is_signed_in(thief)


def test_a_cookie_of_a_session_is_for_this_site_and_not_for_scripts(people):
    client = Client()
    sign_in(client)
    for name in (settings.SESSION_COOKIE_NAME, "known_browser"):
        assert client.cookies[name]["httponly"]
        assert client.cookies[name]["samesite"] == "Lax"


@pytest.mark.parametrize("next_page", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_signing_in_leads_to_no_other_site(people, next_page):
    response = Client().post("/sign-in/", {"username": "dan", "password": "dan", "next": next_page})
    assert response.url == "/"


# who has an account?


def answer_to(address):
    """Return the answer to asking for a reset mail, and the number of queries."""
    with CaptureQueriesContext(connection) as queries:
        response = Client().post("/password/", {"email": address})
    return response.status_code, response.url, len(queries)


@pytest.mark.parametrize("address", ["nobody@example.org", "DAN@example.org", "eve@example.org"])
def test_asking_for_a_reset_costs_the_same_whether_or_not_the_account_exists(
    people, settings, django_capture_on_commit_callbacks, address
):
    settings.MAIL = "sent"
    people.dan.email = "dan@example.org"
    people.dan.save()
    people.eve.email, people.eve.is_active = "eve@example.org", False
    people.eve.save()
    with django_capture_on_commit_callbacks() as known_messages:
        known = answer_to("dan@example.org")
    with django_capture_on_commit_callbacks() as messages:
        assert answer_to(address) == known
    assert len(known_messages) == len(messages) == 1  # only a worker sends mail
    assert mail.outbox == []


@pytest.mark.parametrize("name", ["nobody", "eve"])
def test_signing_in_says_and_costs_the_same_whether_or_not_the_account_exists(people, name):
    people.eve.is_active = False
    people.eve.save()
    answers = []
    for one in ("dan", name):
        with CaptureQueriesContext(connection) as queries:
            page = Client().post("/sign-in/", {"username": one, "password": "wrong"})
        text = page.content.decode().replace(f'value="{one}"', "")
        answers.append(
            (page.status_code, len(queries), "correct" in text, len(page.context["form"].errors))
        )
    assert answers[0] == answers[1]
