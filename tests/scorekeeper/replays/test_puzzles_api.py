"""Puzzles through the API: the solution only for whoever asks for it."""

import pytest
from rest_framework.test import APIClient

from scorekeeper.management import demo_club
from scorekeeper.models import Puzzle, Visibility
from scorekeeper.replays.puzzles import puzzle_row

SOLUTION = {"play", "line", "theme", "tree"}


@pytest.fixture
def rows(club):
    club.visibility = Visibility.PUBLIC
    club.save()
    made = [puzzle_row(each, club=club.pk) for each in demo_club.demo_puzzles()[::10]]
    return Puzzle.objects.bulk_create(made)


def get(path, status=200):
    response = APIClient().get(f"/api/v1/{path}")
    assert response.status_code == status
    return response.json()


def test_a_list_has_positions_without_solutions(rows):
    listed = get("puzzles/")["results"]
    assert [each["id"] for each in listed] == sorted(str(row.pk) for row in rows)
    assert not any(SOLUTION & each.keys() for each in listed)
    row = next(row for row in rows if str(row.pk) == listed[0]["id"])
    assert listed[0]["choices"] == row.choices
    assert listed[0]["key"] == row.key


def test_lists_are_filtered(rows):
    hard = get("puzzles/?difficulty=3")["results"]
    assert {each["id"] for each in hard} == {str(row.pk) for row in rows if row.difficulty == 3}
    assert get("puzzles/?theme=pass&variant=big-two&difficulty=1") is not None
    get("puzzles/?theme=none", 422)


def test_one_shows_its_solution_on_demand(rows):
    row = rows[0]
    assert not SOLUTION & get(f"puzzles/{row.pk}/").keys()
    solved = get(f"puzzles/{row.pk}/?solution=true")
    assert (solved["play"], solved["line"], solved["tree"]) == (row.play, row.line, row.tree)


def test_todays_is_one_of_them_and_the_same_again(rows):
    assert get("puzzles/today/") == get("puzzles/today/")
    assert get("puzzles/today/")["id"] in {str(row.pk) for row in rows}


def test_where_there_is_none_today_has_none(club):
    get("puzzles/today/", 404)
