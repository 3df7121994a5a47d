"""A gift that nobody saw, and what the rest of the record proves of it (G22, G23)."""

import pytest

from tests.referee.climbing.test_unseen_gifts import DEAL, SECOND
from tests.referee.climbing_table import judge, verdict_or_fault

DANS = {"dealt": [None, None, None, DEAL[3]]}
BOTH = {"dealt": [None, DEAL[1], None, DEAL[3]]}
ALL = {"dealt": DEAL}


def gifts(events, hand=None, **keys):
    """What is said of an exchange in which Dan gives Bob a card, and Bob gives one back."""
    return judge(events, hand, variant="gang-of-four", **SECOND, **keys)["events"]


class TestTheHighestCard:
    @pytest.mark.parametrize("hand", [DANS, BOTH, ALL])
    def test_what_is_played_later_was_not_given(self, hand):
        """Dan still has the dragon."""
        breach = gifts("4: gives ? to 2, 2: gives 1Y to 4, 2: 8Y, 3: 8R, 4: DR", hand)[0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert breach["rule"] == "G22"
        assert "DR" in breach["reason"]
        assert "event 5" in breach["reason"]

    def test_what_is_left_at_the_end_was_not_given(self):
        hand = {**DANS, "left": [None, None, None, " ".join(["DR"] + ["?"] * 15)]}
        breach = gifts("4: gives ? to 2, 2: gives 1Y to 4", hand)[0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert "still held it at the end" in breach["reason"]

    def test_what_its_receiver_plays_was_given(self):
        events = "4: gives ? to 2, 2: gives 1Y to 4, 2: {}"
        assert verdict_or_fault(gifts(events.format("DR"), BOTH)[0]) == "legal"
        assert verdict_or_fault(gifts(events.format("DR"), DANS)[0]) == "legal"
        breach = gifts(events.format("9R"), BOTH)[0]
        assert verdict_or_fault(breach) == "not-highest-card"
        assert "event 3" in breach["reason"]

    def test_what_may_have_been_dealt_to_its_receiver_need_not_have_been_given(self):
        """The nines are twins, and nobody knows Bob's deal."""
        one = DEAL[3].replace("9R 9R", "9R 8G")
        hand = {"dealt": [None, None, None, one]}
        assert (
            verdict_or_fault(gifts("4: gives ? to 2, 2: gives 1Y to 4, 2: 9R", hand)[0])
            == "unproven"
        )

    def test_a_card_returned_may_be_the_one_shown_later(self):
        events = "4: gives ? to 2, 2: gives ? to 4, 2: 8Y, 3: 8R, 4: DR"
        assert verdict_or_fault(gifts(events, DANS)[0]) == "unproven"

    def test_where_nothing_more_is_known_it_is_open(self):
        assert verdict_or_fault(gifts("4: gives ? to 2", ALL)[0]) == "unproven"
        assert verdict_or_fault(gifts("4: gives ? to 2")[0]) == "unproven"


class TestTheCardReturned:
    def test_what_its_receiver_did_not_give_is_another(self):
        """Bob plays the dragon that he was given."""
        found = gifts("4: gives DR to 2, 2: gives ? to 4, 2: DR", BOTH)
        assert verdict_or_fault(found[1]) == "legal"

    def test_what_the_loser_plays_again_was_returned(self):
        breach = gifts("4: gives DR to 2, 2: gives ? to 4, 2: 8Y, 3: 8R, 4: DR", BOTH)[1]
        assert verdict_or_fault(breach) == "returned-received-card"
        assert "event 5" in breach["reason"]

    def test_any_other_card_is_legal(self):
        """Dan plays a card that was dealt to Bob."""
        found = gifts("4: gives DR to 2, 2: gives ? to 4, 2: 7Y, 3: 8R, 4: pass, 1: pass, 2: pass, 3: 1R, 4: 8Y", BOTH)  # fmt: skip
        assert verdict_or_fault(found[1]) == "legal"

    def test_what_was_given_unseen_may_be_returned_and_played(self):
        """Dan may have given the dragon, or a lower card."""
        found = gifts("4: gives ? to 2, 2: gives ? to 4, 2: 8Y, 3: 8R, 4: DR", ALL)
        assert [verdict_or_fault(event) for event in found[:2]] == ["unproven", "unproven"]

    def test_otherwise_it_is_open(self):
        assert verdict_or_fault(gifts("4: gives DR to 2, 2: gives ? to 4", BOTH)[1]) == "unproven"
