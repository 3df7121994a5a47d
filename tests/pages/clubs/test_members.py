"""The member list of a club, and the settings of a club and of a season."""

import pytest

from scorekeeper import access
from scorekeeper.clubs import memberships
from scorekeeper.models import AuditEntry, Role, Season, User, Visibility
from tests.pages.forms_and_mail import html_of


@pytest.fixture
def address(club):
    return f"/clubs/{club.pk}/members/"


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring")


def test_members_read_who_belongs_to_the_club_and_since_when(browse, club, people, address):
    User.objects.filter(username="carol").update(first_name="Carol Miller")
    page = html_of(browse("dan").get(address))
    assert "Carol Miller" in page
    assert "Scorer since" in page
    assert "<select" not in page  # no roles to change
    assert "/history/" not in page


def test_strangers_do_not_read_the_members_of_a_public_club(browse, client, club, address):
    club.visibility = Visibility.PUBLIC
    club.save()
    assert browse("eve").get(address).status_code == 403
    assert client.get(address).headers["Location"] == f"/sign-in/?next={address}"
    assert address not in html_of(client.get(f"/clubs/{club.pk}/"))


def test_an_owner_changes_the_role_of_a_member(browse, club, people, address):
    page = browse("alice").post(address, {"username": "dan", "role": "referee"}, follow=True)
    assert "dan is now: Referee." in html_of(page)
    assert access.role_in(club, people.dan) == Role.REFEREE


def test_an_owner_removes_a_member_after_a_question(browse, club, people, address):
    client, remove = browse("alice"), f"{address}{people.dan.pk}/remove/"
    assert "Remove dan from Thursday night?" in html_of(client.get(remove))
    assert access.role_in(club, people.dan) == Role.MEMBER
    client.post(remove)
    assert access.role_in(club, people.dan) is None
    assert client.post(remove).status_code == 404


def test_a_member_leaves_after_a_question(browse, club, people):
    client, leave = browse("dan"), f"/clubs/{club.pk}/leave/"
    assert "Leave Thursday night?" in html_of(client.get(leave))
    assert client.post(leave).headers["Location"] == "/account/"
    assert access.role_in(club, people.dan) is None
    assert client.get(f"/clubs/{club.pk}/").status_code == 404


@pytest.mark.parametrize(("method", "status"), [("get", 200), ("post", 409)])
def test_an_only_owner_cannot_leave_and_reads_why(browse, club, people, address, method, status):
    for path in (f"/clubs/{club.pk}/leave/", f"{address}{people.alice.pk}/remove/"):
        page = getattr(browse("alice"), method)(path)
        assert page.status_code == status
        assert "Make somebody else an owner first" in html_of(page)
    assert access.role_in(club, people.alice) == Role.OWNER


@pytest.mark.parametrize(("name", "status"), [("carol", 403), ("dan", 403), ("eve", 404)])
def test_only_owners_change_the_members(browse, club, people, address, name, status):
    client = browse(name)
    assert client.post(address, {"username": name, "role": "owner"}).status_code == status
    assert client.post(f"{address}{people.alice.pk}/remove/").status_code == status
    assert club.members.count() == 3


def test_owners_and_referees_read_the_history_of_the_members(browse, club, people, address):
    memberships.give_role(club, people.dan, Role.REFEREE, by=people.alice)
    memberships.leave(club, people.carol, by=people.carol)
    history = f"{address}history/"
    page = html_of(browse("dan").get(history))
    assert page.index("<strong>carol</strong> left") < page.index(
        "<strong>dan</strong> became: Referee"
    )
    memberships.give_role(club, people.dan, Role.SCORER, by=people.alice)
    assert browse("dan").get(history).status_code == 403


def test_an_owner_renames_the_club_and_lets_referees_rule_on_their_hands(browse, club):
    address = f"/clubs/{club.pk}/settings/"
    settings = {"name": "Friday night", "solves_endings": "on"}
    browse("alice").post(address, {**settings, "rules_on_own_hands": "on"})
    club.refresh_from_db()
    assert (club.name, club.rules_on_own_hands) == ("Friday night", True)
    browse("alice").post(address, settings)
    club.refresh_from_db()
    assert not club.rules_on_own_hands
    fields = [line.details["fields"] for line in AuditEntry.objects.filter(act="club changed")]
    assert fields == [["rules_on_own_hands"], ["name", "rules_on_own_hands"]]


def test_a_club_needs_a_name(browse, club):
    page = browse("alice").post(f"/clubs/{club.pk}/settings/", {"name": ""})
    assert page.status_code == 422
    assert "Settings of Thursday night" in html_of(page)


def test_a_season_is_renamed_and_moved(browse, season):
    address = f"/seasons/{season.pk}/settings/"
    assert address in html_of(browse("alice").get(f"/seasons/{season.pk}/"))
    browse("alice").post(
        address, {"name": "Autumn", "starts_on": "2026-09-01", "ends_on": "2026-11-30"}
    )
    season.refresh_from_db()
    assert (season.name, str(season.starts_on)) == ("Autumn", "2026-09-01")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": "Summer"}, "Two seasons of a club cannot have the same name."),
        (
            {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-02-01"},
            "A season cannot end before it starts.",
        ),
        ({"name": ""}, "This field is required."),
    ],
)
def test_a_season_that_breaks_a_rule_is_refused_with_one_message(
    browse, club, season, data, message
):
    Season.objects.create(club=club, name="Summer")
    page = browse("alice").post(f"/seasons/{season.pk}/settings/", data)
    assert page.status_code == 422
    assert html_of(page).count(message) == 2, "in the summary, and at its field"
    season.refresh_from_db()
    assert season.name == "Spring"


@pytest.mark.parametrize(("name", "status"), [("carol", 403), ("dan", 403), ("eve", 404)])
def test_settings_are_closed_to_scorers_members_and_strangers(browse, club, season, name, status):
    for address in (f"/clubs/{club.pk}/settings/", f"/seasons/{season.pk}/settings/"):
        assert browse(name).get(address).status_code == status
        assert browse(name).post(address, {"name": "Mine"}).status_code == status
