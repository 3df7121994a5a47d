"""Clubs, members, players, seasons and tokens over HTTP, and every error as a problem."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from scorekeeper.models import Club, Member, MembershipChange, Player, Token, Visibility
from tests.scorekeeper.api_answers import API, check_problem


@pytest.fixture
def alice(signed, people):
    return signed(people.alice)


def test_the_founder_of_a_club_is_its_owner(signed, people):
    body = {"id": str(uuid4()), "name": "Friday"}
    dan = signed(people.dan)
    response = dan.post(f"{API}/clubs/", body)
    assert (response.status_code, response.json()["visibility"]) == (201, "private")
    assert dan.post(f"{API}/clubs/", body).status_code == 200
    check_problem(dan.post(f"{API}/clubs/", {**body, "name": "Saturday"}), 409, "id-taken", "id")
    (member,) = dan.get(f"{API}/clubs/{body['id']}/members/").json()["results"]
    assert (member["username"], member["role"]) == ("dan", "owner")


def test_only_owners_rename_a_club(signed, people, club):
    url = f"{API}/clubs/{club.pk}/"
    assert signed(people.alice).patch(url, {"name": "Fridays"}).json()["name"] == "Fridays"
    check_problem(signed(people.bob).patch(url, {"name": "Mine"}), 403, "permission-denied")
    check_problem(signed(people.eve).patch(url, {"name": "Mine"}), 404, "not-found")
    check_problem(signed(None).patch(url, {"name": "Mine"}), 404, "not-found")
    Club.objects.update(visibility=Visibility.PUBLIC)
    check_problem(signed(people.eve).patch(url, {"name": "Mine"}), 403, "permission-denied")
    check_problem(signed(None).patch(url, {"name": "Mine"}), 401, "not-authenticated")


def test_the_id_of_a_club_cannot_be_changed(alice, club):
    refused = alice.patch(f"{API}/clubs/{club.pk}/", {"id": str(uuid4()), "name": "Same"})
    check_problem(refused, 422, "invalid", "id")
    assert Club.objects.get(name="Thursday night").pk == club.pk


def test_members_are_added_changed_and_removed_and_each_change_is_stored(alice, people, club):
    url = f"{API}/clubs/{club.pk}/members/"
    joined = alice.post(url, {"username": "eve", "role": "member"})
    assert (joined.status_code, joined.json()["role"]) == (201, "member")
    member_url = f"{url}{people.eve.pk}/"
    assert alice.patch(member_url, {"role": "scorer"}).json()["role"] == "scorer"
    assert alice.patch(member_url, {}).json()["role"] == "scorer"
    assert alice.delete(member_url).status_code == 204
    check_problem(alice.delete(member_url), 404, "not-found")
    changes = MembershipChange.objects.filter(user=people.eve, club=club)
    assert [change.role for change in changes] == ["member", "scorer", ""]
    unknown_account = alice.post(url, {"username": "nobody", "role": "member"})
    check_problem(unknown_account, 422, "invalid", "username")
    assert unknown_account.json()["detail"] == "There is no account 'nobody'."
    unknown_role = alice.post(url, {"username": "eve", "role": "king"})
    check_problem(unknown_role, 422, "invalid", "role")
    check_problem(alice.delete(f"{url}{people.alice.pk}/"), 409, "last-owner")


def test_members_may_leave_but_not_remove_others(signed, people, club):
    url = f"{API}/clubs/{club.pk}/members"
    dan = signed(people.dan)
    check_problem(dan.delete(f"{url}/{people.bob.pk}/"), 403, "permission-denied")
    assert dan.delete(f"{url}/{people.dan.pk}/").status_code == 204
    assert not Member.objects.filter(user=people.dan).exists()


def test_the_same_player_is_added_once(signed, people, club, players):
    carol, url = signed(people.carol), f"{API}/clubs/{club.pk}/players/"
    body = {"id": str(uuid4()), "name": "Erin", "user": str(people.dan.pk)}
    assert carol.post(url, body).status_code == 201
    assert carol.post(url, body).status_code == 200
    check_problem(carol.post(url, {"name": "Erin"}), 409, "name-taken", "name")
    check_problem(carol.post(url, {"name": ""}), 422, "invalid", "name")
    check_problem(
        carol.post(url, {"name": "Eve", "user": str(people.eve.pk)}), 422, "invalid", "user"
    )
    check_problem(signed(people.dan).post(url, {"name": "Frank"}), 403, "permission-denied")
    renamed = carol.patch(f"{API}/players/{body['id']}/", {"name": "Erin B."})
    assert renamed.json()["name"] == "Erin B."
    check_problem(
        carol.patch(f"{API}/players/{body['id']}/", {"name": "Alice"}), 409, "name-taken", "name"
    )


def test_strangers_see_the_players_of_public_sessions_without_their_accounts(
    signed, people, session
):
    Player.objects.filter(name="Dan").update(user=people.dan)
    Club.objects.update(visibility=Visibility.PUBLIC)
    url = f"{API}/clubs/{session.club_id}/players/"
    assert signed(None).get(url).json()["results"] == []
    type(session).objects.update(visibility=Visibility.PUBLIC)
    seen_by_strangers = signed(None).get(url).json()["results"]
    assert {player["name"]: player["user"] for player in seen_by_strangers}["Dan"] is None
    seen_by_members = signed(people.carol).get(url).json()["results"]
    assert {player["name"]: player["user"] for player in seen_by_members}["Dan"] == str(
        people.dan.pk
    )


def test_seasons_end_after_they_start(signed, people, club):
    bob, url = signed(people.bob), f"{API}/clubs/{club.pk}/seasons/"
    spring = {"id": str(uuid4()), "name": "Spring", "starts_on": "2026-03-01"}
    assert bob.post(url, spring).status_code == 201
    assert bob.post(url, spring).status_code == 200
    season_url = f"{API}/seasons/{spring['id']}/"
    refused = check_problem(bob.patch(season_url, {"ends_on": "2026-02-01"}), 422, "invalid")
    assert refused["detail"] == "A season cannot end before it starts."
    check_problem(bob.patch(season_url, {"visibility": "public"}), 403, "permission-denied")
    opened = signed(people.alice).patch(season_url, {"visibility": "public"})
    assert opened.json()["visibility"] == "public"


def test_a_token_is_created_with_a_password_and_shown_once(people):
    created = APIClient().post(
        f"{API}/tokens/", {"username": "dan", "password": "dan", "label": "laptop"}
    )
    assert created.status_code == 201
    token = created.json()["token"]
    assert not Token.objects.filter(digest=token).exists()
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {token}")
    (listed,) = client.get(f"{API}/tokens/").json()["results"]
    assert (listed["label"], "token" in listed) == ("laptop", False)
    assert client.delete(f"{API}/tokens/{listed['id']}/").status_code == 204
    check_problem(client.get(f"{API}/tokens/"), 401, "authentication-failed")


def test_a_wrong_password_creates_no_token(people):
    refused = APIClient().post(f"{API}/tokens/", {"username": "dan", "password": "guess"})
    check_problem(refused, 401, "authentication-failed")
    assert refused["WWW-Authenticate"] == "Bearer"


def test_attempts_to_guess_a_password_are_throttled(people):
    client = APIClient()
    responses = [
        client.post(f"{API}/tokens/", {"username": "dan", "password": str(number)})
        for number in range(11)
    ]
    check_problem(responses[-1], 429, "throttled")
    assert int(responses[-1]["Retry-After"]) > 0


def test_nobody_revokes_the_token_of_somebody_else(signed, people):
    token, _ = Token.objects.create(user=people.dan)
    check_problem(signed(people.eve).delete(f"{API}/tokens/{token.pk}/"), 404, "not-found")


def test_an_expired_token_is_refused(people):
    _, token = Token.objects.create(user=people.dan)
    Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {token}")
    check_problem(client.get(f"{API}/tokens/"), 401, "authentication-failed")


@pytest.mark.parametrize("token", ["nonsense", "", "two words", "\xff\xfe"])
def test_a_malformed_token_is_refused(db, token):
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {token}")
    check_problem(client.get(f"{API}/clubs/"), 401, "authentication-failed")


@pytest.mark.parametrize("header", ["Token 0123", "0123456789abcdef", "bearer:0123"])
def test_an_authorization_header_of_another_form_is_refused(db, header):
    refused = APIClient(HTTP_AUTHORIZATION=header).get(f"{API}/clubs/")
    assert "Bearer" in check_problem(refused, 401, "authentication-failed")["detail"]


def test_basic_authentication_of_a_proxy_is_ignored(db):
    client = APIClient(HTTP_AUTHORIZATION="Basic Y2x1Yjpkb29y")
    assert client.get(f"{API}/clubs/").status_code == 200


def test_every_error_is_a_problem_document(alice, club):
    check_problem(alice.get(f"{API}/nowhere/"), 404, "not-found")
    check_problem(alice.get(f"{API}/clubs/not-a-uuid/"), 404, "not-found")
    check_problem(alice.delete(f"{API}/clubs/{club.pk}/"), 405, "method-not-allowed")
    form = alice.post(f"{API}/clubs/", "name=x", content_type="text/csv")
    check_problem(form, 415, "unsupported-media-type")
    assert "application/json" in form.json()["detail"]
    check_problem(alice.get(f"{API}/clubs/", HTTP_ACCEPT="image/png"), 406, "not-acceptable")
    check_problem(alice.get(f"{API}/clubs/{club.pk}/sessions/?season=x"), 422, "invalid", "season")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff",
        b'{"name": NaN}',
        b'{"name": 1e400}',
        b"1" + b"0" * 400,
        b'{"name": "\\ud800"}',
        b"[" * 100_000,
        b'{"name": ' + b"[" * 100 + b"]" * 100 + b"}",
        b"9" * 9999,
    ],
)
def test_an_unreadable_body_is_a_problem_document(alice, body):
    refused = alice.post(f"{API}/clubs/", body, content_type="application/json")
    check_problem(refused, 400, "unreadable")


def test_brackets_inside_strings_do_not_count_as_nesting(alice):
    brackets = '[{"\\' * 200
    more = {"notes": brackets[:190], "more": [[brackets] * 200] * 3, "deep": {"a": [[]]}}
    body = {"format": "session-record/1", "variant": "big-two", "players": list("ABCD"), **more}
    assert alice.post(f"{API}/adjudicate/", body, format="json").status_code == 200


def test_a_huge_request_is_refused(alice):
    body = b'{"name": "' + b"x" * 2_000_000 + b'"}'
    refused = alice.post(f"{API}/clubs/", body, content_type="application/json")
    check_problem(refused, 413, "too-large")


def test_an_unexpected_failure_is_a_problem_document_too(alice, monkeypatch):
    alice.raise_request_exception = False
    monkeypatch.setattr("scorekeeper.access.clubs_seen_by", lambda person: 1 / 0)
    check_problem(alice.get(f"{API}/clubs/"), 500, "internal-error")
