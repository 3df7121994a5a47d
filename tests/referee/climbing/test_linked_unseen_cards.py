"""Unseen cards that hang together: what one of them was tells what another was, or what nobody can have held."""

from tests.referee.climbing.test_unseen_gifts import DEAL, SECOND
from tests.referee.climbing_table import judge, verdict_or_fault

LITERAL = {
    "variant": "gang-of-four-loser-scores",
    "house_rules": {"deck": "literal-42", "last_card_announcement": "auto", "protect_last_card": False},
    "first_hand": 2, "previous_winner": 1, "previous_loser": 3,
}  # fmt: skip
CAROL = [None, None, "PB 5G 2B 3B 4B 5B 6B 7B 8B 9B", None]
BOB_AND_DAN = {"dealt": [None, DEAL[1], None, DEAL[3]]}


def second(events, hand=None, **keys):
    """The second hand of Gang of Four: Dan lost the first, and Bob won it."""
    return judge(events, hand, variant="gang-of-four", **{**SECOND, **keys})["events"]


class TestAGiftThatCannotHaveBeen:
    def test_a_single_card_dealt_elsewhere_is_not_returned(self):
        """The dragon was dealt to Dan, whoever gives what to whom."""
        found = second("3: gives ? to 2, 2: gives DR to 3", BOB_AND_DAN, previous_loser=3)
        assert verdict_or_fault(found[1]) == "card-not-held"
        assert "it was dealt to seat 4" in found[1]["reason"]

    def test_what_nobody_held_tells_nothing_of_the_gift(self):
        found = second("3: gives ? to 2, 2: gives DR to 3", BOB_AND_DAN, previous_loser=3)
        assert verdict_or_fault(found[0]) == "unproven"

    def test_the_gift_may_be_returned_where_its_giver_may_have_had_it(self):
        found = second("3: gives ? to 2, 2: gives 7R to 3", BOB_AND_DAN, previous_loser=3)
        assert verdict_or_fault(found[1]) == "returned-received-card"

    def test_two_cards_do_not_come_out_of_one_gift(self):
        """Bob was dealt neither the dragon nor a nine, and received one card."""
        found = second("4: gives ? to 2, 2: gives 1Y to 4, 2: 9R, 3: pass, 4: pass, 1: pass, 2: DR", BOB_AND_DAN)  # fmt: skip
        assert verdict_or_fault(found[6]) == "card-not-held"


class TestAGiftThatIsProvedLater:
    EVENTS = "3: gives ? to 1, 1: gives 3G to 3, 1: PB, ppp"

    def test_what_its_receiver_plays_names_it_for_its_giver(self):
        """Carol gave the phoenix away; after all her other cards the three is left."""
        played = ", ppp, ".join(f"3: {card}" for card in "5G 2B 3B 4B 5B 6B 7B 8B 9B".split())
        events = f"{self.EVENTS}, 1: 1B, 2: pass, {played}, ppp, 3: ?"
        found = judge(events, {"dealt": CAROL}, **LITERAL)["events"]
        assert found[0]["verdict"] == "legal"
        assert found[-1]["verdict"] == "legal"
        assert found[-1]["combination"] == "single"

    def test_a_lower_card_given_is_named_with_what_shows_it(self):
        events = "3: gives ? to 1, 1: gives 3G to 3, 1: 9B, 2: pass, 3: PB"
        breach = judge(events, {"dealt": CAROL}, **LITERAL)["events"][0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert "The card was the 9B: seat 1 played it in event 3." in breach["reason"]


class TestWhatStandsUnseen:
    LEFT = "1Y 2Y 2Y 3Y 4Y 5Y 5Y 6Y 6Y 7Y 7Y 8Y 8Y DR ?"
    EVENTS = "4: gives ? to 2, 2: gives 1Y to 4, 2: ?"

    def test_what_beats_all_that_it_can_have_been_is_legal(self):
        """Bob led a three or a four: all his other cards he still has, the dragon that he was given among them."""
        hand = {**BOB_AND_DAN, "left": [None, self.LEFT, None, None]}
        assert [verdict_or_fault(one) for one in second(f"{self.EVENTS}, 3: 5R", hand)] == [
            "legal"
        ] * 4

    def test_what_beats_one_of_them_is_open(self):
        hand = {**BOB_AND_DAN, "left": [None, self.LEFT, None, None]}
        assert verdict_or_fault(second(f"{self.EVENTS}, 3: 4G", hand)[-1]) == "unproven"

    def test_what_beats_none_of_them_is_illegal(self):
        hand = {**BOB_AND_DAN, "left": [None, self.LEFT, None, None]}
        assert verdict_or_fault(second(f"{self.EVENTS}, 3: 2G", hand)[-1]) == "does-not-beat"
