"""Text score sheets of Big Two: which lines begin a record, and how losses become points."""

from collections import Counter

import pytest

import referee
from referee.score_sheets import read_score_sheet

SHEET = """
2026-03-01  # at Alice's
alice bob carol dan
0 11 12 13
1 1 1 0
F=8
2 8 0 1

erin bob carol dan
3t 0 1 2    # not high enough
0t 1 1 1    # the last card was not announced
"""


def records(text):
    return list(read_score_sheet(text))


def sheet_error(text):
    with pytest.raises(referee.MalformedError) as error:
        records(text)
    return error.value.code, error.value.where


def net_scores(text):
    scores = Counter()
    for record in records(text):
        totals = referee.adjudicate(record).as_json()["totals"]
        for name, points in zip(record.players, totals, strict=True):
            scores[name] += points
    return dict(scores)


def test_new_names_and_a_new_f_begin_a_record():
    sessions = records(SHEET)
    assert [(record.players[0], len(record.hands)) for record in sessions] == [
        ("alice", 2),
        ("alice", 1),
        ("erin", 2),
    ]
    assert {record.source["played_on"] for record in sessions} == {"2026-03-01"}


def test_repeated_names_and_f_begin_no_record():
    assert len(records("F=10\na b c d\n0 1 2 3\nF=10\na b c d\n0 1 2 3\n")) == 1


def test_names_without_hands_make_no_record():
    assert records("a b c d\ne f g h\n0 1 2 3\n")[0].players == ("e", "f", "g", "h")
    assert len(records("a b c d\ne f g h\n0 1 2 3\n")) == 1


def test_cards_count_double_from_f_and_three_times_at_thirteen():
    rules = [record.house_rules["multipliers"] for record in records(SHEET)]
    assert rules[0] == [[1, 1], [10, 2], [13, 3]]
    assert rules[1] == [[1, 1], [8, 2], [13, 3]]
    assert records("F=13\na b c d\n0 1 2 3")[0].house_rules["multipliers"] == [[1, 1], [13, 3]]
    assert records("F=1\na b c d\n0 1 2 3")[0].house_rules["multipliers"] == [[1, 2], [13, 3]]


def test_seats_settle_by_pairs():
    assert net_scores("a b c d\n0 11 12 13\n1 1 1 0\n") == {"a": 84, "b": -4, "c": -12, "d": -68}


def test_the_marked_seat_pays_for_all_even_if_it_won():
    assert net_scores("a b c d\n3t 0 1 2\n") == {"a": -18, "b": 6, "c": 6, "d": 6}
    assert net_scores("a b c d\n0t 1 1 1\n") == {"a": -9, "b": 3, "c": 3, "d": 3}


def test_card_points_are_the_losses_after_multipliers():
    answer = referee.adjudicate(records("a b c d\n0 11 12 13\n")[0]).as_json()["hands"][0]
    assert answer["card_points"] == [0, 22, 24, 39]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("0 1 2", "unreadable"),
        ("0 1 2 x", "unreadable"),
        ("2026-02-30", "unreadable"),
        ("F=0", "unreadable"),
        ("0 0 2 3", "impossible-result"),
        ("1 1 2 3", "impossible-result"),
        ("0 14 2 3", "impossible-result"),
        ("0t 1t 2 3", "impossible-result"),
    ],
)
def test_an_error_names_its_line(line, code):
    assert sheet_error(f"a b c d\n0 1 2 3\n{line}\n0 1 2 3\n") == (code, "line 3")


def test_losses_before_any_names_are_an_error():
    assert sheet_error("0 1 2 3\n") == ("unreadable", "line 1")


@pytest.mark.parametrize(
    "names",
    [
        "Ana Ma, Bo Li, Cy, Daisy Ng",
        "Ana Ma,Bo Li,Cy,Daisy Ng,",
        "Ana Ma\tBo Li\tCy\tDaisy Ng",
        "Ana Ma   Bo Li  Cy      Daisy Ng  # at home",
    ],
)
@pytest.mark.parametrize("losses", ["0 1 2 3t", "0, 1, 2, 3t", "0\t1\t2\t3t", "0   1    2     3t"])
def test_names_of_several_words_are_divided_by_commas_tabs_or_columns(names, losses):
    (record,) = read_score_sheet(f"{names}\n{losses}\n")
    assert record.players == ("Ana Ma", "Bo Li", "Cy", "Daisy Ng")
    assert record.hands[0].cards_left == (0, 1, 2, 3)
    assert record.hands[0].pays_all == 4


def test_single_words_are_names_however_they_are_divided():
    (record,) = read_score_sheet("a  b c\td\n0 1 2 3\n")
    assert record.players == ("a", "b", "c", "d")


def test_names_of_several_words_between_single_blanks_are_refused():
    with pytest.raises(referee.MalformedError, match="commas or tabs"):
        list(read_score_sheet("Ana Ma Bo Li Cy Wu Daisy Ng\n0 1 2 3\n"))


def test_a_question_mark_is_a_number_that_nobody_knows():
    (sheet,) = records("alice bob carol dan\n0 5 ? 12\n? 1 2 3t\n")
    assert [hand.cards_left for hand in sheet.hands] == [(0, 5, None, 12), (None, 1, 2, 3)]
    assert sheet.hands[1].pays_all == 4


def brief(text):
    """Return the day and the cards left of each record, or the line that cannot be read."""
    return [
        (
            entry.content.as_json().get("played_on"),
            [hand["cards_left"] for hand in entry.content.as_json()["hands"]],
        )
        if isinstance(entry.content, referee.SessionRecord)
        else entry.line
        for entry in referee.entries(text, "txt")
    ]


def test_numbers_of_hands_rules_and_sums_are_no_hands():
    text = "2024-03-14\na b c d\n1. 0 5 8 12\n2) 3 0 2 1\n-----\n3: 1 2 0 3\nTotal 22 1 -10 -13\n總分 4 7 10 16\n"
    assert brief(text) == [("2024-03-14", [[0, 5, 8, 12], [3, 0, 2, 1], [1, 2, 0, 3]])]


@pytest.mark.parametrize("sign", ["-", "–", "W", "x", "✓", "贏"])
def test_the_only_sign_among_four_cells_is_the_winner(sign):
    assert brief(f"a b c d\n{sign} 5 8 12\n") == [(None, [[0, 5, 8, 12]])]
    assert brief(f"a b c d\n{sign} 0 8 12\n") == [2]


@pytest.mark.parametrize("line", ["March 14", "14 mars", "Thu 14 March", "14日", "14/3"])
def test_what_may_be_a_day_in_words_leaves_no_hand_under_the_day_before(line):
    text = f"2024-03-07\na b c d\n0 1 2 3\n{line}\na b c d\n0 5 8 12\n2024-03-21\n0 7 7 7\n"
    assert brief(text) == [("2024-03-07", [[0, 1, 2, 3]]), 4, ("2024-03-21", [[0, 7, 7, 7]])]


def test_a_player_may_be_called_like_a_word_for_sums():
    text = "Sum Bo Cy Di\n0 1 2 3\nTotal Ann Bo Cy\n0 5 8 12\n"
    records = [entry.record().players for entry in referee.entries(text, "txt")]
    assert records == [("Sum", "Bo", "Cy", "Di"), ("Total", "Ann", "Bo", "Cy")]
