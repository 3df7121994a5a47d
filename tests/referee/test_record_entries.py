"""The records of a text in any notation, each with its line; one that is malformed does not stop the others."""

import json

import pytest

import referee

RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["a", "b", "c", "d"],
    "hands": [{"cards_left": [0, 1, 2, 3]}],
}
LINE = json.dumps(RECORD)
TOML = """
format = "session-record/1"
variant = "big-two"
players = ["a", "b", "c", "d"]

[[hands]]
cards_left = [0, 1, 2, 3]
"""
SHEET = "a b c d\n0 1 2 3\n"


def told(text, notation):
    """Line by line: how many hands, or what is wrong."""
    found = []
    for entry in referee.entries(text, notation):
        try:
            found.append((entry.line, len(entry.record().hands)))
        except referee.MalformedError as error:
            found.append((entry.line, error.code))
    return found


@pytest.mark.parametrize(
    ("text", "notation"),
    [(TOML, "toml"), (LINE, "json"), (LINE, "ndjson"), (SHEET, "txt")],
)
def test_every_notation_says_the_same(text, notation):
    (entry,) = referee.entries(text, notation)
    record = entry.record()
    assert (record.players, record.hands[0].cards_left) == (("a", "b", "c", "d"), (0, 1, 2, 3))


def test_a_byte_order_mark_is_no_part_of_the_first_name():
    assert [
        told("\ufeff" + text, notation) for text, notation in ((LINE, "ndjson"), (SHEET, "txt"))
    ] == [
        [(1, 1)],
        [(2, 1)],
    ]


def test_a_malformed_line_does_not_stop_the_others():
    text = f"{LINE}\n\n{{not json\n{json.dumps({**RECORD, 'players': []})}\n{LINE}\n"
    assert told(text, "ndjson") == [(1, 1), (3, "unreadable"), (4, "wrong-player-count"), (5, 1)]


def test_a_line_nested_without_end_does_not_stop_the_others():
    assert told(f"{'[' * 100_000}\n{LINE}", "ndjson") == [(1, "unreadable"), (2, 1)]


def test_nothing_is_read_before_it_is_asked_for():
    found = referee.entries(f"{LINE}\n{{", "ndjson")
    assert next(found).line == 1


def test_a_line_of_losses_that_cannot_be_spoils_its_record_alone():
    text = "a b c d\n0 1 2 3\n0 0 2 3\n0 1 2 3\n2026-03-02\n0 1 2 3\n"
    assert told(text, "txt") == [(3, "impossible-result"), (6, 1)]


def test_behind_names_that_cannot_be_read_nobody_gets_the_points_of_others():
    text = "a b c d\n0 1 2 3\nalice bob carol\n0 1 2 3\nF=8\n0 1 2 3\ne f g h\n0 1 2 3\n"
    assert told(text, "txt") == [(3, "unreadable"), (8, 1)]


@pytest.mark.parametrize(("wrong", "right"), [("F=0", "F=8"), ("2026-02-30", "2026-03-01")])
def test_a_day_or_an_f_that_cannot_be_read_is_waited_for(wrong, right):
    text = f"a b c d\n{wrong}\n0 1 2 3\ne f g h\n0 1 2 3\n{right}\n0 1 2 3\n"
    assert told(text, "txt") == [(2, "unreadable"), (7, 1)]


def test_an_error_says_that_more_than_its_line_is_left_out():
    (entry,) = referee.entries("a b c d\n0 1 2\n", "txt")
    with pytest.raises(referee.MalformedError, match="What belongs to this line is left out"):
        entry.record()


def test_an_empty_text_holds_nothing():
    assert [told("", notation) for notation in ("ndjson", "txt")] == [[], []]
