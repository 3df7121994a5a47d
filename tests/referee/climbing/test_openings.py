"""The opening lead of a hand: which seat leads, with which card, and how the record proves it (B2, P2, G15, G16)."""

import pytest

import referee
from tests.referee.climbing_table import (
    DEAL,
    adjudicate,
    judge,
    last_verdict,
    verdict_or_fault,
    verdicts,
)


def test_the_holder_of_the_opening_card_leads():
    assert last_verdict("1: 3C", {"dealt": DEAL}) == "legal"
    answer = judge("2: 3D", {"dealt": DEAL})["events"][0]
    assert answer["fault"] == "out-of-turn"
    assert answer["rule"] == "B2"
    assert answer["reason"] == (
        "Seat 1 leads the hand, not seat 2: the 3C is the opening card, and it was dealt to seat 1."
    )


def test_the_opening_lead_contains_the_opening_card():
    answer = judge("1: 5C 5D", {"dealt": DEAL})["events"][0]
    assert (answer["fault"], answer["rule"]) == ("opening-card-missing", "B2")
    assert answer["reason"] == "The first play of the hand must contain the 3C."


def test_a_wrong_lead_that_stood_opens_the_hand():
    assert verdicts("1: 5C 5D, ppp, 1: 6C", {"dealt": DEAL})[-1] == "legal"


def test_a_lead_taken_back_does_not_open_the_hand():
    events = "1: 5C 5D, 1: takes back, 1: 6C"
    assert verdicts(events, {"dealt": DEAL}) == [
        "opening-card-missing",
        "legal",
        "opening-card-missing",
    ]


def test_the_opening_card_is_of_the_lowest_suit_of_the_house_rule():
    rules = {"suit_order": "DCHS"}
    assert last_verdict("2: 3D", {"dealt": DEAL}, house_rules=rules) == "legal"
    assert last_verdict("1: 3C", {"dealt": DEAL}, house_rules=rules) == "out-of-turn"


def test_with_a_free_opening_the_holder_of_the_lowest_card_leads_anything():
    rules = {"opening": "free"}
    assert last_verdict("1: 5C 5D", {"dealt": DEAL}, house_rules=rules) == "legal"
    assert last_verdict("2: 3D", {"dealt": DEAL}, house_rules=rules) == "out-of-turn"


def test_with_the_lowest_single_opening_the_card_is_led_alone():
    rules = {"opening": "lowest-single"}
    deal = [DEAL[0].replace("5D", "3D"), DEAL[1].replace("3D", "5D"), *DEAL[2:]]
    assert last_verdict("1: 3C", {"dealt": deal}, house_rules=rules) == "legal"
    assert last_verdict("1: 3C 3D", {"dealt": deal}, house_rules=rules) == "opening-card-missing"


class TestWithoutADeal:
    def test_a_lead_with_the_opening_card_proves_its_seat_the_leader(self):
        assert verdicts("3: 3C, 4: 3D") == ["legal", "legal"]

    def test_a_lead_without_the_opening_card_is_illegal_whoever_holds_it(self):
        """If the seat holds the card, it had to play it; if not, it was not to lead."""
        assert last_verdict("2: 4D") == "opening-card-missing"

    def test_a_later_play_of_the_opening_card_proves_the_leader(self):
        answer = judge("2: 4D, 3: pass, 4: pass, 1: 3C")["events"]
        assert answer[0]["fault"] == "out-of-turn"
        assert answer[0]["reason"] == (
            "Seat 1 leads the hand, not seat 2: the 3C is the opening card, and seat 1 played it in event 4."
        )

    def test_the_opening_card_left_at_the_end_proves_the_leader(self):
        answer = judge("2: 4D", {"left": ["3C " + " ?" * 12, None, None, None]})["events"]
        assert answer[0]["fault"] == "out-of-turn"
        assert "seat 1 still held it at the end" in answer[0]["reason"]

    def test_the_opening_card_taken_back_proves_the_leader(self):
        answer = judge("2: 4D, 3: 3C, 3: takes back")["events"]
        assert answer[0]["fault"] == "out-of-turn"
        assert "seat 3 played it in event 2" in answer[0]["reason"]

    def test_elimination_proves_the_leader(self):
        """Three hands are known, and therefore the fourth as well."""
        answer = judge("2: 4D", {"dealt": [None, *DEAL[1:]]})["events"]
        assert answer[0]["fault"] == "out-of-turn"
        assert "every other card" in answer[0]["reason"]

    def test_a_seat_whose_known_hand_lacks_the_opening_card_may_not_lead(self):
        answer = judge("2: 4D", {"dealt": [None, DEAL[1], None, None]})["events"][0]
        assert (answer["fault"], answer["rule"]) == ("out-of-turn", "B2")
        assert "proved not to have held it" in answer["reason"]

    def test_with_a_free_opening_a_lead_is_unproven_if_the_leader_is_unknown(self):
        answer = judge("2: 4D", house_rules={"opening": "free"})["events"][0]
        assert answer["verdict"] == "unproven"
        assert answer["needs"] == ["who held the 3C"]

    def test_with_a_free_opening_a_later_event_proves_the_leader(self):
        rules = {"opening": "free"}
        assert verdicts("2: 4D, 3: pass, 4: pass, 1: 5C, 2: 3C", house_rules=rules)[0] == "legal"
        assert verdicts("2: 4D, 3: pass, 4: pass, 1: 3C", house_rules=rules)[0] == "out-of-turn"

    def test_pusoy_dos_cites_its_own_ruling(self):
        answer = judge("2: 4D, 3: pass, 4: pass, 1: 3C", variant="pusoy-dos")["events"][0]
        assert answer["rule"] == "P2"


class TestLaterHands:
    def first_event_of_second_hand(self, event: str, **keys):
        hands = [{"cards_left": [5, 0, 8, 12]}, {"dealt": DEAL, "events": [event]}]
        return verdict_or_fault(adjudicate(*hands, **keys)["hands"][1]["events"][0])

    def test_every_hand_is_opened_with_the_opening_card(self):
        assert self.first_event_of_second_hand("1: 3C") == "legal"
        assert self.first_event_of_second_hand("1: 5C") == "opening-card-missing"
        assert self.first_event_of_second_hand("2: 3D") == "out-of-turn"

    def test_the_previous_winner_leads_anything_under_the_house_rule(self):
        rules = {"next_hand_leader": "previous-winner"}
        assert self.first_event_of_second_hand("2: 7D", house_rules=rules) == "legal"
        assert self.first_event_of_second_hand("1: 3C", house_rules=rules) == "out-of-turn"

    def test_the_first_hand_is_opened_with_the_opening_card_under_that_house_rule(self):
        rules = {"next_hand_leader": "previous-winner"}
        assert last_verdict("1: 3C", {"dealt": DEAL}, house_rules=rules) == "legal"
        assert last_verdict("2: 7D", {"dealt": DEAL}, house_rules=rules) == "out-of-turn"

    def test_the_winner_of_a_void_hand_does_not_lead_the_next(self):
        rules = {"next_hand_leader": "previous-winner"}
        void = {"cards_left": [5, 0, 8, 12], "void": "misdeal"}
        then = {"dealt": DEAL, "events": ["1: 3C"]}
        assert (
            verdict_or_fault(adjudicate(void, then, house_rules=rules)["hands"][1]["events"][0])
            == "legal"
        )

    def test_the_winner_of_an_annulled_hand_leads(self):
        rules = {"next_hand_leader": "previous-winner"}
        annulled = {"cards_left": [5, 0, 8, 12], "annulled": "wrong deck"}
        then = {"dealt": DEAL, "events": ["2: 7D"]}
        assert (
            verdict_or_fault(adjudicate(annulled, then, house_rules=rules)["hands"][1]["events"][0])
            == "legal"
        )

    @pytest.mark.parametrize("seat", [1, 2, 3, 4])
    def test_the_record_names_the_winner_of_the_hand_before_it(self, seat):
        keys = {
            "first_hand": 5,
            "previous_winner": 2,
            "house_rules": {"next_hand_leader": "previous-winner"},
        }
        card = {1: "6C", 2: "7D", 3: "8H", 4: "9S"}[seat]
        assert last_verdict(f"{seat}: {card}", {"dealt": DEAL}, **keys) == (
            "legal" if seat == 2 else "out-of-turn"
        )

    def test_a_lead_is_unproven_if_the_previous_winner_is_unknown(self):
        keys = {"first_hand": 5, "house_rules": {"next_hand_leader": "previous-winner"}}
        answer = judge("2: 7D", {"dealt": DEAL}, **keys)["events"][0]
        assert answer["verdict"] == "unproven"
        assert answer["needs"] == ["the winner of the hand before"]


class TestUndealtMulticoloredOne:
    """With three players sixteen cards are not dealt, and the 1M may be among them."""

    KNOWN = "1G 1G 2G 2G 3G 3G 4G 4G 5G 5G 6G 6G 7G 7G 8G 8G"

    def test_a_lead_without_the_1m_is_unproven_with_three_players(self):
        keys = {"variant": "gang-of-four", "players": ["Alice", "Bob", "Carol"]}
        assert last_verdict("1: 2G", {"dealt": [self.KNOWN, None, None]}, **keys) == "unproven"

    def test_a_lead_of_a_seat_without_the_1m_is_illegal_with_four_players(self):
        keys = {"variant": "gang-of-four"}
        assert (
            last_verdict("1: 2G", {"dealt": [self.KNOWN, None, None, None]}, **keys)
            == "out-of-turn"
        )


class TestQuestionsWithoutOpening:
    """Questions that do not state whether the play is the first of the hand."""

    def ask(self, **question):
        return verdict_or_fault(referee.ask({"variant": "big-two", **question}).as_json())

    def test_a_lead_without_the_opening_card_is_unproven(self):
        assert self.ask(play="4H 4S") == "unproven"
        assert self.ask(play="4H 4S", opening=False) == "legal"
        assert self.ask(play="4H 4S", opening=True) == "opening-card-missing"

    def test_a_lead_with_the_opening_card_is_legal(self):
        assert self.ask(play="3C 3H") == "legal"

    def test_a_lead_from_a_hand_without_the_opening_card_is_legal(self):
        assert self.ask(play="4H 4S", hand="4H 4S 9C") == "legal"
        assert self.ask(play="4H 4S", hand="4H 4S 3C") == "unproven"

    def test_a_play_on_a_standing_play_is_no_opening(self):
        assert self.ask(play="7H 7S", standing="4H 4S") == "legal"

    def test_the_listed_plays_are_those_of_a_later_lead(self):
        answer = referee.ask({"variant": "big-two", "play": "3C", "hand": "3C 4D"}).as_json()
        assert answer["could_play"] == ["3C", "4D"]
