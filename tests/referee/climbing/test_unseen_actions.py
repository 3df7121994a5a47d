"""What one action that nobody saw leaves open: a pass, a combination, cards that are none, or the seat's last ones."""

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


class TestWhoIsNext:
    def test_the_seat_after_it_acts(self):
        assert last_verdict("1: 3C, 2: unseen, 3: 4H", **OPEN) == "unproven"
        assert last_verdict("1: 3C, 2: unseen, 4: 4S", **OPEN) == "out-of-turn"

    def test_if_it_passed_last_the_winner_leads(self):
        events = "1: 3C, 2: pass, 3: pass, 4: unseen"
        assert last_verdict(f"{events}, 1: 5C", **OPEN) == "unproven"
        assert last_verdict(f"{events}, 2: 4D", **OPEN) == "out-of-turn"

    def test_a_pass_may_be_due_from_the_winner(self):
        assert last_verdict("1: 3C, 2: pass, 3: pass, 4: unseen, 1: pass", **OPEN) == "unproven"

    def test_what_is_played_next_ends_the_doubt(self):
        events = "1: 3C, 2: unseen, 3: 2H, 4: pass, 1: pass, 2: pass, 3: 5H"
        assert verdicts(events, **OPEN)[3:] == ["legal"] * 4


class TestASeatThatMayOnlyPass:
    def test_its_unseen_action_may_be_an_idle_pass(self):
        assert (
            last_verdict("1: 3C, 2: pass, 3: 4H, 4: pass, 1: 5C, 2: unseen", **LOCKED) == "unproven"
        )

    def test_elsewhere_an_unseen_action_is_out_of_turn(self):
        assert last_verdict("1: 3C, 3: unseen", **OPEN) == "out-of-turn"


class TestPassesThatWereNotSeen:
    def test_who_is_locked_out_is_then_open(self):
        """Alice and Bob may have passed themselves out before Dan led."""
        events = "1: 3C, unseen, 4: 4S, 3: 5H, 4: pass, 3: 6H"
        assert last_verdict(events, **LOCKED) == "unproven"

    def test_until_all_others_have_passed_in_sight(self):
        events = "1: 3C, unseen, 4: 4S, 1: pass, 2: pass, 3: pass"
        assert last_verdict(f"{events}, 4: 5S", **LOCKED) == "legal"
        assert last_verdict(f"{events}, 3: 5H", **LOCKED) == "out-of-turn"

    def test_so_is_the_next_seat_in_the_order(self):
        assert last_verdict("1: 3C, unseen, 4: 4S, 1: 5C", **LOCKED) == "unproven"
        assert last_verdict("1: 3C, unseen, 4: 4S, 1: pass", **LOCKED) == "legal"
        assert last_verdict("1: 3C, unseen, 4: 4S, 1: 5C", **OPEN) == "legal"


class TestASeatThatMayHaveGoneOut:
    """Alice has eight cards when she acts unseen, and shows no more than three of them later."""

    BEFORE = "1: 3C 4C 5C 6C 7C, 2: pass, 3: pass, 4: pass, 1: 8C 9C 10C JC QC, 2: pass, 3: pass, 4: pass, 1: unseen"

    def test_the_next_seat_may_have_the_lead(self):
        assert last_verdict(f"{self.BEFORE}, 2: 5D 5H", **TO_LAST) == "unproven"

    def test_it_may_be_passed_over(self):
        events = f"{self.BEFORE}, 2: 2S, 3: pass, 4: pass, 2: 3D"
        assert last_verdict(events, **TO_LAST) == "unproven"

    def test_her_last_card_seen_may_be_her_last(self):
        events = f"{self.BEFORE}, 2: 3D, 3: pass, 4: pass, 1: KC"
        assert last_verdict(f"{events}, 2: 4D 4H", **TO_LAST) == "unproven"
        assert last_verdict(f"{events}, 2: pass", **TO_LAST) == "unproven"
        assert (
            last_verdict(f"{events}, 2: pass, 3: pass, 4: pass, 2: 4D 4H", **ANSWERED) == "unproven"
        )

    def test_even_if_she_says_that_it_is_not(self):
        events = f"{self.BEFORE}, 2: 3D, 3: pass, 4: pass, 1: KC last"
        assert last_verdict(f"{events}, 2: 4D 4H", **TO_LAST) == "unproven"

    def test_what_she_shows_later_she_still_had(self):
        events = f"{self.BEFORE}, 2: 2S, 3: pass, 4: pass, 2: 3D, 3: pass, 4: pass, 1: KC"
        assert verdicts(events, **TO_LAST)[-4] == "out-of-turn"


class TestASeatThatMayBeBlocked:
    """Bob has seen Alice act with two cards in her hand, and nobody wrote down what she did."""

    SIX = "1: 1M 2G 3G 4G 5G, 1: 6G 6G, 1: 7G 7G, 1: 8G 8G, 1: 2G, 1: 3G, 1: 4G"
    HAND = {"dealt": GANGS, "passes": "written"}

    def after_the_doubt(self, events):
        played = ", ".join(
            f"{play.strip()}, 2: pass, 3: pass, 4: pass" for play in self.SIX.split(",")
        )
        return last_verdict(f"{played}, 1: unseen, {events}", self.HAND, **GANG)

    def test_it_may_be_passed_over(self):
        assert self.after_the_doubt("2: 1Y, 3: 1R, 4: 9G, 2: pass") == "unproven"
        assert (
            self.after_the_doubt("2: 8Y, 3: pass, 4: DR, 1: pass, 2: pass, 3: pass, 4: 9G 9G")
            == "legal"
        )

    def test_its_pass_is_never_out_of_turn(self):
        assert self.after_the_doubt("2: 1Y, 1: pass") == "unproven"

    def test_its_last_card_may_have_been_one_it_had_to_keep(self):
        assert self.after_the_doubt("2: 1Y, 3: 1R, 4: pass, 1: 5G") == "unproven"

    def test_the_duty_before_it_is_open(self):
        """If she passed, she holds two cards; if she played one, a single."""
        assert self.after_the_doubt("2: pass, 3: pass, 4: 9G") == "unproven"


def test_a_duty_depends_on_an_unseen_answer():
    """Carol passed, or not: Dan's duty is to beat what stands if he can (G29)."""
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


def test_no_card_lies_there_more_often_than_the_deck_has_it():
    """The dragon beside an unseen card is never a pair."""
    assert last_verdict("1: DR ?", **GANG) == "not-a-combination"
