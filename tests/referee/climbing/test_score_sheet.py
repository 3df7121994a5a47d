"""Hands with both plays and a score sheet: the two must agree."""

import pytest

from tests.referee.climbing_table import ENDED, FOURS, judge, record_error

GANG = "gang-of-four"


class TestSheetAndPlays:
    def test_blocked_seats_that_differ_from_the_plays_are_a_mismatch(self):
        hand = {"events": ["1: 1M"], "blocked": [2]}
        assert record_error(hand, variant=GANG) == ("result-mismatch", "hands[0].blocked")

    @pytest.mark.parametrize("events", ["1: 3C", ENDED])
    def test_a_winner_that_differs_from_the_plays_is_a_mismatch(self, events):
        hand = {"dealt": FOURS, "events": [event.strip() for event in events.split(",")][:1]}
        assert record_error({**hand, "winner": 2}) == ("result-mismatch", "hands[0].winner")

    def test_the_sheet_may_repeat_the_winner(self):
        assert judge(ENDED, {"dealt": FOURS, "winner": 1})["places"] == [1, 2, 2, 2]

    def test_an_unfinished_hand_needs_a_card_count_for_every_seat(self):
        hand = {"events": ["1: 3C"], "cards_left": [12, 13, 13]}
        expected = ("impossible-result", "hands[0].cards_left")
        assert record_error(hand, variant="pusoy-dos") == expected

    def test_the_sheet_gives_the_points_where_an_action_was_unseen(self):
        """Dan acted unseen; the sheet states how many cards he had left."""
        events = ENDED.replace("ppp", "2: pass, 3: pass, 4: unseen", 1)
        answer = judge(events, {"cards_left": [0, 13, 13, 12]})
        assert answer["points"] == [38, -13, -13, -12]


@pytest.mark.parametrize("settlement", ["winner-collects", "penalties"])
def test_the_winner_cannot_pay_for_all(settlement):
    hand = {"out": [2, 4, 1], "pays_all": 2}
    keys = {"variant": "pusoy-dos", "house_rules": {"settlement": settlement}}
    assert record_error(hand, **keys) == ("impossible-result", "hands[0].pays_all")
