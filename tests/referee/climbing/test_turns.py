"""The turn: direction, passes, tricks, the top single, implied passes, going out (B12, B14, B21, P15)."""

import pytest

from tests.referee.climbing_table import DEAL, judge, last_verdict, verdicts

# seat 1 is out after these plays; passes are implied
THREE_PLAYS = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS KD"
IMPLIED = {"passes": "implied"}


def test_play_goes_clockwise():
    assert verdicts("1: 3C, 2: 4D, 3: 5H, 4: 6S, 1: 7C", {"dealt": DEAL}) == ["legal"] * 5


def test_play_goes_anticlockwise_under_the_house_rule():
    rules = {"direction": "anticlockwise"}
    assert last_verdict("1: 3C, 4: 4S", {"dealt": DEAL}, house_rules=rules) == "legal"
    assert last_verdict("1: 3C, 2: 4D", {"dealt": DEAL}, house_rules=rules) == "out-of-turn"


@pytest.mark.parametrize("event", ["1: 5C", "3: 5H", "4: 4S", "3: pass", "4: pass", "1: pass"])
def test_only_the_next_seat_acts(event):
    assert last_verdict(f"1: 3C, {event}", {"dealt": DEAL}) == "out-of-turn"


def test_the_reason_says_whose_turn_it_was():
    answer = judge("1: 3C, 3: 5H", {"dealt": DEAL})["events"][1]
    assert answer["reason"] == "It was not seat 3's turn: seat 2 was to act."
    assert answer["rule"] == "B12"
    answer = judge("1: 3C, ppp, 2: 3D", {"dealt": DEAL})["events"][4]
    assert answer["reason"] == "It was not seat 2's turn: seat 1 had the lead."


def test_a_seat_that_passed_may_play_again_in_the_trick():
    assert last_verdict("1: 3C, 2: pass, 3: 5H, 4: pass, 1: 6C, 2: 7D", {"dealt": DEAL}) == "legal"


def test_three_passes_end_the_trick_and_its_winner_leads_anything():
    answer = judge("1: 3C, 2: 4D, ppp, 2: 6D 7D 8D 9D 10D", {"dealt": DEAL})
    assert [event["trick"] for event in answer["events"]] == [1, 1, 1, 1, 1, 2]
    assert answer["events"][-1]["verdict"] == "legal"


def test_two_passes_do_not_end_a_trick():
    assert last_verdict("1: 3C, 2: 4D, 3: pass, 4: pass, 2: 5H", {"dealt": DEAL}) == "out-of-turn"


def test_an_illegal_pass_changes_no_turn():
    events = "1: 3C, 3: pass, 2: 4D, 3: 5H"
    assert verdicts(events, {"dealt": DEAL}) == ["legal", "out-of-turn", "legal", "legal"]
    events = "1: pass, 1: 3C, 2: 4D"
    assert verdicts(events, {"dealt": DEAL}) == ["pass-on-lead", "legal", "legal"]


class TestPassesLockOut:
    RULES = {"pass_locks_out": True}

    def test_a_seat_that_passed_may_not_play_again_in_the_trick(self):
        events = "1: 3C, 2: pass, 3: 5H, 4: 6S, 1: 7C, 2: 8D"
        assert last_verdict(events, {"dealt": DEAL}, house_rules=self.RULES) == "out-of-turn"

    def test_a_seat_that_is_locked_out_is_skipped(self):
        events = "1: 3C, 2: pass, 3: 5H, 4: 6S, 1: 7C, 3: 8H"
        assert last_verdict(events, {"dealt": DEAL}, house_rules=self.RULES) == "legal"

    def test_a_pass_of_a_locked_out_seat_is_legal_and_changes_nothing(self):
        events = "1: 3C, 2: pass, 3: 5H, 4: 6S, 1: 7C, 2: pass, 3: 8H"
        assert set(verdicts(events, {"dealt": DEAL}, house_rules=self.RULES)) == {"legal"}

    def test_a_pass_of_a_locked_out_seat_is_legal_out_of_its_place(self):
        events = "1: 3C, 2: pass, 3: 5H, 2: pass, 4: 6S"
        assert set(verdicts(events, {"dealt": DEAL}, house_rules=self.RULES)) == {"legal"}

    def test_the_next_trick_is_open_to_all(self):
        events = "1: 3C, 2: pass, 3: 5H, 4: pass, 1: pass, 3: 6H, 4: pass, 1: pass, 2: 7D"
        assert set(verdicts(events, {"dealt": DEAL}, house_rules=self.RULES)) == {"legal"}

    def test_the_last_seat_that_has_not_passed_leads_after_its_own_play(self):
        events = "1: 3C, 2: pass, 3: pass, 4: 6S, 1: pass, 4: 3S"
        assert set(verdicts(events, {"dealt": DEAL}, house_rules=self.RULES)) == {"legal"}


class TestTheTopSingle:
    EVENTS = "1: 3C, 2: pass, 3: pass, 4: 2S"

    def test_the_player_of_the_top_single_leads_again_without_passes(self):
        answer = judge(self.EVENTS + ", 4: 3S, 1: 5C", {"dealt": DEAL})["events"]
        assert [event["verdict"] for event in answer] == ["legal"] * 6
        assert [event["trick"] for event in answer] == [1, 1, 1, 1, 2, 2]

    @pytest.mark.parametrize(
        "passes", ["1: pass", "1: pass, 2: pass", "1: pass, 2: pass, 3: pass", "3: pass"]
    )
    def test_passes_after_the_top_single_may_be_recorded(self, passes):
        assert set(verdicts(f"{self.EVENTS}, {passes}, 4: 3S", {"dealt": DEAL})) == {"legal"}

    def test_the_player_of_the_top_single_may_not_pass(self):
        assert last_verdict(self.EVENTS + ", 4: pass", {"dealt": DEAL}) == "pass-on-lead"

    def test_nobody_may_play_on_the_top_single(self):
        answer = judge(self.EVENTS + ", 1: 5C", {"dealt": DEAL})["events"][-1]
        assert (answer["fault"], answer["rule"]) == ("does-not-beat", "B14")
        assert last_verdict(self.EVENTS + ", 2: 4D", {"dealt": DEAL}) == "out-of-turn"

    def test_the_top_single_in_a_pair_does_not_close_the_trick(self):
        deal = [DEAL[0], DEAL[1].replace("2H", "2S"), DEAL[2], DEAL[3].replace("2S", "2H")]
        events = "1: 3C, ppp, 1: 5C 5D, 2: 2D 2S, 3: pass, 4: pass"
        assert last_verdict(events + ", 2: 4D", {"dealt": deal}) == "out-of-turn"
        assert last_verdict(events + ", 1: pass, 2: 4D", {"dealt": deal}) == "legal"

    def test_the_others_pass_in_turn_if_the_top_single_closes_nothing(self):
        rules = {"top_single_closes_trick": False}
        assert (
            last_verdict(self.EVENTS + ", 4: 3S", {"dealt": DEAL}, house_rules=rules)
            == "out-of-turn"
        )
        events = self.EVENTS + ", 1: pass, 2: pass, 3: pass, 4: 3S"
        assert last_verdict(events, {"dealt": DEAL}, house_rules=rules) == "legal"

    def test_bombs_beat_the_top_single_in_turn_under_the_house_rule(self):
        rules = {"bombs_beat_top_single": True}
        events = self.EVENTS + ", 1: 6C 7C 8C 9C 10C, 2: pass"
        assert set(verdicts(events, {"dealt": DEAL}, house_rules=rules)) == {"legal"}
        assert (
            last_verdict(self.EVENTS + ", 1: 6C 7C 8C 9C 10C", {"dealt": DEAL}) == "does-not-beat"
        )


class TestImpliedPasses:
    def test_seats_between_two_plays_have_passed(self):
        hand = {"dealt": DEAL, "passes": "implied"}
        assert set(verdicts("1: 3C, 4: 5S, 2: 6D, 2: 3D", hand)) == {"legal"}

    def test_the_trick_goes_on_after_implied_passes(self):
        hand = {"dealt": DEAL, "passes": "implied"}
        assert last_verdict("1: 3C, 4: 5S, 2: 4D", hand) == "does-not-beat"

    def test_recorded_passes_are_read_among_implied_ones(self):
        hand = {"dealt": DEAL, "passes": "implied"}
        assert set(verdicts("1: 3C, 2: pass, 3: 5H, 3: 6H", hand)) == {"legal"}

    def test_a_seat_that_passed_by_implication_is_locked_out(self):
        hand = {"dealt": DEAL, "passes": "implied"}
        events = "1: 3C, 3: 5H, 4: 6S, 2: 7D"
        assert last_verdict(events, hand, house_rules={"pass_locks_out": True}) == "out-of-turn"
        assert last_verdict(events, hand) == "legal"

    def test_implied_passes_break_no_duty(self):
        rules = {"protect_last_card": True}
        twelve = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS, 2: AC AS, 2: 3D"
        events = f"{twelve}, 3: pass, 4: pass"
        hand = {
            "passes": "implied",
            "dealt": [None, None, None, "AD AH 4C 4D 4H 5C 5D 5S 6D 6H 6S 7D 7H"],
        }
        assert last_verdict(events, hand, house_rules=rules) == "must-play-highest"
        assert "must-play-highest" not in verdicts(f"{twelve}, 1: KD", hand, house_rules=rules)

    def test_passes_are_not_implied_by_default(self):
        assert last_verdict("1: 3C, 4: 5S", {"dealt": DEAL}) == "out-of-turn"
        assert last_verdict("1: 3C, 4: 5S", {"dealt": DEAL, "passes": "written"}) == "out-of-turn"


class TestGoingOut:
    def test_in_big_two_the_hand_ends_at_once(self):
        answer = judge("1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS, 1: AC, 2: 2S", IMPLIED)
        assert answer["status"] == "finished"
        assert answer["events"][-1]["fault"] == "hand-over"
        assert answer["events"][-1]["rule"] == "B21"

    def test_in_pusoy_dos_the_next_seat_leads(self):
        events = f"{THREE_PLAYS}, 2: 3D 3S, 3: 8D 8S"
        assert set(verdicts(events, IMPLIED, variant="pusoy-dos")) == {"legal"}

    def test_if_the_last_play_may_be_answered_it_must_be_beaten(self):
        rules = {"after_out": "answer-then-next-leads"}
        keys = {"variant": "pusoy-dos", "house_rules": rules}
        assert last_verdict(f"{THREE_PLAYS}, 2: pass, 3: 3D", IMPLIED, **keys) == "wrong-size"
        assert last_verdict(f"{THREE_PLAYS}, 2: pass, 3: AC AS AD", IMPLIED, **keys) == "legal"
        assert (
            last_verdict(f"{THREE_PLAYS}, 2: AC AS AD, 3: pass, 4: pass, 2: 3D", IMPLIED, **keys)
            == "legal"
        )

    def test_nobody_answers_the_top_single_that_closes_the_trick(self):
        rules = {"after_out": "answer-then-next-leads", "top_single_closes_trick": True}
        keys = {"variant": "pusoy-dos", "house_rules": rules}
        events = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS, 1: 2D, 2: 3D, 3: 3H 3S, 3: 4D"
        assert verdicts(events, IMPLIED, **keys)[3:5] == ["legal", "legal"]

    def test_play_goes_on_until_one_seat_is_left(self):
        events = (
            f"{THREE_PLAYS}, 2: 3D 4D 5D 6D 7D, 2: 8D 9D 10D JD QD, 2: AC AD AS, "
            "3: 3H 4H 5S 6H 7H, 3: 8H 9H 10C JH QH, 3: 2C 2D 2H, 4: 3S"
        )
        answer = judge(events, IMPLIED, variant="pusoy-dos")
        assert answer["status"] == "finished"
        assert answer["places"] == [1, 2, 3, 4]
        assert answer["points"] == [3, 2, 1, 0]
        assert answer["cards_left"] == [0, 0, 0, 13]
        assert (answer["events"][-1]["fault"], answer["events"][-1]["rule"]) == ("hand-over", "P15")

    def test_nothing_follows_if_the_first_seat_out_ends_the_hand(self):
        rules = {"play_to_last": False, "settlement": "winner-collects"}
        answer = judge(f"{THREE_PLAYS}, 2: 3D", IMPLIED, variant="pusoy-dos", house_rules=rules)
        assert answer["events"][-1]["fault"] == "hand-over"
        assert answer["points"] == [39, -13, -13, -13]

    def test_in_big_two_played_to_the_last_the_next_seat_leads(self):
        keys = {"house_rules": {"play_to_last": True}}
        events = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS, 1: AC, 2: 3D"
        assert last_verdict(events, IMPLIED, **keys) == "legal"
        assert last_verdict(events.replace("2: 3D", "3: 3D"), IMPLIED, **keys) == "out-of-turn"


class TestImpliedPassesAfterGoingOut:
    """After a seat has gone out, the next seat may answer its last play, or lead because everybody has passed."""

    RULES = {"after_out": "answer-then-next-leads"}

    @pytest.mark.parametrize("event", ["2: 3D", "2: AS AH AD", "2: 4D 4C"])
    def test_the_next_seat_may_lead_anything(self, event):
        events = f"{THREE_PLAYS}, {event}"
        keys = {"variant": "pusoy-dos", "house_rules": self.RULES}
        assert last_verdict(events, IMPLIED, **keys) == "legal"

    def test_passes_after_a_last_card_that_closes_the_trick_may_be_recorded(self):
        rules = {**self.RULES, "top_single_closes_trick": True}
        keys = {"variant": "pusoy-dos", "house_rules": rules}
        down_to_one = "1: 3C 4S 5H 6C 7C, ppp, 1: 8C 9S 10H JC QC, ppp, 1: KC KS, ppp, 1: 2D"
        for rest in ("2: 3D", "2: pass, 3: pass, 4: pass, 2: 3D", "3: pass, 2: 3D"):
            assert set(verdicts(f"{down_to_one}, {rest}", **keys)) == {"legal"}


class TestTakingBackWithImpliedPasses:
    """Carol's play implies that Bob passed; once it is taken back, it implies nothing."""

    def test_a_seat_between_may_play_after_the_taking_back(self):
        events = "1: 3C, 3: 5H, 3: takes back, 2: 4D, 3: 5H"
        assert set(verdicts(events, IMPLIED)) == {"legal"}

    def test_the_same_seat_may_play_again(self):
        assert set(verdicts("1: 3C, 3: 5H, 3: takes back, 3: 6H", IMPLIED)) == {"legal"}
