"""A player's name and account, changed on their page."""

import pytest
from django.test import Client

from scorekeeper import erasure
from scorekeeper.models import AuditEntry, Player, Season
from tests.pages.forms_and_mail import html_of


@pytest.fixture
def bob(players):
    return players[1]


@pytest.mark.parametrize(
    ("name", "status"), [("alice", 302), ("carol", 302), ("dan", 403), ("eve", 404)]
)
def test_scorers_and_owners_may_rename_a_player(browse, bob, name, status):
    form = {"name": "Robert", "user": ""}
    assert browse(name).post(f"/players/{bob.pk}/settings/", form).status_code == status
    assert Player.objects.get(pk=bob.pk).name == ("Robert" if status == 302 else "Bob")
    assert Client().post(f"/players/{bob.pk}/settings/", form).status_code == 404


def test_the_page_of_a_player_links_to_it_for_those_who_may(browse, bob):
    link = f"/players/{bob.pk}/settings/"
    assert link in html_of(browse("carol").get(f"/players/{bob.pk}/"))
    assert link not in html_of(browse("dan").get(f"/players/{bob.pk}/"))


def test_the_same_form_sent_twice_is_one_change(browse, bob):
    client, form = browse("carol"), {"name": " Robert   B. ", "user": ""}
    for _ in range(2):
        assert client.post(f"/players/{bob.pk}/settings/", form).status_code == 302
    assert Player.objects.get(pk=bob.pk).name == "Robert B."
    assert AuditEntry.objects.filter(act="player changed").count() == 1


def test_a_taken_name_is_refused_with_what_to_do(browse, bob):
    page = browse("carol").post(f"/players/{bob.pk}/settings/", {"name": "Alice", "user": ""})
    assert page.status_code == 422
    assert "If they are one person, merge them." in html_of(page)
    page = browse("carol").post(f"/players/{bob.pk}/settings/", {"name": "", "user": ""})
    assert page.status_code == 422


@pytest.mark.parametrize("name", ["ALICE", " alice "])
def test_a_name_that_differs_in_case_only_is_taken(browse, bob, name):
    page = browse("carol").post(f"/players/{bob.pk}/settings/", {"name": name, "user": ""})
    assert "Another player of the club has this name." in html_of(page)


def test_a_player_may_change_the_case_of_their_own_name(browse, bob):
    browse("carol").post(f"/players/{bob.pk}/settings/", {"name": "BOB", "user": ""})
    bob.refresh_from_db()
    assert bob.name == "BOB"


def test_whoever_has_such_a_name_already_keeps_it(browse, bob, people):
    Player.objects.create(club=bob.club, name="BOB")
    form = {"name": "Bob", "user": str(people.dan.pk)}
    assert browse("carol").post(f"/players/{bob.pk}/settings/", form).status_code == 302


def test_a_player_gets_the_account_of_a_member_that_no_other_player_has(
    browse, bob, players, people
):
    client, address = browse("carol"), f"/players/{bob.pk}/settings/"
    assert client.post(address, {"name": "Bob", "user": str(people.dan.pk)}).status_code == 302
    assert Player.objects.get(pk=bob.pk).user == people.dan
    page = client.post(
        f"/players/{players[0].pk}/settings/", {"name": "Alice", "user": str(people.dan.pk)}
    )
    assert "This account belongs to Bob already." in html_of(page)
    page = client.post(address, {"name": "Bob", "user": str(people.eve.pk)})
    assert page.status_code == 422
    client.post(address, {"name": "Bob", "user": ""})
    assert Player.objects.get(pk=bob.pk).user is None


def test_an_erased_player_stays_erased(browse, bob, people):
    erasure.erase(bob, confirm="Bob", by=people.alice)
    page = browse("alice").post(f"/players/{bob.pk}/settings/", {"name": "Bob", "user": ""})
    assert page.status_code == 409
    assert "erased for good" in html_of(page)
    assert Player.objects.get(pk=bob.pk).name != "Bob"


def test_a_seasons_name_and_days_are_changed_on_its_settings(browse, club):
    season = Season.objects.create(club=club, name="Spring")
    form = {"name": "Spring 2026", "starts_on": "2026-03-01", "ends_on": "2026-05-31"}
    address = f"/seasons/{season.pk}/settings/"
    assert browse("carol").post(address, form).status_code == 403  # seasons are the referees'
    for _ in range(2):
        assert browse("alice").post(address, form).status_code == 302
    season.refresh_from_db()
    assert (season.name, str(season.ends_on)) == ("Spring 2026", "2026-05-31")
    assert AuditEntry.objects.filter(act="season changed").count() == 1


@pytest.mark.parametrize("written", ["alice", " ALICE ", "Alice"])
def test_a_name_that_differs_in_case_or_spaces_is_no_new_player(browse, club, players, written):
    page = browse("alice").post(f"/clubs/{club.pk}/players/", {"names": f"Zoe\n{written}"})
    assert page.status_code == 422
    assert "These players are already in the club: Alice." in page.content.decode()
    assert club.players.count() == 4


@pytest.mark.parametrize("written", ["Ann, Ben, Cleo", "Ann; Ben", "安、本"])
def test_several_names_on_a_line_are_refused(browse, club, players, written):
    page = browse("alice").post(f"/clubs/{club.pk}/players/", {"names": f"Zoe\n{written}"})
    assert page.status_code == 422
    assert (
        f"Write each name on a line of its own, without commas: {written}" in page.content.decode()
    )
    assert club.players.count() == 4


def test_two_new_names_that_differ_in_case_only_are_refused(browse, club, players):
    page = browse("alice").post(f"/clubs/{club.pk}/players/", {"names": "Zoe Ma\nzoe  ma"})
    assert "These names differ only in capital letters: Zoe Ma, zoe ma." in page.content.decode()
    assert club.players.count() == 4
