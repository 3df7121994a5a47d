"""Reading all session records of a text in any notation: each has its line, and a malformed one does not stop the others."""

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


def hands_or_error_by_line(text, notation):
    """Return each entry's line with its number of hands, or with the code of its error."""
    results = []
    for entry in referee.entries(text, notation):
        try:
            results.append((entry.line, len(entry.record().hands)))
        except referee.MalformedError as error:
            results.append((entry.line, error.code))
    return results


@pytest.mark.parametrize(
    ("text", "notation"),
    [(TOML, "toml"), (LINE, "json"), (LINE, "ndjson"), (SHEET, "txt")],
)
def test_every_notation_gives_the_same_record(text, notation):
    (entry,) = referee.entries(text, notation)
    record = entry.record()
    assert (record.players, record.hands[0].cards_left) == (("a", "b", "c", "d"), (0, 1, 2, 3))


def test_a_byte_order_mark_is_ignored():
    assert [
        hands_or_error_by_line("\ufeff" + text, notation)
        for text, notation in ((LINE, "ndjson"), (SHEET, "txt"))
    ] == [
        [(1, 1)],
        [(2, 1)],
    ]


def test_a_malformed_line_does_not_stop_the_others():
    text = f"{LINE}\n\n{{not json\n{json.dumps({**RECORD, 'players': []})}\n{LINE}\n"
    assert hands_or_error_by_line(text, "ndjson") == [
        (1, 1),
        (3, "unreadable"),
        (4, "wrong-player-count"),
        (5, 1),
    ]


def test_a_line_nested_too_deeply_does_not_stop_the_others():
    assert hands_or_error_by_line(f"{'[' * 100_000}\n{LINE}", "ndjson") == [
        (1, "unreadable"),
        (2, 1),
    ]


def test_entries_are_read_one_by_one():
    entries = referee.entries(f"{LINE}\n{{", "ndjson")
    assert next(entries).line == 1


def test_an_impossible_line_of_a_score_sheet_affects_its_record_only():
    text = "a b c d\n0 1 2 3\n0 0 2 3\n0 1 2 3\n2026-03-02\n0 1 2 3\n"
    assert hands_or_error_by_line(text, "txt") == [(3, "impossible-result"), (6, 1)]


def test_scores_after_an_unreadable_line_of_names_are_left_out():
    text = "a b c d\n0 1 2 3\nalice bob carol\n0 1 2 3\nF=8\n0 1 2 3\ne f g h\n0 1 2 3\n"
    assert hands_or_error_by_line(text, "txt") == [(3, "unreadable"), (8, 1)]


@pytest.mark.parametrize(("wrong", "right"), [("F=0", "F=8"), ("2026-02-30", "2026-03-01")])
def test_scores_after_an_unreadable_date_or_f_are_left_out_until_the_next_one(wrong, right):
    text = f"a b c d\n{wrong}\n0 1 2 3\ne f g h\n0 1 2 3\n{right}\n0 1 2 3\n"
    assert hands_or_error_by_line(text, "txt") == [(2, "unreadable"), (7, 1)]


def test_the_message_states_that_more_than_the_line_is_left_out():
    (entry,) = referee.entries("a b c d\n0 1 2\n", "txt")
    with pytest.raises(referee.MalformedError, match="What belongs to this line is left out"):
        entry.record()


def test_an_empty_text_has_no_entries():
    assert [hands_or_error_by_line("", notation) for notation in ("ndjson", "txt")] == [[], []]


@pytest.mark.parametrize("wrong", ["3.0 0 4 5", "5-0-3-2", "2026-03-0I"])
def test_a_wrong_line_that_begins_like_a_date_takes_its_record_with_it(wrong):
    text = f"a b c d\n2026-03-01\n0 1 2 3\n{wrong}\n0 1 2 3\n2026-03-08\na b c d\n0 1 2 3\n"
    assert hands_or_error_by_line(text, "txt") == [(4, "unreadable"), (8, 1)]


def test_an_impossible_day_leaves_out_what_follows_and_not_what_is_above():
    text = "a b c d\n2026-03-01\n0 1 2 3\n2026-02-31\n0 1 2 3\n2026-03-08\n0 1 2 3\n"
    assert hands_or_error_by_line(text, "txt") == [(3, 1), (4, "unreadable"), (7, 1)]
