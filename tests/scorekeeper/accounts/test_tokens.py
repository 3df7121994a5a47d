"""The limits of tokens: scopes, a club, and time."""

from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from rest_framework.test import APIClient
from rest_framework.views import APIView

from scorekeeper import access
from scorekeeper.accounts import tokens
from scorekeeper.api.authentication import find_token
from scorekeeper.api.permissions import needed_action
from scorekeeper.clubs import memberships
from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import (
    ALL_SCOPES,
    Club,
    Hand,
    Member,
    Role,
    Token,
    TokenScope,
    Visibility,
)
from scorekeeper.sessions import links as session_links
from tests.scorekeeper.api_answers import check_problem
from tests.scorekeeper.sample_hands import SHEET

API = "/api/v1"
EVENTS = ["1: 1M 1G", "4: pass", "3: 2G 2R", "2: pass", "1: pass", "4: pass", "3: 3Y"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def create(people):
    """Return a function that asks for a token for Carol, with her password."""

    def _create(**limits):
        body = {"username": "carol", "password": "carol", **limits}
        return APIClient().post(f"{API}/tokens/", body)

    return _create


def days_left(body):
    expiry = Token.objects.get(pk=body["id"]).expiry
    return round((expiry - timezone.now()) / timedelta(days=1))


def test_a_program_that_knows_no_scopes_gets_a_token_for_everything_as_before(create, club):
    created = create(label="old program").json()
    assert (created["scopes"], created["club"], days_left(created)) == (ALL_SCOPES, None, 90)
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {created['token']}")
    assert client.post(f"{API}/clubs/", {"name": "New"}).status_code == 201


def test_a_token_with_any_limit_gets_the_least_of_the_others(create, club):
    for limit in ({"club": str(club.pk)}, {"club": None}, {"days": 30}, {"scopes": ["read"]}):
        created = create(**limit).json()
        assert (created["scopes"], days_left(created)) == (["read"], 30), limit


def test_a_token_has_the_included_scopes_and_the_chosen_club_and_expiry(create, club):
    created = create(scopes=["referee"], club=str(club.pk), days=365).json()
    assert created["scopes"] == ["read", "log", "referee"]
    assert (created["club"], days_left(created)) == (str(club.pk), 365)


@pytest.mark.parametrize(
    ("limits", "where"),
    [
        ({"scopes": ["write"]}, "scopes[0]"),
        ({"scopes": []}, "scopes"),
        ({"scopes": None}, "scopes"),
        ({"scopes": "read"}, "scopes"),
        ({"days": 0}, "days"),
        ({"days": 366}, "days"),
        ({"days": None}, "days"),
        ({"club": "5f1c2a9e-0000-4000-8000-000000000001"}, "club"),
    ],
)
def test_limits_that_do_not_exist_are_refused(create, club, limits, where):
    check_problem(create(**limits), 422, "invalid", where)
    assert not Token.objects.exists()


def test_a_token_for_a_club_of_others_is_refused(create, club):
    elsewhere = Club.objects.get(name="Elsewhere")
    refused = check_problem(create(club=str(elsewhere.pk)), 422, "invalid", "club")
    assert refused["detail"] == "You belong to no club with this id."


def test_no_token_creates_a_token_without_the_password(people, signed):
    client = signed(people.alice)
    check_problem(client.post(f"{API}/tokens/", {"scopes": ["read"]}), 422, "invalid", "username")
    assert Token.objects.count() == 1


def test_a_token_lasts_no_longer_than_a_year(people):
    with pytest.raises(ValueError, match="up to 365 days"):
        tokens.create_token(people.alice, lifetime=timedelta(days=366))


def test_a_token_is_by_default_for_reading_and_thirty_days(people):
    token, _ = tokens.create_token(people.alice)
    assert token.scopes == ["read"]
    assert token.expiry - token.created < timedelta(days=30, seconds=10)
    assert Token.objects.create(user=people.alice)[0].scopes == ["read"]


def test_a_row_of_a_release_without_scopes_keeps_all_scopes_and_clubs(people):
    previous = MigrationLoader(connection).project_state()
    for name in ("scopes", "only_club"):
        previous.remove_field("scorekeeper", "token", name)
    previous.apps.get_model("scorekeeper", "Token").objects.create(
        user_id=people.alice.pk, digest="old", token_key="old"
    )
    old = Token.objects.get(digest="old")
    assert (old.scopes, old.only_club, old.is_limited) == (ALL_SCOPES, None, False)


def test_a_refusal_names_the_missing_scope_and_those_of_the_token(session, people, signed):
    client = signed(people.carol, scopes=["read"])
    answer = client.post(f"{API}/sessions/{session.pk}/hands/", SHEET)
    problem = check_problem(answer, 403, "missing-scope")
    assert (problem["missing"], problem["scopes"]) == ("log", ["read"])
    assert problem["detail"] == (
        "This token does not let you record hands: that needs the scope log, and the token has read."
    )
    assert answer["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="log"'
    assert not Hand.objects.exists()


def test_what_a_body_asks_for_may_need_a_wider_scope_than_the_request(session, people, signed):
    client = signed(people.alice, scopes=["read", "log"])
    path = f"{API}/sessions/{session.pk}/"
    publishing = client.patch(path, {"visibility": "public"}, headers={"If-Match": "*"})
    assert check_problem(publishing, 403, "missing-scope")["missing"] == "administer"
    applying = client.post(f"{path}what-if/", {"house_rules": {}, "apply": True})
    assert check_problem(applying, 403, "missing-scope")["missing"] == "referee"
    assert client.post(f"{path}what-if/", {"house_rules": {}}).status_code == 200


def test_a_token_for_another_club_reads_what_is_public_and_changes_nothing(club, people, signed):
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    other_club, _ = memberships.found_club("The other one", by=people.alice)
    client = signed(people.alice, only_club=other_club)
    assert client.get(f"{API}/clubs/{club.pk}/").status_code == 200
    assert client.get(f"{API}/clubs/{club.pk}/members/").json()["results"] == []
    renaming = client.patch(f"{API}/clubs/{club.pk}/", {"name": "Mine"})
    problem = check_problem(renaming, 403, "other-club")
    assert problem["club"] == str(other_club.pk)
    assert problem["detail"].startswith("This token does not let you rename the club")
    leaving = client.delete(f"{API}/clubs/{club.pk}/members/{people.alice.pk}/")
    check_problem(leaving, 404, "not-found")


def test_a_token_for_one_club_creates_no_other(club, people, signed):
    client = signed(people.alice, only_club=club)
    check_problem(client.post(f"{API}/clubs/", {"name": "New"}), 403, "other-club")
    assert Member.objects.filter(user=people.alice).count() == 1


@pytest.mark.parametrize("limits", [{"scopes": ["read"]}, {"only_club": Club}])
def test_a_limited_token_lists_and_revokes_only_itself(limits, club, people, signed):
    if "only_club" in limits:
        limits = {"only_club": club}
    other, _ = Token.objects.create(user=people.alice)
    client = signed(people.alice, **limits)
    (own,) = client.get(f"{API}/tokens/").json()["results"]
    assert own["id"] != str(other.pk)
    check_problem(client.delete(f"{API}/tokens/{other.pk}/"), 404, "not-found")
    assert client.delete(f"{API}/tokens/{own['id']}/").status_code == 204
    check_problem(client.get(f"{API}/tokens/"), 401, "authentication-failed")


def test_an_unlimited_token_lists_and_revokes_the_others(people, signed):
    other, _ = Token.objects.create(user=people.alice)
    client = signed(people.alice)
    assert len(client.get(f"{API}/tokens/").json()["results"]) == 2
    assert client.delete(f"{API}/tokens/{other.pk}/").status_code == 204


def test_a_token_is_deleted_with_its_club_instead_of_growing_to_all_clubs(people):
    club = Club.objects.create(name="Short-lived")
    Token.objects.create(user=people.alice, only_club=club)
    club.delete()
    assert not Token.objects.exists()


def test_a_token_that_may_not_record_sees_no_past_tricks(open_session, people, signed):
    session = open_session(variant="gang-of-four")
    hand = hand_recording.record_hand(session, {"events": EVENTS}, by=people.carol).hand
    path = f"{API}/hands/{hand.pk}/"
    hidden = signed(people.bob, scopes=["read"]).get(path)
    assert hidden.json()["record"]["events"][0] == "1: ? ?"
    shown = signed(people.bob, scopes=["read", "log"]).get(
        path, headers={"If-None-Match": hidden["ETag"]}
    )
    assert shown.json()["record"]["events"] == EVENTS


def test_dealt_cards_are_hidden_from_their_recorders_token_for_another_club(
    open_session, club, people, signed
):
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    session = open_session(visibility=Visibility.PUBLIC)
    record = {"dealt": ["3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2C", None, None, None], "events": []}
    hand = hand_recording.record_hand(session, record, by=people.carol).hand
    path = f"{API}/hands/{hand.pk}/"
    assert "dealt" in signed(people.carol, scopes=["read"]).get(path).json()["record"]
    elsewhere = Club.objects.get(name="Elsewhere")
    seen = signed(people.carol, only_club=elsewhere).get(path).json()
    assert "dealt" not in seen["record"]
    assert seen["hides_cards"] is True


def test_lists_have_another_tag_for_a_token_that_may_see_less(club, people, signed):
    Club.objects.filter(pk=club.pk).update(visibility=Visibility.PUBLIC)
    elsewhere = Club.objects.get(name="Elsewhere")
    path = f"{API}/clubs/{club.pk}/players/"
    tags = {
        signed(people.carol, **limits).get(path)["ETag"]
        for limits in ({}, {"scopes": ["read"]}, {"only_club": elsewhere})
    }
    assert len(tags) == 3


def test_a_limited_token_gets_no_answer_to_a_request_of_a_wider_one(session, people, signed):
    path, headers = f"{API}/sessions/{session.pk}/links/", {"Idempotency-Key": "k"}
    first = signed(people.carol).post(path, {}, headers=headers)
    assert first.status_code == 201
    refused = signed(people.carol, scopes=["read"]).post(path, {}, headers=headers)
    check_problem(refused, 403, "missing-scope")
    again = signed(people.carol).post(path, {}, headers=headers)  # a new token, the same account
    assert again.json() == first.json()


def test_an_unknown_method_is_405_whatever_the_token_may(people, signed, club):
    client = signed(people.alice, scopes=["read"])
    assert client.put(f"{API}/clubs/{club.pk}/", {}).status_code == 405
    assert client.head(f"{API}/clubs/{club.pk}/").status_code == 200
    assert client.head(f"{API}/clubs/{club.pk}/export/").status_code == 403


def test_a_view_that_writes_must_say_what_it_needs():
    class SilentView(APIView):
        def post(self, request):
            raise NotImplementedError

    with pytest.raises(ImproperlyConfigured, match=r"SilentView\.needs says nothing about post"):
        needed_action(SilentView(), "POST")


def test_a_limited_token_costs_no_query_more(club, people, signed, django_assert_num_queries):
    clients = [signed(people.alice), signed(people.alice, scopes=["read"], only_club=club)]
    for client in clients:
        with django_assert_num_queries(3):
            client.get(f"{API}/clubs/{club.pk}/members/")


def test_the_account_behind_a_token_and_all_its_roles_are_one_query(
    club, people, signed, django_assert_num_queries
):
    for number in range(3):
        memberships.found_club(f"Another {number}", by=people.alice)
    client = signed(people.alice)
    with django_assert_num_queries(2):  # and the club
        assert client.get(f"{API}/clubs/{club.pk}/").status_code == 200
    with django_assert_num_queries(1):
        found = find_token(client._credentials["HTTP_AUTHORIZATION"].split()[1])
    assert len(found.user.roles) == 4


def test_an_account_without_a_club_has_a_token_all_the_same(people, signed):
    assert signed(people.eve).get(f"{API}/clubs/").json()["results"] == []


def test_a_role_that_was_taken_away_is_gone_with_the_next_request(club, people, signed):
    client = signed(people.carol)
    body = {"name": "Frank"}
    assert client.post(f"{API}/clubs/{club.pk}/players/", body).status_code == 201
    memberships.give_role(club, people.carol, Role.MEMBER, by=people.alice)
    refused = client.post(f"{API}/clubs/{club.pk}/players/", {"name": "Gus"})
    assert refused.status_code == 403
    memberships.leave(club, people.carol, by=people.alice)
    assert client.get(f"{API}/clubs/{club.pk}/").status_code == 404


def test_whoever_gives_up_a_role_lacks_it_at_once_within_the_same_request(club, people, signed):
    client = signed(people.alice)
    owner = find_token(client._credentials["HTTP_AUTHORIZATION"].split()[1]).user
    memberships.give_role(club, people.bob, Role.OWNER, by=owner)
    memberships.leave(club, people.alice, by=owner)
    assert access.role_in(club, owner) is None


def test_the_maker_of_a_link_is_asked_for_with_it(session, people, django_assert_num_queries):
    link, _ = session_links.create_link(session, by=people.carol)
    with django_assert_num_queries(1):
        assert session_links.find_holder(session_links.token_of(link)) is not None
    memberships.give_role(session.club, people.carol, Role.MEMBER, by=people.alice)
    with django_assert_num_queries(1):
        assert session_links.find_holder(session_links.token_of(link)) is None


def test_expired_tokens_are_refused_and_deleted_with_the_next_one(create, people, signed, club):
    client = signed(people.carol)
    Token.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert client.get(f"{API}/clubs/{club.pk}/").status_code == 401
    assert create().status_code == 201
    assert Token.objects.filter(user=people.carol).count() == 1


def test_scopes_include_those_before_them():
    assert tokens.with_included([]) == ["read"]
    assert tokens.with_included(["log", "read"]) == ["read", "log"]
    assert tokens.with_included([TokenScope.ADMINISTER]) == ALL_SCOPES


def test_the_admin_shows_the_limits_of_a_token(root, people, club):
    token, _ = Token.objects.create(user=people.dan, scopes=["read", "log"], only_club=club)
    for path in ("", f"{token.pk}/change/"):
        page = root.get(f"/admin/scorekeeper/token/{path}").content.decode()
        assert "Thursday night" in page
        assert "log" in page
