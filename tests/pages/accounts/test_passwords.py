"""Passwords are changed by those who know them, and chosen anew through a mail by those who do not."""

import os
import re
import time

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from scorekeeper import tasks
from scorekeeper.models import AuditEntry
from tests.pages.forms_and_mail import first_link, html_of, only_mail

NEW = {"new_password1": "four-of-a-kind-7", "new_password2": "four-of-a-kind-7"}


@pytest.fixture(autouse=True)
def _sent(settings):
    """Mail is sent here, whatever the tests run on."""
    settings.MAIL = "sent"


@pytest.fixture
def dan(people):
    people.dan.email = "dan@example.org"
    people.dan.save()
    return people.dan


@pytest.fixture
def forgotten(at_once):
    """Say an address on the page for a forgotten password."""

    def ask(address, **headers):
        with at_once():
            return Client().post("/password/", {"email": address}, headers=headers)

    return ask


def chosen(letter, **given):
    """Open the link of a mail, and choose a password."""
    client = Client()
    page = client.get(first_link(letter.body), follow=True)
    return client.post(page.request["PATH_INFO"], {**NEW, **given})


def signs_in(name, password):
    return Client().post("/sign-in/", {"username": name, "password": password}).status_code == 302


def test_a_forgotten_password_is_chosen_anew_through_a_mail(dan, forgotten):
    assert forgotten("Dan@example.org").headers["Location"] == "/password/sent/"
    assert only_mail().to == ["dan@example.org"]
    assert chosen(only_mail()).headers["Location"] == "/sign-in/"
    assert signs_in("dan", NEW["new_password1"])
    assert AuditEntry.objects.get(act="password changed").by == dan


def test_a_link_leads_to_the_service_whatever_host_was_asked(dan, forgotten, settings):
    settings.ALLOWED_HOSTS, settings.SITE = ["*"], "https://scores.example"
    forgotten("dan@example.org", host="elsewhere.example")
    assert "https://scores.example/password/" in only_mail().body
    assert "elsewhere" not in only_mail().body


def test_a_link_is_good_once(dan, forgotten):
    forgotten("dan@example.org")
    chosen(only_mail())
    again = Client().get(first_link(only_mail().body), follow=True)
    assert "This link is good no more" in html_of(again)
    chosen(only_mail(), new_password1="another-one-8", new_password2="another-one-8")
    assert signs_in("dan", NEW["new_password1"])


def test_a_weak_password_is_refused_with_a_reason(dan, forgotten):
    forgotten("dan@example.org")
    page = chosen(only_mail(), new_password1="dan", new_password2="dan")
    assert "too short" in html_of(page)
    assert signs_in("dan", "dan")


def test_whoever_was_signed_in_with_the_old_password_is_signed_out(dan, forgotten, browse):
    elsewhere = browse("dan")
    forgotten("dan@example.org")
    chosen(only_mail())
    assert elsewhere.get("/account/").status_code == 302


def plain(page):
    """A page without what differs each time it is opened."""
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", html_of(page))


def test_the_answer_does_not_tell_who_has_an_account(dan, at_once):
    pages = []
    for address in ("dan@example.org", "nobody@example.org"):
        with at_once():
            pages.append(Client().post("/password/", {"email": address}, follow=True))
    assert plain(pages[0]) == plain(pages[1])
    assert len(mail.outbox) == 1


def test_nobody_is_flooded_with_mail(dan, forgotten):
    for _ in range(3):
        forgotten("dan@example.org")
    assert len(mail.outbox) == 1


def test_nobody_asks_for_mail_by_the_dozen(client, db):
    tries = [client.post("/password/", {"email": "dan@example.org"}) for _ in range(11)]
    assert tries[-1].status_code == 429


def test_the_mail_is_in_the_language_of_whoever_asks_and_of_their_account(dan, forgotten):
    forgotten("dan@example.org", **{"Accept-Language": "de"})
    assert "Passwort" in only_mail().subject
    mail.outbox.clear()
    cache.clear()  # a minute later
    dan.language = "zh-hant"
    dan.save()
    forgotten("dan@example.org", **{"Accept-Language": "de"})
    assert "密碼" in only_mail().subject


@pytest.mark.parametrize(
    ("post", "told"),
    [
        ("sent", "choose a new password"),
        ("written", "the folder “mail”"),
        ("none", "sends no mail"),
    ],
)
def test_the_page_says_what_becomes_of_mail_here(client, db, settings, post, told):
    settings.MAIL = post
    assert told in html_of(client.get("/password/"))


def test_mail_in_files_is_dropped_after_a_fortnight(settings, tmp_path):
    settings.EMAIL_FILE_PATH = tmp_path
    for name, days in (("old.log", 15), ("new.log", 13), ("mine.txt", 15)):
        (tmp_path / name).touch()
        then = time.time() - days * 24 * 3600
        os.utime(tmp_path / name, (then, then))
    assert [tasks.forget_old_mail() for _ in range(2)] == [1, 0]
    assert {file.name for file in tmp_path.iterdir()} == {"new.log", "mine.txt"}


def test_an_installation_without_mail_sends_none(dan, forgotten, settings):
    settings.MAIL = "none"
    forgotten("dan@example.org")
    assert mail.outbox == []


def test_a_password_is_changed_by_those_who_know_it(browse, people):
    here, elsewhere = browse("dan"), browse("dan")
    page = here.post("/account/password/", {"old_password": "wrong", **NEW})
    assert page.status_code == 200
    assert signs_in("dan", "dan")
    here.post("/account/password/", {"old_password": "dan", **NEW})
    assert signs_in("dan", NEW["new_password1"])
    assert here.get("/account/").status_code == 200  # this browser stays
    assert elsewhere.get("/account/").status_code == 302


def test_old_passwords_are_not_tried_out(browse):
    client = browse("dan")
    tries = [client.post("/account/password/", {"old_password": "x", **NEW}) for _ in range(11)]
    assert tries[-1].status_code == 429


def test_no_owner_changes_somebody_elses_password(browse, people, club):
    browse("alice").post("/account/password/", {"old_password": "dan", "username": "dan", **NEW})
    assert signs_in("dan", "dan")
