"""A seat that did not announce its last card is blocked: which fault its next play has (G25, G27)."""

import pytest

from tests.referee.climbing_table import event_list, last_verdict, record_error

GANG = "gang-of-four"
DEAL = [
    "1M 1G 2G 2G 3G 3G 4G 4G 5G 5G 6G 6G 7G 7G 8G 8G",
    "1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y 6Y 6Y 7Y 7Y 8Y 8Y",
    "1R 1R 2R 2R 3R 3R 4R 4R 5R 5R 6R 6R 7R 7R 8R 8R",
    "1G PG PY DR 9G 9G 9Y 9Y 9R 9R 10G 10G 10Y 10Y 10R 10R",
]
LOCKED = {"pass_locks_out": True}
PLAYS = ("1M 2G 3G 4G 5G", "6G 6G", "7G 7G", "8G 8G", "2G", "3G", "4G")
DOWN_TO_TWO = ", ".join(f"1: {cards}, 4: pass, 3: pass, 2: pass" for cards in PLAYS)


def after_the_block(events, **keys):
    """Return the last verdict after Alice led a 5G without announcing; play goes anticlockwise: Dan, Carol, Bob."""
    return last_verdict(f"{DOWN_TO_TWO}, 1: 5G, {events}", {"dealt": DEAL}, variant=GANG, **keys)


@pytest.mark.parametrize(
    "events", ["4: 9G, 3: pass, 2: pass, 1: 1G", "4: pass, 3: 6R, 2: pass, 1: 1G"]
)
def test_a_play_of_a_blocked_seat_in_its_turn_is_blocked(events):
    assert after_the_block(events) == "blocked"


def test_a_play_of_a_blocked_seat_out_of_turn_is_out_of_turn():
    assert after_the_block("4: 9G, 1: 1G") == "out-of-turn"


def test_seats_that_are_locked_out_are_skipped_before_a_blocked_seat():
    events = "4: pass, 3: 6R, 2: 7Y, 1: 1G"
    assert after_the_block(events, house_rules=LOCKED) == "blocked"


def test_a_gift_needs_a_seat_that_receives_it():
    hand = {"events": event_list("2: gives DR to 0")}
    assert record_error(hand, variant=GANG) == ("bad-seat", "hands[0].events[0]")
