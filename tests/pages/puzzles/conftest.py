"""Puzzles of two positions, in a public club and without a hand."""

import pytest

import referee
from scorekeeper.models import Puzzle, Visibility
from scorekeeper.replays.puzzles import puzzle_row

SHORT = "p1:big-two:6H/3H,7H,JC/3S,4S/3D,4H,8D:turn=2;standing=5S;owner=1"
"""Seat 2 wins with the 7H; JC and a pass give it away."""
LONG = "p1:pusoy-dos:3S,9S,10D,10S/7D,8H,JC/3D,7C/3H,5D,5S,9C,9H:turn=1;standing=6D;owner=4"
"""Seat 1 wins with the 9S; later several plays win."""


def puzzle_at(key):
    """Return the puzzle of a position."""
    table = referee.table_from_key(key)
    table.play(f"{table.turn}: {table.choices()[table.turn][0]}")
    return next(referee.puzzles(table))


@pytest.fixture
def rows(club):
    """The rows of some puzzles of a public club."""
    club.visibility = Visibility.PUBLIC
    club.save()
    found = [puzzle_row(puzzle_at(key), club=club.pk) for key in (SHORT, LONG)]
    return Puzzle.objects.bulk_create(found)
