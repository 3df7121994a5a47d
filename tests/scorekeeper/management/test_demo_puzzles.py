"""The demo club comes with thirty puzzles, which the referee finds again."""

import json
from dataclasses import asdict

import pytest
from django.contrib.auth.models import AnonymousUser

import referee
from scorekeeper.management import demo_club
from scorekeeper.replays import puzzles

PUZZLES = demo_club.demo_puzzles()


def test_strangers_see_thirty_puzzles_in_a_public_demo_club(db):
    demo_club.create_demo_club()
    assert not puzzles.puzzles_shown_to(AnonymousUser()).exists()
    demo_club.create_demo_club(is_public=True)
    assert puzzles.puzzles_shown_to(AnonymousUser()).count() == 30


def test_they_are_of_all_games_and_of_every_difficulty():
    assert len({puzzle.key.split(":")[1] for puzzle in PUZZLES}) == 4
    assert {puzzle.difficulty for puzzle in PUZZLES} == {1, 2, 3}
    assert len({puzzle.theme for puzzle in PUZZLES}) >= 6


@pytest.mark.parametrize("puzzle", PUZZLES, ids=range(1, 31))
def test_exactly_one_play_wins_and_the_tree_is_the_referee_s(puzzle):
    table = referee.table_from_key(puzzle.key)
    solved = referee.solve(table, every=True)
    assert (solved.plays, solved.unsettled) == ((puzzle.play,), ())
    table.play(puzzle.line[0])
    again = json.loads(json.dumps(asdict(next(referee.puzzles(table)))))
    written = json.loads(json.dumps(asdict(puzzle)))
    # the number of events is that of the hand that was played
    assert {**again, "event": 0} == {**written, "event": 0}
