"""Several cards that nobody saw: they may have been a combination, or none, and the record holds in either case."""

from tests.referee.climbing_table import DEAL, judge, last_verdict, verdict_or_fault, verdicts

PUSOY = {"variant": "pusoy-dos"}
GANG = {"variant": "gang-of-four"}
SECOND = {**GANG, "first_hand": 2, "previous_winner": 2, "house_rules": {"exchange": False}}
PAIR_THEN_THREE = "2: 6G 6G, 3: 7Y 7Y, 4: 8R 8R, 1: ? 3Y ?"


class TestWhatTheyPutUp:
    def test_what_stood_may_stand_still(self):
        """If Alice's three cards were no triple, the pair of eights is there to be beaten."""
        assert last_verdict(f"{PAIR_THEN_THREE}, 2: pass, 3: 9R 9R", **SECOND) == "unproven"

    def test_what_beats_neither_is_illegal(self):
        answer = judge(f"{PAIR_THEN_THREE}, 2: pass, 3: 2R 2R", **SECOND)["events"][-1]
        assert verdict_or_fault(answer) == "does-not-beat"

    def test_what_beats_both_is_legal(self):
        assert last_verdict(f"{PAIR_THEN_THREE}, 2: 1R 1R 1G 1G", **SECOND) == "legal"

    def test_once_it_is_beaten_nothing_is_open(self):
        events = f"{PAIR_THEN_THREE}, 2: 1R 1R 1G 1G, 3: pass, 4: pass, 1: pass, 2: 2R"
        assert verdicts(events, **SECOND)[-4:] == ["legal"] * 4

    def test_one_card_is_always_a_combination(self):
        assert verdicts("1: 3C, 2: ?, 3: pass, 4: pass, 1: pass, 2: 5H")[-4:] == ["legal"] * 4


class TestALeadThatMayBeNone:
    LED = "2: ? ? ?, 3: pass, 4: pass, 1: pass"

    def test_whether_its_player_leads_again_is_open(self):
        """If it was none, nothing stood, and Carol had the lead."""
        found = verdicts(f"{self.LED}, 2: 6G", **SECOND)
        assert found == ["unproven"] * 5

    def test_the_next_seat_may_have_the_lead_that_it_takes(self):
        assert last_verdict("2: ? ? ?, 3: 6G", **SECOND) == "unproven"

    def test_the_seat_after_that_has_no_turn_in_either_case(self):
        assert last_verdict("2: ? ? ?, 4: 6G", **SECOND) == "out-of-turn"

    def test_a_lead_that_is_certain_ends_the_doubt(self):
        """Whatever it was, Carol plays what can be led and beats any triple."""
        events = "2: ? ? ?, 3: 1R 1R 1G 1G, 4: pass, 1: pass, 2: pass, 3: 6G, 4: 5G"
        found = verdicts(events, **SECOND)
        assert found == ["unproven", *["legal"] * 5, "does-not-beat"]

    def test_where_no_two_cards_of_it_are_no_pair_nothing_is_open(self):
        """Bob kept everything but two of his three sevens."""
        bob = "1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y 6Y 6Y 8Y"
        hand = {
            "dealt": [None, f"{bob} 7Y 7Y 7R", None, None],
            "left": [None, f"{bob} ?", None, None],
        }
        assert verdicts("2: ? ?, 3: pass, 4: pass, 1: pass", hand, **SECOND) == ["legal"] * 4


class TestTheTopSingle:
    """Dan leads a card that nobody saw; if it was the two of spades, the trick is closed (B14)."""

    OPENED = "1: 3C, 2: 4D, 3: pass, 4: ?"

    def test_its_player_may_have_the_lead_at_once(self):
        assert last_verdict(f"{self.OPENED}, 4: 5S", {"dealt": DEAL}) == "unproven"

    def test_others_that_play_may_have_found_it_closed(self):
        assert last_verdict(f"{self.OPENED}, 1: 2C", {"dealt": DEAL}) == "unproven"
        assert last_verdict(f"{self.OPENED}, 1: pass", {"dealt": DEAL}) == "legal"


class TestTheirNumber:
    def test_so_many_cards_may_be_no_combination_whatever_they_are(self):
        assert last_verdict("1: 3C, 2: ? ? ?") == "not-a-combination"
        assert last_verdict("1: 3C, 2: ? ? ? ?, 3: 4D") == "legal"

    def test_a_number_that_never_follows_is_wrong(self):
        assert last_verdict("1: 3C, 2: ? ?") == "wrong-size"
        assert last_verdict("1: 3C, 2: ? ?, 3: 5D", **PUSOY) == "unproven"
