"""A real table goes on: illegal plays that stood, and plays taken back."""

import pytest

from tests.referee.climbing_table import DEAL, ENDED, FOURS, judge, last_verdict, verdicts


class TestIllegalPlaysThatStood:
    def test_the_cards_have_left_the_hand(self):
        events = "1: 3C, 2: 6C 6D, 3: 8C 8D, 4: pass, 1: pass, 2: 6C"
        assert last_verdict(events, {"dealt": FOURS}) == "card-already-played"

    def test_a_combination_is_now_the_one_to_beat(self):
        assert last_verdict("1: 3C, 2: 6C 6D, 3: 8C 8D", {"dealt": FOURS}) == "legal"
        assert last_verdict("1: 3C, 2: 6C 6D, 3: 8C", {"dealt": FOURS}) == "wrong-size"

    def test_what_is_no_combination_leaves_the_old_one_standing(self):
        assert last_verdict("1: 3C, 2: 6C 3D, 3: 3H", {"dealt": FOURS}) == "legal"
        assert last_verdict("1: 3C, 2: 6C 3D, 3: 8C 8D", {"dealt": FOURS}) == "wrong-size"

    def test_its_player_wins_the_trick_with_a_combination(self):
        events = "1: 3C, 2: 6C 6D, ppp, 2: 7C"
        assert last_verdict(events, {"dealt": FOURS}) == "legal"

    def test_with_no_combination_the_turn_comes_round_to_the_old_ones_player(self):
        assert last_verdict("1: 3C, 2: 6C 3D, 3: pass, 4: pass, 1: 9C", {"dealt": FOURS}) == "legal"

    def test_a_lower_card_that_stood_is_to_be_beaten(self):
        assert last_verdict("1: 3C, 2: 9D, 3: 3H, 4: 3S", {"dealt": FOURS}) == "legal"

    def test_the_turn_passes_on_from_the_seat_that_played(self):
        assert last_verdict("1: 3C, 3: 8C, 4: 9S", {"dealt": FOURS}) == "legal"
        assert last_verdict("1: 3C, 3: 8C, 2: 9D", {"dealt": FOURS}) == "out-of-turn"

    def test_an_illegal_last_play_ends_the_hand(self):
        events = "1: 3C 4C 4D 4H 4S, ppp, 1: 5C 5D 5H 5S 9C, ppp, 1: 10C, ppp, 1: JC QC"
        answer = judge(events, {"dealt": FOURS})
        assert answer["events"][-1]["fault"] == "not-a-combination"
        assert answer["status"] == "finished"
        assert answer["points"] == [39, -13, -13, -13]

    def test_a_card_somebody_else_held_has_left_somebodys_hand(self):
        events = "1: 3C, 2: 8C, 3: 8C"
        assert verdicts(events, {"dealt": FOURS}) == [
            "legal",
            "card-not-held",
            "card-already-played",
        ]

    def test_an_illegal_pass_is_followed_by_the_lead(self):
        assert last_verdict("1: 3C, ppp, 1: pass, 1: 9C", {"dealt": FOURS}) == "legal"

    def test_a_play_out_of_turn_by_the_lower_card_stands(self):
        answer = judge("1: 3C, ppp, 3: 3H, 4: 3S", {"dealt": FOURS})["events"]
        assert [event["verdict"] for event in answer[-2:]] == ["illegal", "legal"]
        assert answer[-1]["trick"] == 2

    def test_a_seat_that_has_gone_out_does_not_go_out_again(self):
        """In Pusoy Dos the others play on; the seat has no cards, and the record has it play one."""
        events = (
            "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS KD, 1: 4D, 2: 5D, 1: 6D, 2: 3D, 3: 10D"
        )
        answer = judge(events, {"passes": "implied"}, variant="pusoy-dos")
        assert [event.get("fault", "legal") for event in answer["events"]] == [
            "legal", "legal", "legal", "out-of-turn", "legal", "out-of-turn", "legal", "legal",
        ]  # fmt: skip
        assert answer["status"] == "unfinished"
        assert answer["cards_left"][0] == 0


class TestTakingBack:
    def test_the_position_is_what_it_was(self):
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

    def test_the_cards_are_in_the_hand_again(self):
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

    def test_the_rest_is_judged_as_if_it_had_not_been(self):
        """The hand without the play and its taking back has the same verdicts and points."""
        plain = judge(ENDED, {"dealt": FOURS})
        undone = judge("1: 5C 5D 5H 5S 9C, 1: takes back, " + ENDED, {"dealt": FOURS})
        assert undone["events"][0]["fault"] == "opening-card-missing"
        assert [e["verdict"] for e in undone["events"][2:]] == [
            e["verdict"] for e in plain["events"]
        ]
        assert undone["points"] == plain["points"]


def test_the_hand_of_bombs_is_a_full_deal():
    assert len({card for cards in FOURS for card in cards.split()}) == 52
    assert len({card for cards in DEAL for card in cards.split()}) == 52


class TestTheTurnComesBack:
    """Somebody played what is no combination: not everybody has passed, and yet nobody has beaten what stands."""

    EVENTS = "1: 3C, 2: 6C 3D, 3: pass, 4: pass"

    @pytest.mark.parametrize("event", ["1: 9C", "1: 5C 5D", "1: pass"])
    def test_its_seat_leads_or_passes(self, event):
        assert last_verdict(f"{self.EVENTS}, {event}", {"dealt": FOURS}) == "legal"

    def test_its_lead_is_a_new_trick(self):
        answer = judge(f"{self.EVENTS}, 1: 5C 5D, 2: 6S 6H", {"dealt": FOURS})["events"]
        assert [event["trick"] for event in answer[-2:]] == [2, 2]

    @pytest.mark.parametrize("event", ["1: 9C", "2: 6D", "2: pass"])
    def test_when_it_passes_too_it_leads_or_the_other_seat_acts(self, event):
        assert last_verdict(f"{self.EVENTS}, 1: pass, {event}", {"dealt": FOURS}) == "legal"
