"""The position after an unseen action: it may have been a pass, a combination, no combination, or the last cards."""

from tests.referee.climbing_table import DEAL, last_verdict, verdicts

TO_LAST = {"variant": "pusoy-dos"}
ANSWERED = {**TO_LAST, "house_rules": {"after_out": "answer-then-next-leads"}}
LOCKED = {"house_rules": {"pass_locks_out": True, "top_single_closes_trick": False}}
OPEN = {"house_rules": {"top_single_closes_trick": False}}
GANG = {
    "variant": "gang-of-four",
    "first_hand": 2,
    "previous_winner": 1,
    "house_rules": {"exchange": False},
}
GANGS = [
    "1M 1G 2G 2G 3G 3G 4G 4G 5G 5G 6G 6G 7G 7G 8G 8G",
    "1Y 1Y 2Y 2Y 3Y 3Y 4Y 4Y 5Y 5Y 6Y 6Y 7Y 7Y 8Y 8Y",
    "1R 1R 2R 2R 3R 3R 4R 4R 5R 5R 6R 6R 7R 7R 8R 8R",
    "1G PG PY DR 9G 9G 9Y 9Y 9R 9R 10G 10G 10Y 10Y 10R 10R",
]


class TestTurnAfterAnUnseenAction:
    def test_the_seat_after_the_unseen_action_acts(self):
        assert last_verdict("1: 3C, 2: unseen, 3: 4H", **OPEN) == "unproven"
        assert last_verdict("1: 3C, 2: unseen, 4: 4S", **OPEN) == "out-of-turn"

    def test_if_the_unseen_action_may_be_the_last_pass_the_winner_may_lead(self):
        events = "1: 3C, 2: pass, 3: pass, 4: unseen"
        assert last_verdict(f"{events}, 1: 5C", **OPEN) == "unproven"
        assert last_verdict(f"{events}, 2: 4D", **OPEN) == "out-of-turn"

    def test_if_the_unseen_action_may_be_a_play_the_winner_may_pass(self):
        assert last_verdict("1: 3C, 2: pass, 3: pass, 4: unseen, 1: pass", **OPEN) == "unproven"

    def test_the_next_play_settles_the_turn(self):
        events = "1: 3C, 2: unseen, 3: 2H, 4: pass, 1: pass, 2: pass, 3: 5H"
        assert verdicts(events, **OPEN)[3:] == ["legal"] * 4


class TestSeatsThatMayOnlyPass:
    def test_the_unseen_action_of_a_locked_out_seat_may_be_an_idle_pass(self):
        assert (
            last_verdict("1: 3C, 2: pass, 3: 4H, 4: pass, 1: 5C, 2: unseen", **LOCKED) == "unproven"
        )

    def test_the_unseen_action_of_any_other_seat_is_out_of_turn(self):
        assert last_verdict("1: 3C, 3: unseen", **OPEN) == "out-of-turn"


class TestUnseenPasses:
    def test_seats_that_may_have_passed_unseen_may_be_locked_out(self):
        """Alice and Bob may have passed, and be locked out, before Dan played."""
        events = "1: 3C, unseen, 4: 4S, 3: 5H, 4: pass, 3: 6H"
        assert last_verdict(events, **LOCKED) == "unproven"

    def test_the_turn_is_certain_once_all_others_have_passed(self):
        events = "1: 3C, unseen, 4: 4S, 1: pass, 2: pass, 3: pass"
        assert last_verdict(f"{events}, 4: 5S", **LOCKED) == "legal"
        assert last_verdict(f"{events}, 3: 5H", **LOCKED) == "out-of-turn"

    def test_the_next_seat_may_be_locked_out_as_well(self):
        assert last_verdict("1: 3C, unseen, 4: 4S, 1: 5C", **LOCKED) == "unproven"
        assert last_verdict("1: 3C, unseen, 4: 4S, 1: pass", **LOCKED) == "legal"
        assert last_verdict("1: 3C, unseen, 4: 4S, 1: 5C", **OPEN) == "legal"


class TestSeatsThatMayHaveGoneOut:
    """Alice has eight cards when she acts unseen, and shows no more than three of them later."""

    BEFORE = "1: 3C 4C 5C 6C 7C, 2: pass, 3: pass, 4: pass, 1: 8C 9C 10C JC QC, 2: pass, 3: pass, 4: pass, 1: unseen"

    def test_the_next_seat_may_have_the_lead(self):
        assert last_verdict(f"{self.BEFORE}, 2: 5D 5H", **TO_LAST) == "unproven"

    def test_a_seat_that_may_be_out_may_be_passed_over(self):
        events = f"{self.BEFORE}, 2: 2S, 3: pass, 4: pass, 2: 3D"
        assert last_verdict(events, **TO_LAST) == "unproven"

    def test_the_last_card_that_a_seat_shows_may_be_its_last(self):
        events = f"{self.BEFORE}, 2: 3D, 3: pass, 4: pass, 1: KC"
        assert last_verdict(f"{events}, 2: 4D 4H", **TO_LAST) == "unproven"
        assert last_verdict(f"{events}, 2: pass", **TO_LAST) == "unproven"
        assert (
            last_verdict(f"{events}, 2: pass, 3: pass, 4: pass, 2: 4D 4H", **ANSWERED) == "unproven"
        )

    def test_the_last_card_shown_may_be_the_last_even_if_announced_as_last_but_one(self):
        events = f"{self.BEFORE}, 2: 3D, 3: pass, 4: pass, 1: KC last"
        assert last_verdict(f"{events}, 2: 4D 4H", **TO_LAST) == "unproven"

    def test_a_seat_that_shows_a_card_later_was_not_out(self):
        events = f"{self.BEFORE}, 2: 2S, 3: pass, 4: pass, 2: 3D, 3: pass, 4: pass, 1: KC"
        assert verdicts(events, **TO_LAST)[-4] == "out-of-turn"


class TestSeatsThatMayBeBlocked:
    """Alice acts unseen with two cards in hand: if she played one without announcing, she is blocked."""

    SIX = "1: 1M 2G 3G 4G 5G, 1: 6G 6G, 1: 7G 7G, 1: 8G 8G, 1: 2G, 1: 3G, 1: 4G"
    HAND = {"dealt": GANGS, "passes": "written"}

    def after_the_doubt(self, events):
        played = ", ".join(
            f"{play.strip()}, 2: pass, 3: pass, 4: pass" for play in self.SIX.split(",")
        )
        return last_verdict(f"{played}, 1: unseen, {events}", self.HAND, **GANG)

    def test_a_seat_that_may_be_blocked_may_be_passed_over(self):
        assert self.after_the_doubt("2: 1Y, 3: 1R, 4: 9G, 2: pass") == "unproven"
        assert (
            self.after_the_doubt("2: 8Y, 3: pass, 4: DR, 1: pass, 2: pass, 3: pass, 4: 9G 9G")
            == "legal"
        )

    def test_a_pass_of_a_seat_that_may_be_blocked_is_not_out_of_turn(self):
        assert self.after_the_doubt("2: 1Y, 1: pass") == "unproven"

    def test_a_play_of_a_seat_that_may_be_blocked_is_unproven(self):
        assert self.after_the_doubt("2: 1Y, 3: 1R, 4: pass, 1: 5G") == "unproven"

    def test_the_duty_before_a_seat_that_may_hold_one_card_is_unproven(self):
        """Alice holds two cards if she passed, and one if she played a single (G29)."""
        assert self.after_the_doubt("2: pass, 3: pass, 4: 9G") == "unproven"


def test_a_duty_is_unproven_after_an_unseen_answer():
    """Dan must beat the standing card if he can, and Carol may have played a higher one (G29)."""
    plays = ("1M 2G 3G 4G 5G", "6G 6G", "7G 7G", "8G 8G", "2G", "3G", "4G", "5G last")
    played = ", ".join(f"1: {cards}, 2: pass, 3: pass, 4: pass" for cards in plays[:-1])
    hand = {"dealt": GANGS}
    assert (
        last_verdict(f"{played}, 1: {plays[-1]}, 2: pass, 3: pass, 4: pass", hand, **GANG)
        == "must-play-highest"
    )
    assert (
        last_verdict(f"{played}, 1: {plays[-1]}, 2: pass, 3: unseen, 4: pass", hand, **GANG)
        == "unproven"
    )


def test_a_card_taken_back_unseen_may_be_the_one_played_later():
    events = "1: ?, 1: takes back, 1: 3C"
    assert verdicts(events, {"dealt": [DEAL[0], None, None, None]})[0] == "unproven"


def test_an_unseen_card_is_no_third_copy_of_a_face():
    """There is one dragon, so the dragon and an unseen card are never a pair."""
    assert last_verdict("1: DR ?", **GANG) == "not-a-combination"
