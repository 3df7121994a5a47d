"""Changing a password on the account page, and resetting a forgotten one by mail."""

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
def _mail_is_sent(settings):
    """Send mail, whatever the settings of the test run."""
    settings.MAIL = "sent"


@pytest.fixture
def dan(people):
    people.dan.email = "dan@example.org"
    people.dan.save()
    return people.dan


@pytest.fixture
def request_reset(at_once):
    """Enter an address on the page for a forgotten password."""

    def _request_reset(address, **headers):
        with at_once():
            return Client().post("/password/", {"email": address}, headers=headers)

    return _request_reset


def choose_password(message, **changes):
    """Open the link of a mail and choose a password."""
    client = Client()
    page = client.get(first_link(message.body), follow=True)
    return client.post(page.request["PATH_INFO"], {**NEW, **changes})


def can_sign_in(name, password):
    return Client().post("/sign-in/", {"username": name, "password": password}).status_code == 302


def test_a_forgotten_password_is_reset_by_mail(dan, request_reset):
    assert request_reset("Dan@example.org").headers["Location"] == "/password/sent/"
    assert only_mail().to == ["dan@example.org"]
    assert choose_password(only_mail()).headers["Location"] == "/sign-in/"
    assert can_sign_in("dan", NEW["new_password1"])
    assert AuditEntry.objects.get(act="password changed").by == dan


def test_the_link_has_the_address_of_the_site_and_not_the_host_header(dan, request_reset, settings):
    settings.ALLOWED_HOSTS, settings.SITE = ["*"], "https://scores.example"
    request_reset("dan@example.org", host="elsewhere.example")
    assert "https://scores.example/password/" in only_mail().body
    assert "elsewhere" not in only_mail().body


def test_a_link_works_once(dan, request_reset):
    request_reset("dan@example.org")
    choose_password(only_mail())
    page = Client().get(first_link(only_mail().body), follow=True)
    assert "This link is no longer valid" in html_of(page)
    choose_password(only_mail(), new_password1="another-one-8", new_password2="another-one-8")
    assert can_sign_in("dan", NEW["new_password1"])


def test_a_weak_password_is_refused_with_a_reason(dan, request_reset):
    request_reset("dan@example.org")
    page = choose_password(only_mail(), new_password1="dan", new_password2="dan")
    assert "too short" in html_of(page)
    assert can_sign_in("dan", "dan")


def test_a_reset_signs_out_every_browser(dan, request_reset, browse):
    other_browser = browse("dan")
    request_reset("dan@example.org")
    choose_password(only_mail())
    assert other_browser.get("/account/").status_code == 302


def html_without_tokens(page):
    """Return the HTML of a page without the CSRF tokens, which differ each time."""
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", html_of(page))


def test_the_response_is_the_same_whether_or_not_the_account_exists(dan, at_once):
    pages = []
    for address in ("dan@example.org", "nobody@example.org"):
        with at_once():
            pages.append(Client().post("/password/", {"email": address}, follow=True))
    assert html_without_tokens(pages[0]) == html_without_tokens(pages[1])
    assert len(mail.outbox) == 1


def test_one_address_gets_one_mail_in_five_minutes(dan, request_reset):
    for _ in range(3):
        request_reset("dan@example.org")
    assert len(mail.outbox) == 1


def test_strangers_do_not_keep_somebody_from_a_reset(dan, request_reset, settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    for number in range(30):  # more than anybody may try for one account in an hour
        answer = request_reset("dan@example.org", **{"X-Forwarded-For": f"2001:db8:{number}::1"})
        assert answer.status_code == 302
    assert choose_password(only_mail()).headers["Location"] == "/sign-in/"
    cache.delete(f"reset-mail-{dan.pk}")  # five minutes later
    mail.outbox.clear()
    assert request_reset("dan@example.org").headers["Location"] == "/password/sent/"
    assert len(mail.outbox) == 1


def test_an_eleventh_request_for_mail_is_throttled(client, db):
    responses = [client.post("/password/", {"email": "dan@example.org"}) for _ in range(11)]
    assert responses[-1].status_code == 429


def test_the_mail_is_in_the_language_of_the_account_or_else_of_the_browser(dan, request_reset):
    request_reset("dan@example.org", **{"Accept-Language": "de"})
    assert "Passwort" in only_mail().subject
    mail.outbox.clear()
    cache.clear()  # a minute later
    dan.language = "zh-hant"
    dan.save()
    request_reset("dan@example.org", **{"Accept-Language": "de"})
    assert "密碼" in only_mail().subject


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("sent", "choose a new password"),
        ("written", "the folder “mail”"),
        ("none", "does not send mail"),
    ],
)
def test_the_page_says_where_this_installation_sends_mail(client, db, settings, setting, text):
    settings.MAIL = setting
    assert text in html_of(client.get("/password/"))


def test_mail_in_files_is_deleted_after_two_weeks(settings, tmp_path):
    settings.EMAIL_FILE_PATH = tmp_path
    for name, days in (("old.log", 15), ("new.log", 13), ("mine.txt", 15)):
        (tmp_path / name).touch()
        modified_at = time.time() - days * 24 * 3600
        os.utime(tmp_path / name, (modified_at, modified_at))
    assert [tasks.forget_old_mail() for _ in range(2)] == [1, 0]
    assert {file.name for file in tmp_path.iterdir()} == {"new.log", "mine.txt"}


def test_an_installation_without_mail_sends_none(dan, request_reset, settings):
    settings.MAIL = "none"
    request_reset("dan@example.org")
    assert mail.outbox == []


def test_changing_a_password_requires_the_old_one_and_signs_out_other_browsers(browse, people):
    this_browser, other_browser = browse("dan"), browse("dan")
    page = this_browser.post("/account/password/", {"old_password": "wrong", **NEW})
    assert page.status_code == 200
    assert can_sign_in("dan", "dan")
    this_browser.post("/account/password/", {"old_password": "dan", **NEW})
    assert can_sign_in("dan", NEW["new_password1"])
    assert this_browser.get("/account/").status_code == 200  # this browser stays
    assert other_browser.get("/account/").status_code == 302


def test_guessing_the_old_password_is_throttled(browse):
    client = browse("dan")
    responses = [client.post("/account/password/", {"old_password": "x", **NEW}) for _ in range(11)]
    assert responses[-1].status_code == 429


def test_no_owner_changes_somebody_elses_password(browse, people, club):
    browse("alice").post("/account/password/", {"old_password": "dan", "username": "dan", **NEW})
    assert can_sign_in("dan", "dan")
