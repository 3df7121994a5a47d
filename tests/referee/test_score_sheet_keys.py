"""Score sheet keys of another game: they are returned unchanged and do not affect the result."""

import pytest

import referee
from tests.referee.climbing_table import adjudicate, record, record_error

FOUR_COLOR = {
    "finisher": 2,
    "exposed": ["Rr Rr Rr", "Gg Ag Eg"],
    "concealed": ["Hy Hy Hy", "Sr Sg Sy Sw", "Gw", "Er Er", "Cg Cg", "Ay Ay Ay"],
    "lucky": "Ag",
}
CLIMBING = {"cards_left": [0, 2, 5, 6]}
GANGS = ["gang-of-four", "gang-of-four-loser-scores"]
AUTO = {"last_card_announcement": "auto"}


@pytest.mark.parametrize(
    "foreign",
    [
        {"cards_left": [0, 1, 2, 3]},
        {"out": [1, 3]},
        {"blocked": [2]},
        {"winner": 3},
        {"pays_all": 4},
        {"out": [9]},
        {"winner": "Bo"},
        {"pays_all": 9},
    ],
)
def test_four_color_cards_ignores_the_keys_of_climbing_games(foreign):
    plain = adjudicate(FOUR_COLOR, variant="four-color-cards")
    assert plain["hands"][0]["points"] is not None
    assert adjudicate({**FOUR_COLOR, **foreign}, variant="four-color-cards") == plain
    parsed = referee.parse_record(record({**FOUR_COLOR, **foreign}, variant="four-color-cards"))
    assert parsed.hands[0].source == {**FOUR_COLOR, **foreign}


@pytest.mark.parametrize("variant", ["big-two", "gang-of-four"])
@pytest.mark.parametrize("key", FOUR_COLOR)
def test_climbing_games_ignore_the_keys_of_four_color_cards(variant, key):
    plain = adjudicate(CLIMBING, variant=variant)
    assert adjudicate({**CLIMBING, key: FOUR_COLOR[key]}, variant=variant) == plain


@pytest.mark.parametrize("blocked", [[2], [3], [9], "Bo"])
def test_big_two_ignores_blocked_seats(blocked):
    assert adjudicate({**CLIMBING, "blocked": blocked}) == adjudicate(CLIMBING)


class TestBlockedSeats:
    @pytest.mark.parametrize("variant", GANGS)
    @pytest.mark.parametrize(
        "hand",
        [
            {"cards_left": [0, 1, 5, 6]},
            {"left": ["", "1G", "2G 2G", "? ?"]},
            {"events": ["1: 1M"]},
            {"events": ["1: 1M", "unseen"], "cards_left": [0, 1, 5, 6]},
        ],
    )
    def test_no_seat_can_be_blocked_if_no_announcement_is_required(self, variant, hand):
        expected = ("impossible-result", "hands[0].blocked")
        assert record_error({**hand, "blocked": [2]}, variant=variant, house_rules=AUTO) == expected

    @pytest.mark.parametrize("variant", GANGS)
    def test_all_others_are_blocked_if_a_seat_wins_with_cards_in_hand(self, variant):
        sheet = {"cards_left": [5, 1, 1, 1], "winner": 1}
        assert adjudicate({**sheet, "blocked": [4, 2, 3]}, variant=variant) == adjudicate(
            sheet, variant=variant
        )
        expected = ("impossible-result", "hands[0].blocked")
        assert record_error({**sheet, "blocked": [2, 3]}, variant=variant) == expected
