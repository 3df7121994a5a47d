"""Signing up with a mail address, which an installation allows or not, and starting clubs."""

from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
from django.core import mail
from django.test import Client
from playwright.sync_api import expect

from scorekeeper.accounts import sign_up
from scorekeeper.accounts.mail import send_sign_up
from scorekeeper.accounts.rate_limits import SignUpMailThrottle, SignUpThrottle
from scorekeeper.accounts.sign_up import AddressTakenError, LinkState
from scorekeeper.clubs import memberships
from scorekeeper.clubs.memberships import TooManyClubsError
from scorekeeper.models import AuditEntry, Club, User
from tests.pages import axe
from tests.pages.browser_pages import open_page
from tests.pages.forms_and_mail import first_link, hidden_fields, html_of, only_mail
from tests.scorekeeper.threads import run_in_threads

NEW = {"username": "erin", "password1": "four-of-a-kind-7", "password2": "four-of-a-kind-7"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def _is_open(settings):
    settings.SIGN_UP, settings.MAIL, settings.CLUBS_PER_ACCOUNT = True, "sent", 2


@pytest.fixture
def ask(at_once):
    """Enter a mail address on the page."""

    def _ask(email, **headers):
        with at_once():
            return Client().post("/sign-up/", {"email": email}, **headers)

    return _ask


@pytest.fixture
def link(_is_open, ask):
    """The link of a mail to erin@example.org."""
    ask("erin@example.org")
    return first_link(only_mail().body)


@pytest.mark.usefixtures("_is_open")
def test_a_stranger_signs_up_by_mail_and_starts_a_club(client, ask):
    assert ask("erin@example.org").headers["Location"] == "/sign-up/sent/"
    assert only_mail().to == ["erin@example.org"]
    link = first_link(only_mail().body)
    assert "erin@example.org" in html_of(client.get(link))
    assert client.post(link, NEW).headers["Location"] == "/clubs/new/"
    erin = User.objects.get(username="erin")
    assert erin.email == "erin@example.org"
    assert AuditEntry.objects.get(act="account made").by == erin
    form = {**hidden_fields(client, "/clubs/new/"), "name": "Erin's table", "time_zone": ""}
    client.post("/clubs/new/", form)
    assert Club.objects.get().members.get().user == erin


def test_an_address_with_an_account_is_answered_alike_and_told_by_mail_only(people, ask, settings):
    settings.SIGN_UP, settings.MAIL = True, "sent"
    User.objects.filter(pk=people.dan.pk).update(email="dan@example.org")
    known, unknown = ask("Dan@Example.org"), ask("erin@example.org")
    assert (known.status_code, known.headers["Location"], known.content) == (
        unknown.status_code,
        unknown.headers["Location"],
        unknown.content,
    )
    to_dan, to_erin = mail.outbox
    assert to_dan.to == ["dan@example.org"]
    assert "/sign-in/" in to_dan.body
    assert "dan" in to_dan.body
    assert "/sign-up/account/" not in to_dan.body
    assert "/sign-up/account/" in to_erin.body


def test_a_link_is_good_once(client, link):
    assert client.post(link, NEW).status_code == 302
    again = Client()
    assert again.get(link).status_code == 410
    assert again.post(link, {**NEW, "username": "erin2"}).status_code == 410
    User.objects.filter(username="erin").update(email="elsewhere@example.org")
    assert again.post(link, {**NEW, "username": "erin2"}).status_code == 410
    assert User.objects.count() == 1


def test_a_second_link_to_an_address_that_has_an_account_by_now_is_used_up(client, link):
    second = sign_up.make_path("ERIN@example.org")
    client.post(link, NEW)
    assert "Your account is there" in html_of(Client().get(second))


def test_a_link_expires_after_a_day(client, link, monkeypatch):
    monkeypatch.setattr(sign_up, "VALID_FOR", timedelta(seconds=-1))
    page = client.post(link, NEW)
    assert page.status_code == 410
    assert "This link has expired" in html_of(page)
    assert not User.objects.exists()


def test_a_link_that_was_changed_is_not_found(client, link):
    assert client.get(link[:-2]).status_code == 404
    assert client.get("/sign-up/account/").status_code == 404


def test_a_refused_form_leaves_the_link_open(client, link, people):
    for changes in ({"password2": "another"}, {"username": "ALICE"}, {"password1": "12345678"}):
        assert client.post(link, {**NEW, **changes}).status_code == 422
    assert client.post(link, NEW).status_code == 302


@pytest.mark.usefixtures("_is_open")
def test_one_address_gets_one_mail_in_five_minutes(ask):
    assert {ask("erin@example.org").status_code for _ in range(3)} == {302}
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("_is_open")
def test_asking_is_throttled_by_network(ask, monkeypatch):
    monkeypatch.setattr(SignUpThrottle, "rate", "2/hour", raising=False)
    addresses = ("a@example.org", "b@example.org", "c@example.org")
    assert [ask(one).status_code for one in addresses] == [302, 302, 429]
    assert ask("c@example.org", REMOTE_ADDR="198.51.100.7").status_code == 302


@pytest.mark.usefixtures("_is_open")
def test_asking_for_one_address_is_throttled_from_wherever_it_comes(ask, monkeypatch):
    monkeypatch.setattr(
        "scorekeeper.accounts.rate_limits.AccountThrottle.rate", "2/hour", raising=False
    )
    networks = (f"198.51.100.{number}" for number in range(3))
    statuses = [ask("erin@example.org", REMOTE_ADDR=one).status_code for one in networks]
    assert statuses == [302, 302, 429]


@pytest.mark.usefixtures("_is_open")
def test_the_installation_mails_so_many_links_a_day(ask, monkeypatch):
    monkeypatch.setattr(SignUpMailThrottle, "rate", "1/day", raising=False)
    assert ask("a@example.org").status_code == 302
    page = ask("b@example.org")
    assert page.status_code == 422
    assert "Try again tomorrow" in html_of(page)
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("_is_open")
def test_of_the_mails_a_day_only_those_that_are_sent_count(ask, monkeypatch):
    monkeypatch.setattr(SignUpMailThrottle, "rate", "2/day", raising=False)
    assert {ask("a@example.org").status_code for _ in range(3)} == {302}
    assert ask("b@example.org").status_code == 302
    assert ask("c@example.org").status_code == 422
    assert [one.to for one in mail.outbox] == [["a@example.org"], ["b@example.org"]]


@pytest.mark.usefixtures("_is_open")
def test_mails_that_were_asked_for_at_once_are_no_more_than_the_limit(monkeypatch, caplog):
    monkeypatch.setattr(SignUpMailThrottle, "rate", "1/day", raising=False)
    addresses = ("a@example.org", "b@example.org")
    sent = [send_sign_up(one, site="http://x", language="en") for one in addresses]
    assert sent == [True, False]
    assert "SIGN_UP_MAILS" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_of_two_links_to_an_address_that_are_used_at_once_one_makes_an_account(monkeypatch):
    both, has_account = Barrier(2), sign_up.has_account

    def has_account_while_the_other_asks(email):
        answer = has_account(email)
        with suppress(BrokenBarrierError):
            both.wait(timeout=1)
        return answer

    monkeypatch.setattr(sign_up, "has_account", has_account_while_the_other_asks)

    def use(number):
        account = User(
            username=f"erin{number}", email=("erin@example.org", "Erin@example.org")[number]
        )
        try:
            sign_up.create_account(account)
        except AddressTakenError:
            return False
        return True

    assert sorted(run_in_threads(use)) == [False, True]
    assert User.objects.count() == 1


def test_a_link_whose_address_gets_an_account_while_it_is_open_is_used_up(
    client, link, monkeypatch
):
    monkeypatch.setattr(sign_up.SignUpLink, "state", LinkState.OPEN)
    User.objects.create_user("other", email="erin@example.org")
    page = client.post(link, NEW)
    assert page.status_code == 410
    assert "Your account is there" in html_of(page)


@pytest.mark.parametrize(("is_on", "mail_setting"), [(False, "sent"), (True, "none")])
def test_where_it_is_off_or_mail_is_not_sent_the_pages_say_whom_to_ask(
    ask, client, settings, is_on, mail_setting
):
    settings.SIGN_UP, settings.MAIL = is_on, mail_setting
    for address in ("/sign-up/", "/sign-up/sent/", "/sign-up/account/"):
        page = client.get(address)
        assert page.status_code == 403
        assert "ask whoever runs this service" in html_of(page)
    assert ask("erin@example.org").status_code == 403
    assert not mail.outbox
    for address in ("/", "/sign-in/"):
        assert 'href="/sign-up/"' not in html_of(client.get(address))


def test_switching_it_off_closes_links_that_are_out(client, link, settings):
    settings.SIGN_UP = False
    assert client.post(link, NEW).status_code == 403
    assert not User.objects.exists()


@pytest.mark.usefixtures("_is_open")
def test_where_it_is_on_the_front_page_and_sign_in_lead_to_it(client):
    for address in ("/", "/sign-in/"):
        assert 'href="/sign-up/"' in html_of(client.get(address))


@pytest.mark.usefixtures("_is_open")
def test_an_account_starts_so_many_clubs_and_staff_any_number(people, browse, club):
    memberships.found_club("Second", by=people.alice)
    with pytest.raises(TooManyClubsError):
        memberships.found_club("Third", by=people.alice)
    assert not Club.objects.filter(name="Third").exists()
    client = browse("alice")
    form = {**hidden_fields(client, "/clubs/new/"), "name": "Third", "time_zone": ""}
    page = client.post("/clubs/new/", form)
    assert page.status_code == 422
    assert "ask whoever runs this service" in html_of(page).casefold()
    User.objects.filter(pk=people.alice.pk).update(is_staff=True)
    people.alice.refresh_from_db()
    assert memberships.found_club("Third", by=people.alice)


@pytest.mark.usefixtures("_is_open")
def test_a_program_is_told_that_an_account_may_start_no_more_clubs(people, browse, club, settings):
    settings.CLUBS_PER_ACCOUNT = 1
    answer = browse("eve").post("/api/v1/clubs/", {"name": "More"}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-clubs")


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_is_open")
def test_from_the_front_page_to_a_club_on_a_phone(window, live_server, at_once):
    with open_page(window, live_server.url) as page:

        def check() -> None:
            assert axe.list_violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == 390

        page.goto("/")
        page.get_by_role("link", name="Start a club").click()
        check()
        page.get_by_label("E-mail address").fill("erin@example.org")
        page.get_by_role("button", name="Send the mail").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Check your mail")
        check()
        page.goto(sign_up.make_path("erin@example.org"))
        check()
        page.get_by_label("User name").fill("erin")
        page.get_by_label("Password", exact=True).fill(NEW["password1"])
        page.get_by_label("Password confirmation").fill(NEW["password2"])
        page.get_by_role("button", name="Create the account").click()
        page.get_by_label("Name of the club").fill("Erin’s table")
        page.get_by_role("button", name="Start the club").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Erin’s table")
