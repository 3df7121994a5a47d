"""Passes that nobody wrote down behind a blocked seat: the next play may be an answer or a lead (G25, G27)."""

from tests.referee.climbing.test_blocked_seats import DEAL, DOWN_TO_TWO, GANG, LOCKED
from tests.referee.climbing_table import event_list, judge, verdict_or_fault

SWAPPED = [DEAL[0], DEAL[1], DEAL[2].replace("8R 8R", "8R DR"), DEAL[3].replace("DR", "8R")]
"""As there, but Carol holds the dragon."""

PLAYS = [event for event in event_list(DOWN_TO_TWO) if not event.endswith("pass")]
"""Alice leads until she holds two cards."""


def test_who_passed_before_the_blocked_seat_may_follow_what_may_have_been_a_lead():
    """Dan's nine beats Alice's five and may have been led just as well: then Carol is not locked out."""
    events = [*PLAYS, "4: 9G", "4: 1G", "2: 2Y", "1: 5G", "4: 9Y", "3: DR"]
    hand = {"dealt": SWAPPED, "passes": "implied"}
    answer = judge(",".join(events), hand, variant=GANG, house_rules=LOCKED)["events"]
    assert {verdict_or_fault(event) for event in answer} == {"legal"}


def test_where_it_is_certainly_an_answer_the_lock_holds():
    events = [*PLAYS[:-1], "4: 9G", "4: 1G", "2: 2Y", "1: 5G", "4: 9Y", "3: DR"]
    hand = {"dealt": SWAPPED, "passes": "implied"}
    answer = judge(",".join(events), hand, variant=GANG, house_rules=LOCKED)["events"]
    assert [verdict_or_fault(event) for event in answer[-2:]] == ["legal", "out-of-turn"]


def test_unseen_cards_that_cannot_follow_may_have_been_led():
    """Dan's two cards do not go on Alice's five, whatever they were, but a pair of nines leads."""
    events = [*PLAYS, "1: 5G", "4: ? ?"]
    hand = {"dealt": DEAL, "passes": "implied"}
    answer = judge(",".join(events), hand, variant=GANG)["events"]
    assert verdict_or_fault(answer[-1]) == "unproven"
