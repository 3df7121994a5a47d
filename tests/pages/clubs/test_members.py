"""Who belongs to a club: read by its members, changed by its owners; how a club and a season are set up."""

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
    assert "<select" not in page  # and change nothing
    assert "/history/" not in page


def test_a_stranger_to_a_public_club_does_not_read_it(browse, client, club, address):
    club.visibility = Visibility.PUBLIC
    club.save()
    assert browse("eve").get(address).status_code == 403
    assert client.get(address).headers["Location"] == f"/sign-in/?next={address}"
    assert address not in html_of(client.get(f"/clubs/{club.pk}/"))


def test_an_owner_changes_a_role_in_its_row(browse, club, people, address):
    page = browse("alice").post(address, {"username": "dan", "role": "referee"}, follow=True)
    assert "dan is now: Referee." in html_of(page)
    assert access.role_in(club, people.dan) == Role.REFEREE


def test_an_owner_removes_a_member_after_being_asked(browse, club, people, address):
    client, remove = browse("alice"), f"{address}{people.dan.pk}/remove/"
    assert "Remove dan from Thursday night?" in html_of(client.get(remove))
    assert access.role_in(club, people.dan) == Role.MEMBER
    client.post(remove)
    assert access.role_in(club, people.dan) is None
    assert client.post(remove).status_code == 404


def test_a_member_leaves_after_being_asked(browse, club, people):
    client, leave = browse("dan"), f"/clubs/{club.pk}/leave/"
    assert "Leave Thursday night?" in html_of(client.get(leave))
    assert client.post(leave).headers["Location"] == "/account/"
    assert access.role_in(club, people.dan) is None
    assert client.get(f"/clubs/{club.pk}/").status_code == 404


@pytest.mark.parametrize(("method", "status"), [("get", 200), ("post", 409)])
def test_an_only_owner_stays_and_is_told_why(browse, club, people, address, method, status):
    for way in (f"/clubs/{club.pk}/leave/", f"{address}{people.alice.pk}/remove/"):
        page = getattr(browse("alice"), method)(way)
        assert page.status_code == status
        assert "make somebody else one first" in html_of(page)
    assert access.role_in(club, people.alice) == Role.OWNER


@pytest.mark.parametrize(("name", "status"), [("carol", 403), ("dan", 403), ("eve", 404)])
def test_nobody_else_changes_who_belongs_to_the_club(browse, club, people, address, name, status):
    client = browse(name)
    assert client.post(address, {"username": name, "role": "owner"}).status_code == status
    assert client.post(f"{address}{people.alice.pk}/remove/").status_code == status
    assert club.members.count() == 3


def test_owners_and_referees_read_who_came_changed_and_went(browse, club, people, address):
    memberships.give_role(club, people.dan, Role.REFEREE, by=people.alice)
    memberships.leave(club, people.carol, by=people.carol)
    history = f"{address}history/"
    page = html_of(browse("dan").get(history))
    assert page.index("<strong>carol</strong> left") < page.index("<strong>dan</strong> became: Referee")  # fmt: skip
    memberships.give_role(club, people.dan, Role.SCORER, by=people.alice)
    assert browse("dan").get(history).status_code == 403


def test_an_owner_renames_the_club_and_lets_referees_rule_on_their_hands(browse, club):
    address = f"/clubs/{club.pk}/settings/"
    browse("alice").post(address, {"name": "Friday night", "rules_on_own_hands": "on"})
    club.refresh_from_db()
    assert (club.name, club.rules_on_own_hands) == ("Friday night", True)
    browse("alice").post(address, {"name": "Friday night"})
    club.refresh_from_db()
    assert not club.rules_on_own_hands
    said_ = [line.details["fields"] for line in AuditEntry.objects.filter(act="club changed")]
    assert said_ == [["rules_on_own_hands"], ["name", "rules_on_own_hands"]]


def test_a_club_keeps_a_name(browse, club):
    page = browse("alice").post(f"/clubs/{club.pk}/settings/", {"name": ""})
    assert page.status_code == 422
    assert "Settings of Thursday night" in html_of(page)


def test_a_season_is_renamed_and_moved(browse, season):
    address = f"/seasons/{season.pk}/settings/"
    assert address in html_of(browse("alice").get(f"/seasons/{season.pk}/"))
    browse("alice").post(address, {"name": "Autumn", "starts_on": "2026-09-01", "ends_on": "2026-11-30"})  # fmt: skip
    season.refresh_from_db()
    assert (season.name, str(season.starts_on)) == ("Autumn", "2026-09-01")


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"name": "Summer"}, "Two seasons of a club cannot have the same name."),
        ({"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-02-01"}, "A season cannot end before it starts."),
        ({"name": ""}, "This field is required."),
    ],
)  # fmt: skip
def test_what_will_not_do_for_a_season_is_said(browse, club, season, sent, told):
    Season.objects.create(club=club, name="Summer")
    page = browse("alice").post(f"/seasons/{season.pk}/settings/", sent)
    assert page.status_code == 422
    assert html_of(page).count(told) == 1
    season.refresh_from_db()
    assert season.name == "Spring"


@pytest.mark.parametrize(("name", "status"), [("carol", 403), ("dan", 403), ("eve", 404)])
def test_settings_are_for_those_who_may(browse, club, season, name, status):
    for address in (f"/clubs/{club.pk}/settings/", f"/seasons/{season.pk}/settings/"):
        assert browse(name).get(address).status_code == status
        assert browse(name).post(address, {"name": "Mine"}).status_code == status
