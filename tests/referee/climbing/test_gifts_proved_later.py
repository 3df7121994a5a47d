"""Verdicts on a gift that nobody saw, proved by the rest of the record (G22, G23)."""

import pytest

from tests.referee.climbing.test_unseen_gifts import DEAL, SECOND
from tests.referee.climbing_table import judge, verdict_or_fault

DANS = {"dealt": [None, None, None, DEAL[3]]}
BOTH = {"dealt": [None, DEAL[1], None, DEAL[3]]}
ALL = {"dealt": DEAL}


def exchange_events(events, hand=None, **keys):
    """Return the events of a hand in which Dan gives Bob a card, and Bob gives one back."""
    return judge(events, hand, variant="gang-of-four", **SECOND, **keys)["events"]


class TestGiftOfTheLoser:
    @pytest.mark.parametrize("hand", [DANS, BOTH, ALL])
    def test_a_card_that_the_loser_plays_later_was_not_given(self, hand):
        """Dan still has the dragon."""
        breach = exchange_events("4: gives ? to 2, 2: gives 1Y to 4, 2: 8Y, 3: 8R, 4: DR", hand)[0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert breach["rule"] == "G22"
        assert "DR" in breach["reason"]
        assert "event 5" in breach["reason"]

    def test_a_card_that_the_loser_has_at_the_end_was_not_given(self):
        hand = {**DANS, "left": [None, None, None, " ".join(["DR"] + ["?"] * 15)]}
        breach = exchange_events("4: gives ? to 2, 2: gives 1Y to 4", hand)[0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert "still held it at the end" in breach["reason"]

    def test_a_card_that_the_receiver_plays_was_given_if_not_dealt_to_it(self):
        events = "4: gives ? to 2, 2: gives 1Y to 4, 2: {}"
        assert verdict_or_fault(exchange_events(events.format("DR"), BOTH)[0]) == "legal"
        assert verdict_or_fault(exchange_events(events.format("DR"), DANS)[0]) == "legal"
        breach = exchange_events(events.format("9R"), BOTH)[0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert "event 3" in breach["reason"]

    def test_a_card_that_may_have_been_dealt_to_the_receiver_proves_nothing(self):
        """There are two red nines, and Bob's deal is not known."""
        one = DEAL[3].replace("9R 9R", "9R 8G")
        hand = {"dealt": [None, None, None, one]}
        assert (
            verdict_or_fault(exchange_events("4: gives ? to 2, 2: gives 1Y to 4, 2: 9R", hand)[0])
            == "unproven"
        )

    def test_a_higher_card_played_later_may_have_been_returned(self):
        events = "4: gives ? to 2, 2: gives ? to 4, 2: 8Y, 3: 8R, 4: DR"
        assert verdict_or_fault(exchange_events(events, DANS)[0]) == "unproven"

    def test_an_unseen_gift_is_unproven_if_nothing_later_names_it(self):
        assert verdict_or_fault(exchange_events("4: gives ? to 2", ALL)[0]) == "unproven"
        assert verdict_or_fault(exchange_events("4: gives ? to 2")[0]) == "unproven"


class TestGiftOfTheWinner:
    def test_the_winner_did_not_return_a_card_that_it_plays_later(self):
        """Bob plays the dragon that he was given."""
        events = exchange_events("4: gives DR to 2, 2: gives ? to 4, 2: DR", BOTH)
        assert verdict_or_fault(events[1]) == "legal"

    def test_a_card_that_the_loser_plays_after_giving_it_was_returned(self):
        breach = exchange_events("4: gives DR to 2, 2: gives ? to 4, 2: 8Y, 3: 8R, 4: DR", BOTH)[1]
        assert verdict_or_fault(breach) == "returned-received-card"
        assert "event 5" in breach["reason"]

    def test_returning_any_other_card_is_legal(self):
        """Dan plays a card that was dealt to Bob."""
        events = exchange_events(
            "4: gives DR to 2, 2: gives ? to 4, 2: 7Y, 3: 8R, 4: pass, 1: pass, 2: pass, 3: 1R, 4: 8Y",
            BOTH,
        )
        assert verdict_or_fault(events[1]) == "legal"

    def test_an_unseen_gift_may_have_been_returned_and_played(self):
        """Dan may have given the dragon, or a lower card."""
        events = exchange_events("4: gives ? to 2, 2: gives ? to 4, 2: 8Y, 3: 8R, 4: DR", ALL)
        assert [verdict_or_fault(event) for event in events[:2]] == ["unproven", "unproven"]

    def test_an_unseen_return_is_unproven_if_nothing_later_names_it(self):
        assert (
            verdict_or_fault(exchange_events("4: gives DR to 2, 2: gives ? to 4", BOTH)[1])
            == "unproven"
        )
