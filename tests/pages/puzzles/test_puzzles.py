"""The pages of puzzles: played without scripts, and what they never show."""

import re

import pytest
from django.test import Client

from scorekeeper.models import Visibility
from scorekeeper.pages.puzzles.play import OUT, Outcome, PlayedPuzzle
from tests.pages.puzzles.conftest import LONG, SHORT

WRONG = "With all cards open this does not force it:"


@pytest.fixture
def short(rows):
    return next(row for row in rows if row.key == SHORT)


@pytest.fixture
def long(rows):
    return next(row for row in rows if row.key == LONG)


def page(row, query=""):
    return Client().get(f"/puzzles/{row.pk}/{query}").content.decode()


def buttons(text):
    return re.findall(r'<button class="second" name="play" value="([^"]+)"', text)


def test_every_legal_play_is_a_button(short):
    assert buttons(page(short)) == ["7H", "JC", "pass"]


def test_all_hands_are_open_and_nobody_has_a_name(short, players):
    text = page(short)
    for name in ("6 of hearts", "jack of clubs", "3 of spades", "8 of diamonds"):
        assert f'aria-label="{name}"' in text
    assert not any(player.name in text for player in players)
    assert "Seat 1 to act" not in text
    assert "You to act" in text


def test_a_wrong_play_is_refuted_and_can_be_tried_again(short):
    text = page(short, "?play=JC")
    assert WRONG in text
    assert buttons(text) == ["7H", "JC", "pass"]


def test_the_right_plays_lead_to_the_end(short):
    played = PlayedPuzzle(short, [short.play])
    while not played.is_solved:
        best = next(iter(played.nodes[played.node]["wins"]))
        played = PlayedPuzzle(short, [*played.right, best])
    assert played.node == OUT
    assert played.outcome is Outcome.SOLVED
    query = "?" + "&".join(f"play={play}" for play in played.right)
    text = page(short, query)
    assert "Solved!" in text
    assert not buttons(text)
    assert '<section id="solution" aria-labelledby="solution-title">' in text


def test_another_winning_play_is_no_mistake(long):
    played = PlayedPuzzle(long, [long.play])
    while not (also := played.nodes[played.node].get("also")):
        best = next(iter(played.nodes[played.node]["wins"]))
        played = PlayedPuzzle(long, [*played.right, best])
    other = PlayedPuzzle(long, [*played.right, also[0]])
    assert other.outcome in {Outcome.ALSO, Outcome.SOLVED}
    assert len(other.right) == len(played.right) + 1


def test_a_play_that_is_none_changes_nothing(short):
    assert buttons(page(short, "?play=2S&play=7H")) == ["7H", "JC", "pass"]


def test_the_solution_is_shown_on_demand(short):
    hidden = '<section id="solution" aria-labelledby="solution-title" hidden>'
    assert hidden in page(short)
    assert hidden not in page(short, "?solution=1")


def test_the_table_shows_what_was_played_and_what_is_left(long):
    played = PlayedPuzzle(long, [long.play])
    moment = played.moment()
    assert sum(len(seat.known) for seat in moment.seats) == long.cards_left - sum(
        len(cards) for _, cards in _parsed(played.events)
    )
    assert moment.seats[0].at == 0


def _parsed(events):
    for event in events:
        seat, action = event.split(": ")
        yield seat, [] if action == "pass" else action.split()


def test_the_list_has_the_puzzle_of_the_day_and_filters(short, long):
    text = Client().get("/puzzles/").content.decode()
    assert "Puzzle of the day" in text
    assert text.count("data-puzzle=") == 2
    hard = Client().get(f"/puzzles/?difficulty={long.difficulty}").content.decode()
    assert f"/puzzles/{long.pk}/?difficulty={long.difficulty}&amp;" in hard
    assert hard.count("data-puzzle=") == 1
    assert "no such puzzle" in Client().get("/puzzles/?theme=bomb").content.decode()
    assert Client().get("/puzzles/?theme=x&difficulty=9&game=y&page=z").status_code == 200


def test_the_next_puzzle_is_of_the_same_kind(short, long):
    assert f'rel="next" href="/puzzles/{long.pk}/"' in page(short)
    assert 'rel="next"' not in page(short, f"?difficulty={short.difficulty}")


def test_puzzles_of_a_private_club_are_there_for_its_members_only(short, club, browse):
    club.visibility = Visibility.PRIVATE
    club.save()
    assert Client().get(f"/puzzles/{short.pk}/").status_code == 404
    assert "data-puzzle=" not in Client().get("/puzzles/").content.decode()
    assert browse("dan").get(f"/puzzles/{short.pk}/").status_code == 200
