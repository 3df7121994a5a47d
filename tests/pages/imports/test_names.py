"""Spellings of one name: spaces never make another player, and nobody is merged or doubled without a decision."""

import pytest

from scorekeeper.clubs import memberships
from scorekeeper.models import Player, Session
from scorekeeper.sessions import corrections
from scorekeeper.sessions.corrections import SessionCorrection
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
    assert (offered[0], "a new player" in offered, choice) == ("Ann", False, None)
    refused = run_import(scorer, page)
    assert "These players are already in the club: Ann." in html_of(refused)
    run_import(scorer, page, {"ann": Player.objects.get(name="Ann").pk})
    assert seated() == ["Ann", "Ann"]


def test_names_at_one_table_that_differ_in_case_are_refused(scorer, club):
    page = send(scorer, club, text="2024-03-31\nZoe, zoe, Cy, Di\n0 1 2 3\n")
    refused = run_import(scorer, page)
    assert "These names differ only in capital letters: Zoe, zoe." in html_of(refused)
    assert not Player.objects.filter(name__iexact="zoe").exists()


def test_a_new_player_whose_name_is_taken_gets_another_one(scorer, club):
    known = Player.objects.create(club=club, name="Ann")
    page = send(scorer, club, text=TWO.format(first="ann", second="ann"))
    refused = run_import(scorer, page, {"ann": "ANN"})
    assert "These names differ only in capital letters: Ann, ANN." in html_of(refused)
    run_import(scorer, page, {"ann": "Ann B."})
    assert seated() == ["Ann B.", "Ann B."]
    assert not known.seats.exists()


@pytest.mark.parametrize("written", ["L", "L.", "J. K."])
def test_a_new_player_of_whom_the_file_has_the_initials_gets_a_name(scorer, club, written):
    page = send(scorer, club, text=TWO.format(first=written, second=written))
    offered, choice = names_in(page)[written]
    assert offered[-2:] == ["a new player", "somebody else, or a new player with another name:"]
    assert choice == "new"
    run_import(scorer, page, {written: "Lena Ko"})
    assert seated() == ["Lena Ko", "Lena Ko"]


def test_a_new_player_whose_name_is_whole_keeps_it(scorer, club):
    page = send(scorer, club, text=TWO.format(first="Lena", second="Lena"))
    refused = run_import(scorer, page, {"Lena": "Lena Ko"})
    assert "The club has no player with this name." in html_of(refused)


def test_a_player_beside_a_namesake_is_refused(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, alice, Cy, Di\n0 1 2 3\n")
    run_import(scorer, page)
    assert Player.objects.filter(name__iexact="alice").count() == 1


def test_two_spellings_of_a_new_name_are_asked_for_once(scorer, club):
    page = send(scorer, club, text=TWO.format(first="Zoe Ma", second="zoe ma"))
    names = names_in(page)
    assert names["Zoe Ma"][1] == "new"
    same = "the same as Zoe Ma, also new"
    assert names["zoe ma"] == ([same, "somebody else, or a new player with another name:"], None)


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
    page = send(scorer, club, text=TWO.format(first="Zoe Ma", second="Zoë Ma"))
    run_import(scorer, page, {"Zoë Ma": "new"})
    assert seated() == ["Zoe Ma", "Zoë Ma"]


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


def test_nobody_is_to_be_chosen_where_all_names_are_known(scorer, club, players):
    page = send(scorer, club, text="2024-03-31\nAlice, Bob, Carol, Dan\n0 1 2 3\n")
    assert "Choose who is meant" not in html_of(page)


DAYS = "2024-03-31\n{name}, Kim, Cy, Di\n0 1 2 3\n"
LATER = DAYS.replace("31", "24")


@pytest.mark.parametrize("written", ["Anna Ma", "Änna Ma", "The captain"])
def test_who_was_meant_in_an_earlier_import_is_not_asked_again(scorer, club, written):
    known = Player.objects.create(club=club, name="Ana Ma")
    run_import(scorer, send(scorer, club, text=DAYS.format(name=written)), {written: known.name})
    page = send(scorer, club, text=LATER.format(name=written))
    (row,) = page.context["form"].rows()
    assert (row.choice.value(), row.is_asked) == (str(known.pk), False)
    assert "as in an earlier import" in html_of(page)
    assert (page.context["undecided"], page.context["counts"].players) == (0, 0)
    run_import(scorer, page)
    assert seated() == ["Ana Ma", "Ana Ma"]


def test_somebody_else_can_be_meant_than_in_an_earlier_import(scorer, club):
    known = Player.objects.create(club=club, name="Ana Ma")
    run_import(scorer, send(scorer, club, text=DAYS.format(name="Anna Ma")), {"Anna Ma": known.pk})
    page = send(scorer, club, text=LATER.format(name="Anna Ma"))
    run_import(scorer, page, {"Anna Ma": "new"})
    assert seated() == ["Anna Ma", "Ana Ma"]


def test_a_name_that_meant_several_players_is_asked_for_again(scorer, club):
    ana, hanna = (Player.objects.create(club=club, name=name) for name in ("Ana Ma", "Hanna Ma"))
    for day, player in ((DAYS, ana), (LATER, hanna)):
        page = send(scorer, club, text=day.format(name="Anna Ma"))
        run_import(scorer, page, {"Anna Ma": player.pk})
    page = send(scorer, club, text=DAYS.replace("31", "17").format(name="Anna Ma"))
    assert page.context["undecided"] == 1


def test_a_name_is_asked_for_again_after_its_seat_was_corrected(scorer, club, people):
    known = Player.objects.create(club=club, name="Ana Ma")
    run_import(scorer, send(scorer, club, text=DAYS.format(name="Anna Ma")), {"Anna Ma": known.pk})
    session = Session.objects.get()
    first, second, *rest = (seat.player for seat in session.seats.order_by("number"))
    exchanged = SessionCorrection(
        labels={"place": "There"}, season=session.season, players=[second, first, *rest]
    )
    corrections.correct(session, exchanged, by=people.carol)
    later = LATER.format(name="Anna Ma").replace("Kim", "Lee")
    assert send(scorer, club, text=later).context["undecided"] == 1


def test_another_club_does_not_learn_who_was_meant(scorer, club, people):
    other, _ = memberships.found_club("Fridays", by=people.carol)
    for one in (club, other):
        Player.objects.create(club=one, name="Ana Ma")
    page = send(scorer, club, text=DAYS.format(name="Anna Ma"))
    run_import(scorer, page, {"Anna Ma": "Ana Ma"})
    assert send(scorer, other, text=DAYS.format(name="Anna Ma")).context["undecided"] == 1


def test_a_sheet_that_comes_again_shows_the_players_it_was_imported_with(scorer, club):
    known = Player.objects.create(club=club, name="Ana Ma")
    run_import(scorer, send(scorer, club, text=DAYS.format(name="Anna Ma")), {"Anna Ma": known.pk})
    page = send(scorer, club, text=DAYS.format(name="Anna Ma"))
    (line,) = page.context["parts"][0]["lines"]
    first = line["players"][0]
    assert (first["name"], first["written"], first["is_new"]) == ("Ana Ma", "Anna Ma", False)
