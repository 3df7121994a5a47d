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
        ([11, 0, 1, 13], ["11 cards left × 2 = 22", "settles 22 - 0 with Alice", "1 card left", "13 cards left × 2.5 = 32.5"]),
        ([0, 9, 9, 9], ["settles 9 - 0 with Bob", "9 cards left", "9 cards left", "9 cards left"]),
    ],
)  # fmt: skip
def test_the_cards_left_stand_before_what_is_settled(left, reasons):
    assert first_reasons({"cards_left": left}) == reasons


def test_no_seat_counts_its_own_cards_where_one_pays_for_all():
    reasons = first_reasons({"cards_left": [11, 0, 1, 13], "pays_all": 4})
    assert all(reason.startswith("settles ") for reason in reasons)
