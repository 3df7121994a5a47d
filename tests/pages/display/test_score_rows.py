"""The reasons of a seat's points say how its cards count where every two seats settle."""

import pytest

import referee
from scorekeeper.pages.display import score_rows

NAMES = {1: "Alice", 2: "Bob", 3: "Carol", 4: "Dan"}


def first_reasons(hand: dict[str, object]) -> list[str]:
    """Return the first reason of each seat's points."""
    rules = {"settlement": "pairwise", "multipliers": [[1, 1], [10, 2], [13, 2.5]]}
    record = {
        "format": referee.RECORD_FORMAT,
        "variant": "big-two",
        "house_rules": rules,
        "players": [*NAMES.values()],
    }
    session = referee.parse_record({**record, "hands": [hand]})
    answer = referee.adjudicate(session).hands[0].as_json()
    return [row.lines[0]["reason"] for row in score_rows.scores(answer, NAMES)]


@pytest.mark.parametrize(
    ("left", "reasons"),
    [
        (
            [11, 0, 1, 13],
            [
                "11 cards left × 2 = 22",
                "settles 22 - 0 with Alice",
                "1 card left",
                "13 cards left × 2.5 = 32.5",
            ],
        ),
        ([0, 9, 9, 9], ["settles 9 - 0 with Bob", "9 cards left", "9 cards left", "9 cards left"]),
    ],
)
def test_the_cards_left_stand_before_what_is_settled(left, reasons):
    assert first_reasons({"cards_left": left}) == reasons


def test_no_seat_counts_its_own_cards_where_one_pays_for_all():
    reasons = first_reasons({"cards_left": [11, 0, 1, 13], "pays_all": 4})
    assert all(reason.startswith("settles ") for reason in reasons)


LOSER_SCORES = {
    "format": referee.RECORD_FORMAT,
    "variant": "gang-of-four-loser-scores",
    "players": [*NAMES.values()],
}


@pytest.mark.parametrize(
    ("hands", "loser", "reason"),
    [
        ([[0, 4, 9, 8]], "Carol", None),
        (
            [[0, 4, 9, 9]],
            "Dan",
            "as many cards left and the same total as Carol, but first anticlockwise from the winner",
        ),
        (
            [[0, 4, 9, 8], [0, 9, 9, 9]],
            "Carol",
            "as many cards left as Bob, Dan, and the highest total",
        ),
        (
            [[0, 9, 4, 4], [9, 9, 0, 9]],
            "Bob",
            "as many cards left as Alice, Dan, and the highest total",
        ),
    ],
)
def test_the_loser_of_several_with_the_most_cards_is_explained_with_its_ruling(
    hands, loser, reason
):
    session = referee.parse_record(
        {**LOSER_SCORES, "hands": [{"cards_left": left} for left in hands]}
    )
    judged = referee.adjudicate(session)
    answer = judged.hands[-1].as_json()
    rows = {row.name: row for row in score_rows.scores(answer, NAMES, judged.carried_out.totals)}
    further = [(line["reason"], line["rule"]) for line in rows[loser].lines[1:]]
    assert further == ([(reason, "G21")] if reason else [])
    assert all(len(row.lines) == 1 for name, row in rows.items() if name != loser)


def test_what_a_referee_gives_after_a_hand_does_not_change_why_its_loser_lost():
    hand = {"cards_left": [0, 4, 9, 9], "adjustments": [{"seat": 4, "points": 3}]}
    judged = referee.adjudicate(referee.parse_record({**LOSER_SCORES, "hands": [hand]}))
    rows = score_rows.scores(judged.hands[0].as_json(), NAMES, judged.carried_out.totals)
    assert "the same total as Carol" in rows[3].lines[1]["reason"]


def test_where_totals_are_not_at_hand_the_rule_says_who_lost():
    session = referee.parse_record({**LOSER_SCORES, "hands": [{"cards_left": [0, 4, 9, 9]}]})
    answer = referee.adjudicate(session).hands[0].as_json()
    lines = score_rows.scores(answer, NAMES)[3].lines
    assert lines[1]["reason"].startswith("as many cards left as Carol: the highest total loses")


def test_the_ruling_on_who_lost_is_in_the_rulebook_of_loser_scores():
    assert "G21" in referee.rulebook("gang-of-four-loser-scores")
