"""The exchange of Gang of Four with unseen cards (G22, G23)."""

from tests.referee.climbing_table import adjudicate, event_list, judge, verdict_or_fault

DEAL = [
    "1M 1G 2G 2G 3G 3G 4G 4G 5G 5G 6G 6G 7G 7G 8G 8G",
    "1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y 6Y 6Y 7Y 7Y 8Y 8Y",
    "1R 1R 2R 2R 3R 3R 4R 4R 5R 5R 6R 6R 7R 7R 8R 8R",
    "1G PG PY DR 9G 9G 9Y 9Y 9R 9R 10G 10G 10Y 10Y 10R 10R",
]
BOBS = {"dealt": [None, DEAL[1], None, None]}
SECOND = {"first_hand": 2, "previous_winner": 2, "previous_loser": 4}


def exchange(events, hand=None, **keys):
    """Return the verdicts on a second hand, before which Dan gives Bob a card and Bob gives one back."""
    answer = judge(events, hand, variant="gang-of-four", **SECOND, **keys)
    return [verdict_or_fault(event) for event in answer["events"]]


def test_an_unseen_gift_may_be_the_card_that_its_receiver_plays():
    assert exchange("4: gives ? to 2, 2: gives 1Y to 4, 2: DR", BOBS)[2] == "legal"
    assert exchange("4: gives ? to 2, 2: gives 1Y to 4, 2: DR", {"dealt": DEAL})[2] == "legal"


def test_a_card_returned_may_be_the_unseen_gift():
    assert exchange("4: gives ? to 2, 2: gives DR to 4")[1] == "unproven"
    assert exchange("4: gives ? to 2, 2: gives DR to 4", BOBS)[1] == "returned-received-card"
    assert exchange("4: gives ? to 2, 2: gives 1Y to 4", BOBS)[1] == "legal"


def test_an_unseen_return_is_legal_if_the_received_card_may_be_returned():
    rules = {"exchange_may_return_received": True}
    assert exchange("4: gives 9R to 2, 2: gives ? to 4", house_rules=rules)[1] == "legal"


def test_a_higher_card_played_later_may_be_the_unseen_return():
    events = "4: gives 9Y to 2, 2: gives {} to 4, 2: 8Y, 3: 8R, 4: 10R"
    assert exchange(events.format("?"))[0] == "unproven"
    assert exchange(events.format("9R"))[0] == "not-highest-card"


def test_a_higher_card_left_at_the_end_may_be_the_unseen_return():
    hand = {"left": [None, None, None, " ".join(["10R"] + ["?"] * 15)]}
    assert exchange("4: gives 9Y to 2, 2: gives ? to 4", hand) == ["unproven", "unproven"]


def test_more_unseen_gifts_than_the_search_can_try_are_still_judged():
    """Six unseen gifts have too many faces to try together; with eighty, the search does not begin."""
    there_and_back = "4: gives ? to 2, 2: gives ? to 4, "
    contradiction = "2: DR, 3: DR"
    for times in (3, 40):
        words = exchange(there_and_back * times + contradiction)
        assert words[2:-2] == ["exchange-not-due"] * (2 * times - 2)
        assert words[-1] == "card-already-played"


def test_more_unseen_cards_than_the_seat_had_are_not_held():
    """The record proves that seat 1 did not hold both unseen cards of event 31, but not which one it lacked."""
    events = (
        "4: gives 10Y to 1, 1: gives 1R to 4, 1: 6Y 10Y 6Y 2Y 10Y, 2: 10G 8R 10G 10R 8Y, "
        "3: 4R 2R 6R 5R 3R, 4: pass, 1: 2G 2Y 2R 2G, 2: pass, 3: pass, 4: pass, 1: 1M, "
        "2: pass, 3: PY, 4: pass, 1: pass, 2: pass, 3: 4G, 4: pass, 1: 8G, 2: 9G, 3: 9Y, "
        "4: PG, 1: pass, 2: pass, 3: pass, 4: 5G 8Y 6R 7G 9R, 1: pass, 2: 8G 4G 9G 6G 1G, "
        "3: pass, 4: 1Y 1R 3Y 1Y 3R, 1: ? ?, 2: pass, 3: pass, 4: 7Y 7Y, 1: 7R 7R, 2: pass, "
        "3: pass, 4: pass, 1: 1G, "
        "2: pass, 3: 3G, 4: 4Y, 1: 5G last, 2: pass, 3: pass, 4: DR last, 1: pass, 2: pass, 3: pass, 4: 5Y"
    )
    before = {"cards_left": [0, 2, 2, 8]}
    answer = adjudicate(before, {"events": event_list(events)}, variant="gang-of-four")
    assert verdict_or_fault(answer["hands"][1]["events"][30]) == "card-not-held"
