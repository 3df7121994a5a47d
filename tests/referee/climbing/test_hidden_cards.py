"""Verdicts where cards, actions or turns are not recorded: what the rest of the record proves, and what stays open."""

import pytest

from tests.referee.climbing_table import (
    DEAL,
    adjudicate,
    judge,
    last_verdict,
    verdict_or_fault,
    verdicts,
)

NOBODY = [None, None, None, None]
GUARDED = {"protect_last_card": True}
# seat 1 holds one card after these plays; passes are implied
TWELVE = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS"
IMPLIED = {"passes": "implied"}
TWO_GREEN_THREES = "3G 3G 4G 5G 6G 7G 8G 9G 10G 4Y 5Y 6Y 7Y 8Y 9Y 10Y"


class TestHandsWithoutDeals:
    def test_a_card_played_was_held_if_nothing_proves_otherwise(self):
        assert set(verdicts("1: 3C, 2: 4D, 3: 5H, 4: pass, 1: 2S, 1: 4C")) == {"legal"}

    def test_a_card_cannot_be_played_twice(self):
        answer = judge("1: 3C, 2: 4D, 3: 4D")["events"][-1]
        assert answer["fault"] == "card-already-played"
        assert answer["reason"] == "The 4D had already been played, by seat 2 in event 2."

    def test_more_copies_than_are_left_to_be_played_are_not_held(self):
        """Contract §3: one 3G has been played, so its player has the other one at most."""
        events = "1: 1M, 4: 3G, 3: pass, 2: pass, 1: pass, 4: "
        gang = {"variant": "gang-of-four"}
        for hand in ({}, {"dealt": [None, None, None, TWO_GREEN_THREES]}):
            answer = judge(f"{events}3G 3G", hand, **gang)["events"][-1]
            assert answer["fault"] == "card-not-held"
        assert "only 1 of 2 had not been played" in answer["reason"]
        answer = judge(f"{events}3G, 3: 4G, 2: 3G", **gang)["events"]
        assert verdict_or_fault(answer[-3]) == "legal"
        assert answer[-1]["fault"] == "card-already-played"
        assert (
            answer[-1]["reason"]
            == "Every 3G had already been played, the last by seat 4 in event 6."
        )

    def test_a_card_that_was_only_given_has_not_been_played(self):
        gifts = {"events": ["2: gives DR to 1", "1: gives 2G to 2", "1: 3G", "2: DR"]}
        before = {"cards_left": [0, 9, 2, 3]}
        answer = adjudicate(before, gifts, variant="gang-of-four")["hands"][1]["events"]
        assert answer[-1]["fault"] == "card-not-held"

    def test_nobody_plays_more_than_thirteen_cards(self):
        events = f"{TWELVE}, 1: AC AS"
        answer = judge(events, IMPLIED)["events"][-1]
        assert answer["fault"] == "card-not-held"
        assert answer["reason"] == "Seat 1 had only one card left, not 2."

    def test_the_points_are_known_without_the_deal(self):
        answer = judge(f"{TWELVE}, 1: AC", IMPLIED)
        assert answer["points"] == [39, -13, -13, -13]

    @pytest.mark.parametrize("unknown", [None, "", "?"])
    def test_an_unknown_hand_is_written_in_three_ways(self, unknown):
        hand = {"dealt": [DEAL[0], unknown, unknown, unknown]}
        assert verdicts("1: 3C, 2: 4D", hand) == ["legal", "legal"]


class TestDealsPartlyKnown:
    def test_a_seat_holds_no_card_outside_its_known_hand(self):
        assert (
            last_verdict("1: 3C, 2: 4S", {"dealt": [None, DEAL[1], None, None]}) == "card-not-held"
        )

    def test_a_card_known_to_lie_elsewhere_is_not_held(self):
        answer = judge("1: 3C, 2: 4S", {"dealt": [None, None, None, DEAL[3]]})["events"][-1]
        assert answer["fault"] == "card-not-held"
        assert answer["reason"] == "Seat 2 did not hold the 4S: it was dealt to seat 4."

    def test_a_question_mark_may_be_any_card_that_is_nowhere_else(self):
        hand = {"dealt": [None, "4D" + " ?" * 12, None, DEAL[3]]}
        assert last_verdict("1: 3C, 2: 5D", hand) == "legal"
        assert last_verdict("1: 3C, 2: 5S", hand) == "card-not-held"

    def test_each_question_mark_stands_for_one_card(self):
        hand = {"dealt": [None, "4D 6D 7D 8D 9D 10D JD QD KD AD 2D 2H ?", None, None]}
        events = "1: 3C, 2: 5D, 3: pass, 4: pass, 1: pass, 2: 5H"
        assert verdicts(events, hand)[-1] == "card-not-held"

    def test_the_fourth_hand_follows_from_the_other_three(self):
        hand = {"dealt": [None, *DEAL[1:]]}
        assert last_verdict("1: 3C", hand) == "legal"
        assert last_verdict("1: 3C, 2: 4C", hand) == "card-not-held"

    def test_the_last_unknown_card_is_known_by_elimination(self):
        dealt = [DEAL[0].replace("5D", "?"), *DEAL[1:]]
        assert last_verdict("1: 3C, ppp, 1: 5C 5D", {"dealt": dealt}) == "legal"
        assert last_verdict("1: 3C, 2: 5D", {"dealt": dealt}) == "card-not-held"


class TestWhatLaterEventsProve:
    def test_a_card_that_another_seat_took_back_is_not_held(self):
        """Seat 2 played the 6D and took it back, so seat 3 cannot have held it."""
        events = "1: 3C, 2: 6D, 2: takes back, 2: 4D, 3: 6D"
        answer = judge(events)["events"]
        assert answer[4]["fault"] == "card-not-held"

    def test_a_card_taken_back_proves_its_holder_if_another_hand_is_known(self):
        events = "1: 3C, 2: 6D, 2: takes back, 2: 4D, 3: 6D"
        assert last_verdict(events, {"dealt": [DEAL[0], None, None, None]}) == "card-not-held"

    def test_a_later_play_of_the_highest_card_proves_that_a_pass_was_illegal(self):
        events = f"{TWELVE}, 2: AC AS, 2: 2D, 4: pass, 1: pass, 2: 4D, 4: 2H"
        answer = judge(events, IMPLIED, house_rules=GUARDED)["events"]
        breach = answer[5]
        assert breach["text"] == "4: pass"
        assert (breach["fault"], breach["rule"]) == ("must-play-highest", "G29")
        assert "2H" in breach["reason"]
        assert "event 9" in breach["reason"]

    def test_a_pass_is_illegal_if_every_possible_hand_beats_the_standing_card(self):
        """Only the 3C is lower than the 3D, and seat 4 holds thirteen cards."""
        events = f"{TWELVE}, 2: AC AS, 2: 3D, 4: pass"
        answer = judge(events, IMPLIED, house_rules=GUARDED)["events"][-1]
        assert answer["fault"] == "must-play-highest"
        assert "by elimination" in answer["reason"] or "every other card" in answer["reason"]

    def test_a_pass_is_unproven_if_the_hand_is_never_shown(self):
        events = f"{TWELVE}, 2: AC AS, 2: 2D, 4: pass"
        answer = judge(events, IMPLIED, house_rules=GUARDED)["events"][-1]
        assert answer["verdict"] == "unproven"
        assert answer["needs"] == ["the hand of seat 4"]
        assert "fault" not in answer

    def test_a_card_left_at_the_end_proves_that_a_pass_was_illegal(self):
        events = f"{TWELVE}, 2: AC AS, 2: 2D, 4: pass"
        hand = {**IMPLIED, "left": [None, None, None, "2H" + " ?" * 12]}
        answer = judge(events, hand, house_rules=GUARDED)["events"][-1]
        assert answer["fault"] == "must-play-highest"
        assert "still held it at the end" in answer["reason"]

    def test_a_pass_is_legal_if_no_hidden_card_beats_the_standing_card(self):
        events = f"{TWELVE}, 2: AC AS, 2: 2S, 2: 3D, 3: 2H, 4: pass"
        hand = {**IMPLIED, "dealt": [None, None, "2H 2D 2C" + " ?" * 10, None]}
        assert last_verdict(events, hand, house_rules=GUARDED) == "legal"

    def test_a_later_higher_single_proves_that_a_lower_one_was_illegal(self):
        events = f"{TWELVE}, 2: AC AS, 2: 3D, 4: 4D, 1: pass, 2: 5D, 4: AD"
        answer = judge(events, IMPLIED, house_rules=GUARDED)["events"]
        assert answer[5]["fault"] == "must-play-highest"
        assert "AD" in answer[5]["reason"]

    def test_a_later_pair_proves_that_leading_a_single_was_illegal(self):
        events = f"{TWELVE}, 4: AC AS, 4: 3D, 1: pass, 2: 4H, 4: 6D, 4: 8D 8H"
        answer = judge(events, IMPLIED, house_rules=GUARDED)["events"]
        assert (answer[4]["fault"], answer[4]["rule"]) == ("must-lead-several", "G30")
        assert "pair of eights" in answer[4]["reason"]

    def test_leading_a_single_is_unproven_without_a_later_pair(self):
        events = f"{TWELVE}, 4: AC AS, 4: 3D"
        assert last_verdict(events, IMPLIED, house_rules=GUARDED) == "unproven"

    def test_leading_a_single_is_legal_if_the_known_hand_makes_nothing_else(self):
        hand = {**IMPLIED, "dealt": [None, None, None, "AC AS 3D 4H 5D 6H 8D 9C 10D QD KH AH 2D"]}
        events = f"{TWELVE}, 4: AC AS, 4: 3D"
        assert last_verdict(events, hand, house_rules=GUARDED) == "must-lead-several"  # A 2 3 4 5
        hand["dealt"][3] = "AC AS 3D 4H 6H 7S 8D 9H JD QD KH AH 2D"
        assert last_verdict(events, hand, house_rules=GUARDED) == "legal"


class TestUnseenCards:
    def test_a_play_with_only_unseen_faces_is_unproven(self):
        answer = judge("1: 3C, 2: 9D, 3: ?")["events"][-1]
        assert answer["verdict"] == "unproven"
        assert "combination" not in answer
        assert answer["needs"] == ["the cards of event 3"]

    def test_an_unseen_face_is_settled_if_every_face_has_one_verdict(self):
        assert last_verdict("1: 3C, 2: ?") == "legal"
        assert (
            last_verdict("1: 3C, 2: 2H, 3: ?", {"left": [None, None, None, "2S" + " ?" * 12]})
            == "does-not-beat"
        )

    def test_the_number_of_unseen_cards_may_be_wrong(self):
        assert last_verdict("1: 3C, 2: ? ?") == "wrong-size"
        assert last_verdict("1: 3C, 2: ? ? ?") == "not-a-combination"
        assert last_verdict("1: 3C, 2: ? ? ? ? ?") == "unproven"  # it may be a bomb
        assert last_verdict("1: 3C, 2: ? ? ? ? ?", house_rules={"bombs": False}) == "wrong-size"

    def test_an_unseen_card_of_a_known_hand_may_be_too_low_whatever_it_was(self):
        answer = judge("1: 3C, 2: ?", {"dealt": [None, *DEAL[1:]]})["events"][-1]
        assert answer["verdict"] == "legal"  # every diamond beats the three of clubs
        assert last_verdict("1: 3C, 2: 4D, 3: ?", {"dealt": DEAL}) == "unproven"
        assert last_verdict("1: 3C, 2: 2H, 3: ?", {"dealt": DEAL}) == "does-not-beat"

    def test_an_unseen_card_is_none_of_those_played_face_up(self):
        """Bob has played both his twos, and no other card of his beats an ace."""
        events = "1: 3C, 2: 2H, ppp, 2: 2D, ppp, 2: 3D, 3: pass, 4: AS, 1: pass, 2: ?"
        assert last_verdict(events, {"dealt": DEAL}) == "does-not-beat"
        assert last_verdict(events.replace("2: 2D, ppp, ", ""), {"dealt": DEAL}) == "unproven"

    def test_a_play_after_an_unseen_card_is_judged_for_every_face(self):
        assert last_verdict("1: 3C, 2: ?, 3: 5H", {"dealt": DEAL}) == "unproven"
        assert last_verdict("1: 3C, 2: ?, 3: 3H 5H", {"dealt": DEAL}) == "not-a-combination"
        assert last_verdict("1: 3C, 2: ?, 3: pass", {"dealt": DEAL}) == "legal"
        assert last_verdict("1: 3C, 2: ?, 4: 5S", {"dealt": DEAL}) == "out-of-turn"

    def test_a_certain_lead_settles_the_position_after_an_unseen_card(self):
        events = "1: 3C, 2: ?, 3: pass, 4: 2S, 4: 3S, 1: 5C"
        assert verdicts(events, {"dealt": DEAL})[-2:] == ["legal", "legal"]

    def test_unseen_cards_count_as_cards_played(self):
        events = f"{TWELVE}, 1: ?"
        answer = judge(events, IMPLIED)
        assert answer["status"] == "finished"
        assert answer["cards_left"] == [0, 13, 13, 13]


class TestUnseenActions:
    def test_an_unseen_action_is_unproven(self):
        answer = judge("1: 3C, 2: unseen")["events"][-1]
        assert answer["verdict"] == "unproven"
        assert answer["needs"] == ["what seat 2 did in event 2"]

    def test_an_unknown_number_of_unseen_actions_has_no_seat(self):
        answer = judge("1: 3C, unseen")["events"][-1]
        assert answer["seat"] is None
        assert answer["verdict"] == "unproven"

    def test_any_seat_may_act_after_unseen_actions(self):
        for seat, card in enumerate(["5C", "4D", "5H", "4S"], 1):
            assert last_verdict(f"1: 3C, unseen, {seat}: {card}", {"dealt": DEAL}) in {
                "legal",
                "unproven",
            }

    def test_unseen_actions_do_not_excuse_possession(self):
        assert last_verdict("1: 3C, unseen, 2: 5S", {"dealt": DEAL}) == "card-not-held"
        assert last_verdict("1: 3C, unseen, 2: 3C", {"dealt": DEAL}) == "card-already-played"
        assert last_verdict("1: 3C, unseen, 2: 4D 5D 6D", {"dealt": DEAL}) != "legal"

    def test_cards_that_are_no_combination_are_illegal_after_unseen_actions(self):
        assert last_verdict("1: 3C, unseen, 2: 4D 9D", {"dealt": DEAL}) == "not-a-combination"

    def test_a_hand_with_an_unseen_action_has_no_points(self):
        answer = judge("1: 3C, 2: unseen")
        assert answer["status"] == "unfinished"
        assert answer["points"] is None

    def test_the_cards_left_give_the_points_after_unseen_actions(self):
        hand = {"left": ["", "? ? ? ? ?", "? ? ?", "? ? ?"]}
        answer = judge("1: 3C, unseen", hand)
        assert answer["status"] == "finished"
        assert answer["points"] == [11, -5, -3, -3]

    def test_the_score_sheet_gives_the_points_after_unseen_actions(self):
        answer = judge("1: 3C, unseen", {"cards_left": [0, 5, 3, 3]})
        assert answer["points"] == [11, -5, -3, -3]


def test_a_verdict_without_the_deal_is_not_harsher_than_with_it():
    events = "1: 3C, 2: 4S, 3: 5H, 4: pass"
    assert last_verdict(events.split(", 3")[0], {"dealt": DEAL}) == "card-not-held"
    assert last_verdict(events.split(", 3")[0], {"dealt": NOBODY}) == "legal"


class TestDutyBeforeASeatThatActedUnseen:
    """Bob acts unseen, so it may be open whether he held one card when Alice played low (G29)."""

    DOWN_TO_SEVEN = "1: 3C, 2: 4S, ppp, 2: 5H 6S 7S 8D 9D, ppp"
    FIVE = "2: 10D JH QS KS AD"
    ALICE_PLAYS_LOW = "2: unseen, 3: 2S, ppp, 3: 3H, 4: 4H, 1: 6C"

    def test_a_low_card_is_unproven_if_the_next_seat_may_hold_one_card(self):
        events = f"{self.DOWN_TO_SEVEN}, {self.FIVE}, ppp, {self.ALICE_PLAYS_LOW}"
        answer = judge(events, house_rules=GUARDED)["events"][-1]
        assert answer["verdict"] == "unproven"
        assert answer["needs"] == ["how many cards the seat after seat 1 held before event 21"]

    def test_a_low_card_is_legal_if_the_next_seat_shows_more_cards_later(self):
        events = f"{self.DOWN_TO_SEVEN}, {self.ALICE_PLAYS_LOW}, 2: 2H, ppp, {self.FIVE}"
        assert verdicts(events, house_rules=GUARDED)[-6] == "legal"

    def test_one_unseen_action_takes_no_more_than_five_cards(self):
        assert last_verdict(f"1: 3C, {self.ALICE_PLAYS_LOW}", house_rules=GUARDED) == "legal"

    def test_an_unknown_number_of_actions_may_take_all_cards(self):
        events = f"1: 3C, {self.ALICE_PLAYS_LOW}".replace("2: unseen", "unseen")
        assert last_verdict(events, house_rules=GUARDED) == "unproven"


class TestTurnAfterUnseenActions:
    def test_a_pass_is_unproven_if_its_seat_may_have_the_lead(self):
        """If Dan passed, Alice had the lead."""
        assert last_verdict("1: 3C, 2: pass, 3: pass, 4: unseen, 1: pass") == "unproven"

    def test_a_pass_is_unproven_if_its_seat_may_have_played_unseen(self):
        assert last_verdict("1: 3C, 2: unseen, 3: pass, 4: pass, 1: pass, 2: pass") == "unproven"

    def test_a_pass_of_a_seat_certainly_in_turn_is_legal(self):
        assert last_verdict("1: 3C, 2: unseen, 3: pass") == "legal"

    def test_the_next_seat_acts_whatever_was_done_unseen(self):
        """The exception is the 2S, which closes the trick: then everybody may pass."""
        open_trick = {"house_rules": {"top_single_closes_trick": False}}
        assert last_verdict("1: 3C, 2: unseen, 4: pass", **open_trick) == "out-of-turn"
        answer = judge("1: 3C, 2: unseen, 4: pass")["events"][-1]
        assert answer["verdict"] == "unproven"
        assert answer["needs"] == ["what stood before event 3"]

    def test_after_an_unknown_number_of_actions_anybody_may_be_in_turn(self):
        assert last_verdict("1: 3C, unseen, 3: pass") == "unproven"
        assert last_verdict("1: 3C, unseen, 4: 5H") == "unproven"


def test_cards_that_cannot_be_a_combination_leave_the_standing_play_unchanged():
    events = "1: 3C 3H, 2: 5D 9S ?, 3: pass, 4: pass, 1: 8C 8H"
    answer = verdicts(events, variant="pusoy-dos")
    assert answer[1] == "not-a-combination"
    assert answer[-1] == "legal"
