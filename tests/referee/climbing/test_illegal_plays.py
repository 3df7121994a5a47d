"""The position after an illegal play that stood, and after a play that was taken back."""

import pytest

from tests.referee.climbing_table import DEAL, ENDED, FOURS, judge, last_verdict, verdicts


class TestIllegalPlaysThatStood:
    def test_cards_played_illegally_have_left_the_hand(self):
        events = "1: 3C, 2: 6C 6D, 3: 8C 8D, 4: pass, 1: pass, 2: 6C"
        assert last_verdict(events, {"dealt": FOURS}) == "card-already-played"

    def test_an_illegal_combination_must_be_beaten(self):
        assert last_verdict("1: 3C, 2: 6C 6D, 3: 8C 8D", {"dealt": FOURS}) == "legal"
        assert last_verdict("1: 3C, 2: 6C 6D, 3: 8C", {"dealt": FOURS}) == "wrong-size"

    def test_cards_that_are_no_combination_leave_the_standing_play_unchanged(self):
        assert last_verdict("1: 3C, 2: 6C 3D, 3: 3H", {"dealt": FOURS}) == "legal"
        assert last_verdict("1: 3C, 2: 6C 3D, 3: 8C 8D", {"dealt": FOURS}) == "wrong-size"

    def test_the_player_of_an_illegal_combination_can_win_the_trick(self):
        events = "1: 3C, 2: 6C 6D, ppp, 2: 7C"
        assert last_verdict(events, {"dealt": FOURS}) == "legal"

    def test_after_no_combination_the_owner_of_the_standing_play_can_win_the_trick(self):
        assert last_verdict("1: 3C, 2: 6C 3D, 3: pass, 4: pass, 1: 9C", {"dealt": FOURS}) == "legal"

    def test_a_lower_card_that_stood_must_be_beaten(self):
        assert last_verdict("1: 3C, 2: 9D, 3: 3H, 4: 3S", {"dealt": FOURS}) == "legal"

    def test_the_seat_after_the_one_that_played_is_next(self):
        assert last_verdict("1: 3C, 3: 8C, 4: 9S", {"dealt": FOURS}) == "legal"
        assert last_verdict("1: 3C, 3: 8C, 2: 9D", {"dealt": FOURS}) == "out-of-turn"

    def test_an_illegal_last_play_ends_the_hand(self):
        events = "1: 3C 4C 4D 4H 4S, ppp, 1: 5C 5D 5H 5S 9C, ppp, 1: 10C, ppp, 1: JC QC"
        answer = judge(events, {"dealt": FOURS})
        assert answer["events"][-1]["fault"] == "not-a-combination"
        assert answer["status"] == "finished"
        assert answer["points"] == [39, -13, -13, -13]

    def test_a_card_played_by_a_seat_that_did_not_hold_it_counts_as_played(self):
        events = "1: 3C, 2: 8C, 3: 8C"
        assert verdicts(events, {"dealt": FOURS}) == [
            "legal",
            "card-not-held",
            "card-already-played",
        ]

    def test_an_illegal_pass_on_the_lead_leaves_the_lead_with_its_seat(self):
        assert last_verdict("1: 3C, ppp, 1: pass, 1: 9C", {"dealt": FOURS}) == "legal"

    def test_a_lead_out_of_turn_stands_and_begins_a_trick(self):
        answer = judge("1: 3C, ppp, 3: 3H, 4: 3S", {"dealt": FOURS})["events"]
        assert [event["verdict"] for event in answer[-2:]] == ["illegal", "legal"]
        assert answer[-1]["trick"] == 2

    def test_a_seat_that_has_gone_out_does_not_go_out_again(self):
        """In Pusoy Dos play goes on; the record gives a play to seat 1, which has no cards left."""
        events = (
            "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS KD, 1: 4D, 2: 5D, 1: 6D, 2: 3D, 3: 10D"
        )
        answer = judge(events, {"passes": "implied"}, variant="pusoy-dos")
        assert [event.get("fault", "legal") for event in answer["events"]] == [
            "legal",
            "legal",
            "legal",
            "out-of-turn",
            "legal",
            "out-of-turn",
            "legal",
            "legal",
        ]
        assert answer["status"] == "unfinished"
        assert answer["cards_left"][0] == 0


class TestTakingBack:
    def test_a_play_taken_back_restores_the_position(self):
        events = "1: 3C, 2: 6C 6D, 2: takes back, 2: 6C, 3: 8C"
        assert verdicts(events, {"dealt": FOURS}) == [
            "legal",
            "wrong-size",
            "legal",
            "legal",
            "legal",
        ]

    def test_a_pass_can_be_taken_back(self):
        assert set(verdicts("1: 3C, 2: pass, 2: takes back, 2: 6C", {"dealt": FOURS})) == {"legal"}

    def test_the_pass_that_ended_a_trick_can_be_taken_back(self):
        events = "1: 3C, ppp, 4: takes back, 4: 3S, 1: 9C"
        assert set(verdicts(events, {"dealt": FOURS})) == {"legal"}

    def test_cards_taken_back_can_be_played_later(self):
        events = "1: 3C, 2: 6C, 2: takes back, 2: 7C, 3: pass, 4: pass, 1: pass, 2: 6C"
        assert set(verdicts(events, {"dealt": FOURS})) == {"legal"}

    def test_the_last_card_can_be_taken_back(self):
        answer = judge(f"{ENDED}, 1: takes back, 1: QC", {"dealt": FOURS})
        assert answer["status"] == "finished"
        assert answer["events"][-1]["verdict"] == "legal"
        assert judge(f"{ENDED}, 1: takes back", {"dealt": FOURS})["status"] == "unfinished"

    def test_a_play_out_of_turn_can_be_taken_back(self):
        events = "1: 3C, 3: 8C, 3: takes back, 2: 6C, 3: 8C"
        assert verdicts(events, {"dealt": FOURS}) == [
            "legal",
            "out-of-turn",
            "legal",
            "legal",
            "legal",
        ]

    def test_a_play_taken_back_does_not_affect_later_verdicts(self):
        """The hand has the same verdicts and points without the play and its taking back."""
        plain = judge(ENDED, {"dealt": FOURS})
        undone = judge("1: 5C 5D 5H 5S 9C, 1: takes back, " + ENDED, {"dealt": FOURS})
        assert undone["events"][0]["fault"] == "opening-card-missing"
        assert [e["verdict"] for e in undone["events"][2:]] == [
            e["verdict"] for e in plain["events"]
        ]
        assert undone["points"] == plain["points"]


def test_the_deals_of_the_tests_are_full_decks():
    assert len({card for cards in FOURS for card in cards.split()}) == 52
    assert len({card for cards in DEAL for card in cards.split()}) == 52


class TestTurnReturnsToTheOwner:
    """Bob played no combination and the others passed: the turn returns to Alice, whose card was not beaten."""

    EVENTS = "1: 3C, 2: 6C 3D, 3: pass, 4: pass"

    @pytest.mark.parametrize("event", ["1: 9C", "1: 5C 5D", "1: pass"])
    def test_the_owner_may_lead_or_pass(self, event):
        assert last_verdict(f"{self.EVENTS}, {event}", {"dealt": FOURS}) == "legal"

    def test_the_lead_of_the_owner_begins_a_trick(self):
        answer = judge(f"{self.EVENTS}, 1: 5C 5D, 2: 6S 6H", {"dealt": FOURS})["events"]
        assert [event["trick"] for event in answer[-2:]] == [2, 2]

    @pytest.mark.parametrize("event", ["1: 9C", "2: 6D", "2: pass"])
    def test_after_a_pass_of_the_owner_either_seat_may_act(self, event):
        assert last_verdict(f"{self.EVENTS}, 1: pass, {event}", {"dealt": FOURS}) == "legal"
