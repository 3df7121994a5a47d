"""What a record says twice: by its plays, and by its score sheet."""

import pytest

from tests.referee.climbing_table import ENDED, FOURS, judge, record_error

GANG = "gang-of-four"


class TestTheSheetBesidePlays:
    def test_the_blocked_seats_agree(self):
        hand = {"events": ["1: 1M"], "blocked": [2]}
        assert record_error(hand, variant=GANG) == ("result-mismatch", "hands[0].blocked")

    @pytest.mark.parametrize("events", ["1: 3C", ENDED])
    def test_the_winner_agrees(self, events):
        hand = {"dealt": FOURS, "events": [event.strip() for event in events.split(",")][:1]}
        assert record_error({**hand, "winner": 2}) == ("result-mismatch", "hands[0].winner")

    def test_who_won_may_be_said_again(self):
        assert judge(ENDED, {"dealt": FOURS, "winner": 1})["places"] == [1, 2, 2, 2]

    def test_there_is_a_count_for_each_seat_though_play_goes_on_to_the_last(self):
        hand = {"events": ["1: 3C"], "cards_left": [12, 13, 13]}
        expected = ("impossible-result", "hands[0].cards_left")
        assert record_error(hand, variant="pusoy-dos") == expected

    def test_the_sheet_counts_what_was_played_unseen(self):
        """Dan did something that nobody saw; the sheet says what he had left."""
        events = ENDED.replace("ppp", "2: pass, 3: pass, 4: unseen", 1)
        answer = judge(events, {"cards_left": [0, 13, 13, 12]})
        assert answer["points"] == [38, -13, -13, -12]


@pytest.mark.parametrize("settlement", ["winner-collects", "penalties"])
def test_the_winner_does_not_pay_for_all_whatever_was_left(settlement):
    hand = {"out": [2, 4, 1], "pays_all": 2}
    keys = {"variant": "pusoy-dos", "house_rules": {"settlement": settlement}}
    assert record_error(hand, **keys) == ("impossible-result", "hands[0].pays_all")
