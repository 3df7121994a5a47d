"""Spellings of one name: spaces never make another player, and nobody is merged or doubled without a decision."""

import pytest

from scorekeeper.models import Player, Session
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.old_sheets import Sheet
from tests.pages.imports.review_forms import chosen, count, review, run_import, send

TWO = "2024-03-31\n{first}, Kim, Cy, Di\n0 1 2 3\n2024-04-07\n{second}, Kim, Cy, Di\n0 1 2 3\n"


def names_in(page):
    """Return the names that are asked for, with what is offered and what is chosen."""
    return {
        row.name: ([label for _value, label in row.choice.field.choices], row.choice.value())
        for row in page.context["form"].rows()
    }


def seated():
    return [
        session.seats.get(number=1).player.name for session in Session.objects.order_by("played_on")
    ]


@pytest.mark.parametrize("written", [" Ann Ma ", "Ann  Ma", "Ann\u00a0Ma"])
def test_superfluous_spaces_make_no_other_player(scorer, club, written):
    known = Player.objects.create(club=club, name="Ann Ma")
    sheet = Sheet("x.csv", f"Date,{written},Kim,Cy,Di\n2024-03-31,0,1,2,3\n", {})
    page = review(scorer, club, sheet)
    assert [*names_in(page)] == ["Kim", "Cy", "Di"]
    run_import(scorer, page)
    assert Session.objects.get().seats.get(number=1).player == known


def test_superfluous_spaces_of_a_player_in_the_club_make_no_other_player(scorer, club):
    known = Player.objects.create(club=club, name="Ann  Ma")
    run_import(scorer, send(scorer, club, text=TWO.format(first="Ann Ma", second="Ann Ma")))
    assert {one.seats.get(number=1).player for one in Session.objects.all()} == {known}


def test_a_name_that_differs_in_case_is_near(scorer, club):
    Player.objects.create(club=club, name="Ann")
    page = send(scorer, club, text=TWO.format(first="ann", second="ann"))
    offered, choice = names_in(page)["ann"]
    assert (offered[0], choice) == ("Ann", None)


def test_two_spellings_of_a_new_name_are_asked_for_once(scorer, club):
    page = send(scorer, club, text=TWO.format(first="Zoe Ma", second="zoe ma"))
    names = names_in(page)
    assert names["Zoe Ma"][1] == "new"
    same = "the same as Zoe Ma, also new"
    assert names["zoe ma"] == ([same, "a new player", "somebody else:"], None)


def test_two_spellings_become_one_new_player(scorer, club):
    page = send(scorer, club, text=TWO.format(first="Zoe Ma", second="zoe ma"))
    (row,) = [row for row in page.context["form"].rows() if row.is_asked]
    same = row.choice.field.choices[0][0]
    counted = count(scorer, page, {"zoe ma": same})
    assert (counted.context["counts"].players, counted.context["undecided"]) == (4, 0)
    run_import(scorer, page, {"zoe ma": same})
    assert (seated(), Player.objects.filter(club=club).count()) == (["Zoe Ma", "Zoe Ma"], 8)


def test_a_spelling_of_a_name_follows_the_choice_for_that_name(scorer, club, players):
    page = send(scorer, club, text=TWO.format(first="Zoe Ma", second="zoe ma"))
    (row,) = [row for row in page.context["form"].rows() if row.is_asked]
    same = row.choice.field.choices[0][0]
    run_import(scorer, page, {"Zoe Ma": "Alice", "zoe ma": same})
    assert seated() == ["Alice", "Alice"]


def test_two_spellings_stay_two_players_if_somebody_says_so(scorer, club):
    page = send(scorer, club, text=TWO.format(first="Zoe Ma", second="zoe ma"))
    run_import(scorer, page, {"zoe ma": "new"})
    assert seated() == ["Zoe Ma", "zoe ma"]


def test_a_near_name_without_a_decision_is_not_imported(scorer, club):
    Player.objects.create(club=club, name="Anna Ma")
    page = send(scorer, club, text=TWO.format(first="Ana Ma", second="Ana Ma"))
    assert page.context["undecided"] == 1
    assert "not decided yet" in html_of(page)
    refused = scorer.post(page.request["PATH_INFO"], chosen(page, {}))
    assert (refused.status_code, Session.objects.count()) == (422, 0)
    assert "Choose who it is, or choose a new player." in html_of(refused)


def test_names_much_alike_at_one_table_are_two_people(scorer, club):
    page = send(scorer, club, text="2024-03-31\nZoe Ma, zoe ma, Cy, Di\n0 1 2 3\n")
    assert {choice for _offered, choice in names_in(page).values()} == {"new"}
