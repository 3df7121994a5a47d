"""A table as text and as a picture: what a player at it could see is there, at its seat."""

import re
from random import Random
from xml.etree import ElementTree

import pytest

from referee import Table, boards
from referee.text_width import text_width
from tests.referee.legal_events import random_table

GAMES = ["big-two", "pusoy-dos", "gang-of-four", "four-color-cards"]
SVG = "{http://www.w3.org/2000/svg}"
each_game = pytest.mark.parametrize("variant", GAMES)


def texts(table, **options) -> list[str]:
    """Return the texts of the picture, in its order."""
    picture = ElementTree.fromstring(boards.svg(table, **options))
    return [element.text for element in picture.iter(f"{SVG}text")]


@each_game
@pytest.mark.parametrize("events", [0, 12, 40, 1000])
def test_a_board_has_the_cards_of_every_seat(variant, events):
    table = random_table(Random(5), variant, events=events)
    lines = boards.text(table).splitlines()
    for line, cards in zip(lines[1:5], table.holdings, strict=True):
        listed = re.sub(r"\[.*", "", line).split(" cards ")[-1].split()
        assert sorted(word for word in listed if word in table.rules.deck.copies) == sorted(cards)
    picture = ElementTree.fromstring(boards.svg(table))
    drawn = [title.text for title in picture.iterfind(f".//{SVG}svg/{SVG}title")]
    for cards in table.holdings:
        assert all(drawn.count(card) >= cards.count(card) for card in cards)


@each_game
def test_one_seat_is_marked_while_the_hand_goes_on_and_none_after_it(variant):
    table = random_table(Random(5), variant, events=6)
    lines = boards.text(table).splitlines()[1:5]
    assert [line[0] for line in lines].index(">") == table.turn - 1
    assert [text for text in texts(table) if text.startswith("▶")] == [f"▶ Seat {table.turn}"]
    over = random_table(Random(5), variant)
    assert not any(line.startswith(">") for line in boards.text(over).splitlines())
    assert not any(text.startswith("▶") for text in texts(over))


def test_the_result_stands_below_a_hand_that_is_over():
    over = random_table(Random(5), "big-two")
    points = [f"Seat {seat} {points}" for seat, points in enumerate(over.result, 1)]
    assert boards.text(over).splitlines()[-1] == "Points: " + ", ".join(points)


def test_cards_that_nobody_knows_are_counted():
    table = Table("big-two", hand={"events": ["1: 3C", "2: ?"]})
    assert boards.text(table).splitlines()[1:5] == [
        "  Seat 1  12 cards",
        "  Seat 2  12 cards",
        "> Seat 3  13 cards",
        "  Seat 4  13 cards",
    ]
    unseen = Table("big-two", hand={"events": ["1: 3C", "unseen"]})
    assert "  Seat 2   ? cards" in boards.text(unseen).splitlines()


def test_seats_that_are_out_or_blocked_say_so():
    order = [f"{rank}{suit}" for rank in range(1, 11) for suit in "GGYYRR"]
    dealt = [
        " ".join(["1M" if seat == 0 else "PG", *order[seat * 15 : seat * 15 + 15]])
        for seat in range(2)
    ]
    events = ["1: 1M", "4: pass", "3: pass", "2: pass"]
    table = Table("gang-of-four", hand={"dealt": [*dealt, "?", "?"], "events": events})
    assert "blocked" not in boards.text(table)
    table.play("1: " + " ".join(order[:14]))
    assert "Seat 1    1 card  blocked" in boards.text(table)
    assert any(text == "1 card blocked" for text in texts(table))


def test_columns_are_straight_below_names_with_wide_and_combining_characters():
    table = random_table(Random(5), "big-two", events=3)
    names = ("Zoë", "Zoe\u0308", "陳小姐", "Ann-Kathrin")
    lines = boards.text(table, names=names).splitlines()[1:5]
    ends = {text_width(line[: line.index(" cards")]) for line in lines}
    assert len(ends) == 1


def test_names_cannot_control_a_terminal_or_a_page():
    table = random_table(Random(5), "big-two", events=3)
    names = ("A\x1b[31m", "<b>", "a\nb", "Di")
    assert "\x1b" not in boards.text(table, names=names)
    assert len(boards.text(table, names=names).splitlines()) == 7
    assert "<b>" in " ".join(texts(table, names=names))
