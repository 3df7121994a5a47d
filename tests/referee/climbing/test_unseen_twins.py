"""Unseen cards of Gang of Four, where every numbered card has a twin, and seats that may be blocked."""

import pytest

from tests.referee.climbing_table import judge, last_verdict, verdict_or_fault

GANG = "gang-of-four"
DEAL = [
    "1M 2G 2G 3G 4G 5G 6G 6Y 7G 7Y 8G 8Y 9G 9Y 10G 10Y",
    "1G 1G 1Y 1Y 2Y 2Y 3G 3Y 3Y 4G 4Y 4Y 5G 5Y 5Y 6G",
    "1R 1R 2R 2R 3R 3R 4R 4R 5R 5R 6R 6R 7R 7R 8R 8R",
    "6Y 7G 7Y 8G 8Y 9G 9Y 9R 9R 10G 10Y 10R 10R PG PY DR",
]


@pytest.mark.parametrize("dealt", [{}, {"dealt": DEAL}])
def test_an_unseen_card_may_be_the_twin_of_one_played_with_it(dealt):
    events = "1: 1M, 4: pass, 3: pass, 2: pass, 1: 2G ?, 4: 9R 9R"
    verdicts = [verdict_or_fault(event) for event in judge(events, dealt, variant=GANG)["events"]]
    assert verdicts[4] in {"legal", "unproven"}
    assert verdicts[5] in {"legal", "unproven"}


def test_a_card_shown_later_was_held_while_others_were_played_unseen():
    events = "1: 1M, 4: 7G, 3: 7R, 2: pass, 1: ?, 4: pass, 3: pass, 2: pass, 1: ?, 4: pass, 3: pass, 2: pass, 1: 2G ?"
    assert last_verdict(events, {"dealt": DEAL}, variant=GANG) in {"legal", "unproven"}


class TestSeatsThatMayBeBlocked:
    """Dan acts unseen with three cards left: he may have kept one without announcing it."""

    CLOCKWISE = {"direction": "clockwise"}
    DANS = ("6Y 7G 8G 9G 10G", "7Y 8Y 9Y 10Y 10R", "9R", "10R", "PG")
    LEADS = ", ".join(f"4: {cards}, ppp" for cards in DANS)
    EVENTS = (
        f"1: 1M 2G 3G 4G 5G, 2: pass, 3: pass, {LEADS}, 4: unseen, 1: 6G, 2: pass, 3: 7R, 1: 8G"
    )

    def test_passing_over_a_seat_that_may_be_blocked_is_unproven(self):
        keys = {"variant": GANG, "house_rules": self.CLOCKWISE}
        assert last_verdict(self.EVENTS, {"dealt": DEAL}, **keys) == "unproven"

    def test_passing_over_a_seat_is_illegal_if_no_announcement_is_required(self):
        rules = {**self.CLOCKWISE, "last_card_announcement": "auto"}
        keys = {"variant": GANG, "house_rules": rules}
        assert last_verdict(self.EVENTS, {"dealt": DEAL}, **keys) == "out-of-turn"

    def test_the_payment_of_a_seat_is_open_unless_the_sheet_names_the_blocked_seats(self):
        left = [" ".join(["?"] * 9), "", " ".join(["?"] * 16), "PY"]
        rules = {**self.CLOCKWISE, "scoring": "loser-only"}
        keys = {"variant": GANG, "house_rules": rules}
        events = f"{self.EVENTS.split(', 1: 6G')[0]}, unseen"
        assert judge(events, {"left": left}, **keys)["points"] is None
        assert judge(events, {"left": left, "blocked": [4]}, **keys)["points"] == [0, 0, 16, 1]
