"""Which roles may open and change which pages, and what the others read."""

import pytest
from django.test import Client

CLUB = (
    "",
    "players/",
    "seasons/",
    "members/",
    "members/history/",
    "invitations/new/",
    "settings/",
    "leave/",
    "import/",
    "sessions/new/",
    "sessions/new/big-two/",
)


@pytest.fixture
def addresses(club, session, hand):
    return [
        *(f"/clubs/{club.pk}/{page}" for page in CLUB),
        f"/sessions/{session.pk}/",
        f"/sessions/{session.pk}/record.toml",
        f"/sessions/{session.pk}/record.csv",
        f"/sessions/{session.pk}/hands/new/",
        f"/hands/{hand.pk}/",
        f"/hands/{hand.pk}/?part=replay",
    ]


@pytest.mark.parametrize("method", ["get", "post"])
def test_another_clubs_pages_do_not_exist(browse, addresses, method):
    client = browse("eve")
    statuses = {address: getattr(client, method)(address).status_code for address in addresses}
    assert set(statuses.values()) <= {404, 405}, statuses


def test_a_missing_page_offers_strangers_to_sign_in(client, addresses):
    page = client.get(addresses[0])
    assert page.status_code == 404
    assert f"/sign-in/?next={addresses[0]}" in page.content.decode()


def test_a_stranger_finds_how_to_get_an_account(client, browse, club):
    assert "Ask an owner of your club for an invitation" in client.get("/sign-in/").content.decode()
    club.visibility = "public"
    club.save()
    page = client.get(f"/clubs/{club.pk}/").content.decode()
    assert "Ask an owner of the club for an invitation" in page
    assert f"/sign-in/?next=/clubs/{club.pk}/" in page
    page = browse("eve").get(f"/clubs/{club.pk}/").content.decode()
    assert "ask an owner of the club for an invitation" in page
    page = browse("dan").get(f"/clubs/{club.pk}/").content.decode()
    assert "for an invitation" not in page


def test_a_member_reads_and_does_not_record(browse, club, session):
    client = browse("dan")
    assert client.get(f"/sessions/{session.pk}/").status_code == 200
    assert client.get(f"/sessions/{session.pk}/hands/new/").status_code == 403
    assert client.get(f"/clubs/{club.pk}/settings/").status_code == 403
    assert client.post(f"/clubs/{club.pk}/members/", {}).status_code == 403
    assert "from paper" not in client.get(f"/sessions/{session.pk}/").content.decode()


def test_an_owner_gives_roles(browse, club, people):
    client = browse("alice")
    client.post(f"/clubs/{club.pk}/members/", {"username": "eve", "role": "scorer"})
    assert club.members.get(user=people.eve).role == "scorer"
    page = client.post(f"/clubs/{club.pk}/members/", {"username": "alice", "role": "member"})
    assert "A club needs an owner" in page.content.decode()
    page = client.post(f"/clubs/{club.pk}/members/", {"username": "zoe", "role": "member"})
    assert "No account has this user name" in page.content.decode()


def test_guessing_a_password_is_throttled(client, club, settings):
    responses = [client.post("/sign-in/", {"username": "dan", "password": "x"}) for _ in range(11)]
    assert responses[-1].status_code == 429
    assert "Retry-After" in responses[-1]


def test_a_form_without_a_csrf_token_says_what_to_do(club, people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.alice)
    page = client.post(f"/clubs/{club.pk}/players/", {"names": "Zoe"})
    assert page.status_code == 403
    assert "The form has expired" in page.content.decode()


def test_the_policy_forbids_inline_scripts_and_styles(client, db):
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "<style" not in client.get("/").content.decode()
