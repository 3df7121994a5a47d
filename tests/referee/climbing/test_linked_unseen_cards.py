"""Unseen cards that depend on each other: one of them proves what another was, or what nobody can have held."""

from tests.referee.climbing.test_unseen_gifts import DEAL, SECOND
from tests.referee.climbing_table import judge, verdict_or_fault

LITERAL = {
    "variant": "gang-of-four-loser-scores",
    "house_rules": {
        "deck": "literal-42",
        "last_card_announcement": "auto",
        "protect_last_card": False,
    },
    "first_hand": 2,
    "previous_winner": 1,
    "previous_loser": 3,
}
CAROL = [None, None, "PB 5G 2B 3B 4B 5B 6B 7B 8B 9B", None]
BOB_AND_DAN = {"dealt": [None, DEAL[1], None, DEAL[3]]}


def second_hand(events, hand=None, **keys):
    """Return the events of a second hand of Gang of Four: Dan lost the first, and Bob won it."""
    return judge(events, hand, variant="gang-of-four", **{**SECOND, **keys})["events"]


class TestImpossibleGifts:
    def test_a_card_dealt_to_another_seat_cannot_be_returned(self):
        """The dragon, of which there is one, was dealt to Dan, who takes no part in the exchange."""
        events = second_hand("3: gives ? to 2, 2: gives DR to 3", BOB_AND_DAN, previous_loser=3)
        assert verdict_or_fault(events[1]) == "card-not-held"
        assert "it was dealt to seat 4" in events[1]["reason"]

    def test_an_impossible_return_proves_nothing_about_the_unseen_gift(self):
        events = second_hand("3: gives ? to 2, 2: gives DR to 3", BOB_AND_DAN, previous_loser=3)
        assert verdict_or_fault(events[0]) == "unproven"

    def test_returning_a_card_that_only_the_gift_can_have_been_is_illegal(self):
        events = second_hand("3: gives ? to 2, 2: gives 7R to 3", BOB_AND_DAN, previous_loser=3)
        assert verdict_or_fault(events[1]) == "returned-received-card"

    def test_one_unseen_gift_explains_only_one_card(self):
        """Bob was dealt neither the dragon nor the 9R, and received one card."""
        events = second_hand(
            "4: gives ? to 2, 2: gives 1Y to 4, 2: 9R, 3: pass, 4: pass, 1: pass, 2: DR",
            BOB_AND_DAN,
        )
        assert verdict_or_fault(events[6]) == "card-not-held"


class TestGiftsProvedLater:
    EVENTS = "3: gives ? to 1, 1: gives 3G to 3, 1: PB, ppp"

    def test_a_play_of_the_receiver_names_the_card_that_the_giver_lost(self):
        """Carol gave the phoenix away, so her last card, after all others, is the 3G that she received."""
        played = ", ppp, ".join(f"3: {card}" for card in "5G 2B 3B 4B 5B 6B 7B 8B 9B".split())
        events = f"{self.EVENTS}, 1: 1B, 2: pass, {played}, ppp, 3: ?"
        answer = judge(events, {"dealt": CAROL}, **LITERAL)["events"]
        assert answer[0]["verdict"] == "legal"
        assert answer[-1]["verdict"] == "legal"
        assert answer[-1]["combination"] == "single"

    def test_the_reason_names_the_lower_card_given_and_the_event_that_shows_it(self):
        events = "3: gives ? to 1, 1: gives 3G to 3, 1: 9B, 2: pass, 3: PB"
        breach = judge(events, {"dealt": CAROL}, **LITERAL)["events"][0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert "The card was the 9B: seat 1 played it in event 3." in breach["reason"]


class TestPlaysOnAnUnseenCard:
    LEFT = "1Y 2Y 2Y 3Y 4Y 5Y 5Y 6Y 6Y 7Y 7Y 8Y 8Y DR ?"
    EVENTS = "4: gives ? to 2, 2: gives 1Y to 4, 2: ?"

    def test_a_play_that_beats_every_possible_card_is_legal(self):
        """Bob led a three or a four: at the end he has all other cards, among them the dragon that he received."""
        hand = {**BOB_AND_DAN, "left": [None, self.LEFT, None, None]}
        assert [verdict_or_fault(one) for one in second_hand(f"{self.EVENTS}, 3: 5R", hand)] == [
            "legal"
        ] * 4

    def test_a_play_that_beats_only_some_possible_cards_is_unproven(self):
        hand = {**BOB_AND_DAN, "left": [None, self.LEFT, None, None]}
        assert verdict_or_fault(second_hand(f"{self.EVENTS}, 3: 4G", hand)[-1]) == "unproven"

    def test_a_play_that_beats_no_possible_card_is_illegal(self):
        hand = {**BOB_AND_DAN, "left": [None, self.LEFT, None, None]}
        assert verdict_or_fault(second_hand(f"{self.EVENTS}, 3: 2G", hand)[-1]) == "does-not-beat"
