"""Implied passes after a blocked seat: the next play may follow or lead (G25, G27)."""

from tests.referee.climbing.test_blocked_seats import DEAL, DOWN_TO_TWO, GANG, LOCKED
from tests.referee.climbing_table import event_list, judge, verdict_or_fault

SWAPPED = [DEAL[0], DEAL[1], DEAL[2].replace("8R 8R", "8R DR"), DEAL[3].replace("DR", "8R")]
"""The deal of test_blocked_seats, but Carol holds the dragon."""

PLAYS = [event for event in event_list(DOWN_TO_TWO) if not event.endswith("pass")]
"""The plays after which Alice holds two cards."""


def test_a_seat_that_passed_may_follow_a_play_that_may_have_been_a_lead():
    """Dan's nine beats Alice's five, but may also be a lead: then Carol is not locked out."""
    events = [*PLAYS, "4: 9G", "4: 1G", "2: 2Y", "1: 5G", "4: 9Y", "3: DR"]
    hand = {"dealt": SWAPPED, "passes": "implied"}
    answer = judge(",".join(events), hand, variant=GANG, house_rules=LOCKED)["events"]
    assert {verdict_or_fault(event) for event in answer} == {"legal"}


def test_a_seat_that_passed_is_locked_out_of_a_play_that_certainly_followed():
    events = [*PLAYS[:-1], "4: 9G", "4: 1G", "2: 2Y", "1: 5G", "4: 9Y", "3: DR"]
    hand = {"dealt": SWAPPED, "passes": "implied"}
    answer = judge(",".join(events), hand, variant=GANG, house_rules=LOCKED)["events"]
    assert [verdict_or_fault(event) for event in answer[-2:]] == ["legal", "out-of-turn"]


def test_unseen_cards_that_cannot_follow_may_be_a_lead():
    """No two cards can follow Alice's five, but Dan may have led a pair."""
    events = [*PLAYS, "1: 5G", "4: ? ?"]
    hand = {"dealt": DEAL, "passes": "implied"}
    answer = judge(",".join(events), hand, variant=GANG)["events"]
    assert verdict_or_fault(answer[-1]) == "unproven"
