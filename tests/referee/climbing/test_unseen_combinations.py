"""Plays of several unseen cards, which may have been a combination or none: the position in both cases."""

from tests.referee.climbing_table import DEAL, judge, last_verdict, verdict_or_fault, verdicts

PUSOY = {"variant": "pusoy-dos"}
GANG = {"variant": "gang-of-four"}
SECOND = {**GANG, "first_hand": 2, "previous_winner": 2, "house_rules": {"exchange": False}}
PAIR_THEN_THREE = "2: 6G 6G, 3: 7Y 7Y, 4: 8R 8R, 1: ? 3Y ?"


class TestStandingPlay:
    def test_the_play_before_the_unseen_cards_may_still_stand(self):
        """If Alice's three cards were no triple, the pair of eights must be beaten."""
        assert last_verdict(f"{PAIR_THEN_THREE}, 2: pass, 3: 9R 9R", **SECOND) == "unproven"

    def test_a_play_that_beats_neither_possible_play_is_illegal(self):
        answer = judge(f"{PAIR_THEN_THREE}, 2: pass, 3: 2R 2R", **SECOND)["events"][-1]
        assert verdict_or_fault(answer) == "does-not-beat"

    def test_a_play_that_beats_both_possible_plays_is_legal(self):
        assert last_verdict(f"{PAIR_THEN_THREE}, 2: 1R 1R 1G 1G", **SECOND) == "legal"

    def test_a_play_that_beats_both_settles_the_position(self):
        events = f"{PAIR_THEN_THREE}, 2: 1R 1R 1G 1G, 3: pass, 4: pass, 1: pass, 2: 2R"
        assert verdicts(events, **SECOND)[-4:] == ["legal"] * 4

    def test_one_card_is_always_a_combination(self):
        assert verdicts("1: 3C, 2: ?, 3: pass, 4: pass, 1: pass, 2: 5H")[-4:] == ["legal"] * 4


class TestLeadsThatMayBeNoCombination:
    LED = "2: ? ? ?, 3: pass, 4: pass, 1: pass"

    def test_the_passes_after_such_a_lead_are_unproven(self):
        """If the lead was no combination, nothing stood, and Carol had the lead."""
        answer = verdicts(f"{self.LED}, 2: 6G", **SECOND)
        assert answer == ["unproven"] * 5

    def test_the_next_seat_may_have_the_lead(self):
        assert last_verdict("2: ? ? ?, 3: 6G", **SECOND) == "unproven"

    def test_the_seat_after_the_next_is_out_of_turn_in_both_cases(self):
        assert last_verdict("2: ? ? ?, 4: 6G", **SECOND) == "out-of-turn"

    def test_a_play_that_can_lead_and_follow_settles_the_position(self):
        """Carol's gang may be led and beats any triple."""
        events = "2: ? ? ?, 3: 1R 1R 1G 1G, 4: pass, 1: pass, 2: pass, 3: 6G, 4: 5G"
        answer = verdicts(events, **SECOND)
        assert answer == ["unproven", *["legal"] * 5, "does-not-beat"]

    def test_cards_that_are_a_combination_whatever_they_were_are_legal(self):
        """Bob has everything at the end but two of his three sevens, which are a pair."""
        bob = "1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y 6Y 6Y 8Y"
        hand = {
            "dealt": [None, f"{bob} 7Y 7Y 7R", None, None],
            "left": [None, f"{bob} ?", None, None],
        }
        assert verdicts("2: ? ?, 3: pass, 4: pass, 1: pass", hand, **SECOND) == ["legal"] * 4


class TestTheTopSingle:
    """Dan leads a card that nobody saw; if it was the two of spades, the trick is closed (B14)."""

    OPENED = "1: 3C, 2: 4D, 3: pass, 4: ?"

    def test_the_player_of_a_card_that_may_be_the_top_single_may_lead_at_once(self):
        assert last_verdict(f"{self.OPENED}, 4: 5S", {"dealt": DEAL}) == "unproven"

    def test_a_play_on_a_card_that_may_be_the_top_single_is_unproven(self):
        assert last_verdict(f"{self.OPENED}, 1: 2C", {"dealt": DEAL}) == "unproven"
        assert last_verdict(f"{self.OPENED}, 1: pass", {"dealt": DEAL}) == "legal"


class TestNumberOfUnseenCards:
    def test_a_number_of_cards_that_is_never_a_combination_is_illegal(self):
        assert last_verdict("1: 3C, 2: ? ? ?") == "not-a-combination"
        assert last_verdict("1: 3C, 2: ? ? ? ?, 3: 4D") == "legal"

    def test_a_number_of_cards_that_never_follows_is_a_wrong_size(self):
        assert last_verdict("1: 3C, 2: ? ?") == "wrong-size"
        assert last_verdict("1: 3C, 2: ? ?, 3: 5D", **PUSOY) == "unproven"
