"""The result of a hand from its plays, its score sheet or the cards left, which must agree (B19, P16)."""

import pytest

import referee
from tests.referee.climbing_table import DEAL, ENDED, FOURS, adjudicate, judge, record_error

IMPLIED = {"passes": "implied"}
ALICE_OUT = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS, 1: AC"
THREE_OUT = (
    "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS KD, 2: 3D 4D 5D 6D 7D, 2: 8D 9D 10D JD QD, 2: AC AD AS, "
    "3: 3H 4H 5S 6H 7H, 3: 8H 9H 10C JH QH, 3: 2C 2D 2H"
)


class TestScoreSheets:
    def test_the_winner_collects_the_others_cards(self):
        hand = adjudicate({"cards_left": [5, 0, 8, 12]})["hands"][0]
        left = {"template": "{number} cards left"}
        assert hand == {
            "number": 1,
            "status": "finished",
            "events": [],
            "places": [2, 1, 3, 4],
            "cards_left": [5, 0, 8, 12],
            "card_points": [5, 0, 8, 12],
            "points": [-5, 25, -8, -12],
            "loser": 4,
            "lines": [
                {
                    "seat": 1,
                    "points": -5,
                    "reason": "5 cards left",
                    "rule": "B19",
                    **left,
                    "parameters": {"number": 5},
                },
                {
                    "seat": 2,
                    "points": 25,
                    "reason": "collects 5 + 8 + 12",
                    "rule": "B19",
                    "template": "collects {sum}",
                    "parameters": {"sum": "5 + 8 + 12"},
                },
                {
                    "seat": 3,
                    "points": -8,
                    "reason": "8 cards left",
                    "rule": "B19",
                    **left,
                    "parameters": {"number": 8},
                },
                {
                    "seat": 4,
                    "points": -12,
                    "reason": "12 cards left",
                    "rule": "B19",
                    **left,
                    "parameters": {"number": 12},
                },
            ],
        }

    def test_equal_cards_left_share_a_place(self):
        assert adjudicate({"cards_left": [3, 0, 3, 5]})["hands"][0]["places"] == [2, 1, 2, 4]
        assert adjudicate({"cards_left": [5, 0, 5, 5]})["hands"][0]["places"] == [2, 1, 2, 2]

    def test_the_loser_is_the_one_seat_with_the_most_cards(self):
        assert adjudicate({"cards_left": [3, 0, 3, 5]})["hands"][0]["loser"] == 4
        assert "loser" not in adjudicate({"cards_left": [5, 0, 3, 5]})["hands"][0]

    def test_in_pusoy_dos_the_order_of_going_out_gives_the_places(self):
        hand = adjudicate({"out": [2, 4, 1]}, variant="pusoy-dos")["hands"][0]
        assert hand["places"] == [3, 1, 4, 2]
        assert hand["points"] == [1, 3, 0, 2]
        assert hand["card_points"] is None
        assert hand["loser"] == 3
        assert [line["reason"] for line in hand["lines"]] == [
            "third place",
            "first place",
            "fourth place",
            "second place",
        ]

    def test_card_points_include_the_multipliers(self):
        rules = {"multipliers": [[1, 1], [10, 2], [13, 3]]}
        hand = adjudicate({"cards_left": [9, 0, 10, 13]}, house_rules=rules)["hands"][0]
        assert hand["card_points"] == [9, 0, 20, 39]
        assert hand["points"] == [-9, 68, -20, -39]
        assert hand["lines"][2]["reason"] == "10 cards left, counted as 20"

    def test_a_sheet_of_a_hand_played_to_the_last_needs_the_order_out(self):
        assert (
            record_error({"cards_left": [0, 0, 0, 4]}, variant="pusoy-dos")[0]
            == "impossible-result"
        )


class TestPlays:
    def test_a_finished_hand_is_settled_from_its_plays(self):
        hand = judge(ALICE_OUT, IMPLIED)
        assert hand["status"] == "finished"
        assert hand["cards_left"] == [0, 13, 13, 13]
        assert hand["points"] == [39, -13, -13, -13]

    def test_an_unfinished_hand_is_not_settled(self):
        hand = judge("1: 3C, 2: 4D", {"dealt": DEAL})
        assert hand["status"] == "unfinished"
        assert hand["points"] is None
        assert hand["places"] is None
        assert hand["card_points"] is None
        assert hand["lines"] == []
        assert hand["cards_left"] == [12, 12, 13, 13]

    def test_totals_are_unknown_while_a_hand_is_unfinished(self):
        answer = adjudicate(
            {"cards_left": [5, 0, 8, 12]}, {"events": ["1: 3C"]}, {"cards_left": [0, 1, 1, 1]}
        )
        assert answer["totals"] is None
        assert answer["over"] is False
        assert answer["winners"] == []

    def test_a_hand_without_events_is_unfinished(self):
        assert adjudicate({})["hands"][0]["status"] == "unfinished"
        assert adjudicate({"events": []})["hands"][0]["status"] == "unfinished"


class TestPlaysAndSheet:
    def test_a_sheet_that_agrees_with_the_plays_is_accepted(self):
        hand = {**IMPLIED, "cards_left": [0, 13, 13, 13]}
        assert judge(ALICE_OUT, hand)["points"] == [39, -13, -13, -13]

    @pytest.mark.parametrize(
        ("hand", "place"),
        [
            ({"out": [2], "left": ["", "4C", "5C", "6C"]}, 0),
            ({"out": [2], "left": ["3C", "4C", None, None]}, 1),
            ({"out": [2], "left": ["", None, None, None], "events": ["unseen"]}, 0),
            ({"cards_left": ["?", 0, 1, 1], "left": ["", None, None, None]}, 0),
            ({"cards_left": ["?", "?", 1, 1], "winner": 2, "left": ["", None, None, None]}, 0),
        ],
    )
    def test_cards_left_agree_with_who_went_out_by_the_sheet(self, hand, place):
        assert record_error(hand) == ("result-mismatch", f"hands[0].left[{place}]")
        rules = referee.rules_for("big-two")
        earlier = referee.editions(rules)[1]
        first = referee.Carried(number=1, won=(0,) * 4, totals=(0,) * 4)
        before = referee.readjudicate_hand(earlier, hand, first).as_json()
        now = referee.readjudicate_hand(rules, hand, first).as_json()
        assert ("contradictions" in before, "contradictions" in now) == (False, True)

    def test_the_last_of_a_hand_that_is_played_out_keeps_its_cards(self):
        left, out = ["", "", "", "6C"], [2, 1, 3]
        hand = adjudicate({"out": out, "left": left}, variant="pusoy-dos")["hands"][0]
        assert hand["status"] == "finished"
        wrong = record_error({"out": [2, 1, 4], "left": left}, variant="pusoy-dos")
        assert wrong == ("result-mismatch", "hands[0].left[2]")

    @pytest.mark.parametrize("cards_left", [[0, 13, 13, 12], [13, 0, 13, 13]])
    def test_a_sheet_that_differs_from_the_plays_is_a_mismatch(self, cards_left):
        hand = {**IMPLIED, "events": ALICE_OUT.split(", "), "cards_left": cards_left}
        assert record_error(hand) == ("result-mismatch", "hands[0].cards_left")

    def test_a_sheet_of_an_unfinished_hand_is_a_mismatch(self):
        hand = {"events": ["1: 3C"], "cards_left": [0, 5, 8, 12]}
        assert record_error(hand) == ("result-mismatch", "hands[0].cards_left")

    def test_an_order_out_that_differs_from_the_plays_is_a_mismatch(self):
        hand = {**IMPLIED, "events": THREE_OUT.split(", "), "out": [1, 2, 3]}
        assert adjudicate(hand, variant="pusoy-dos")["hands"][0]["points"] == [3, 2, 1, 0]
        hand["out"] = [1, 3, 2]
        assert record_error(hand, variant="pusoy-dos") == ("result-mismatch", "hands[0].out")

    def test_a_sheet_whose_open_counts_the_plays_know_needs_a_seat_without_cards(self):
        hand = {"events": ["1: 3C", "1: unseen"], "cards_left": [5, "?", "?", "?"]}
        assert record_error(hand) == ("result-mismatch", "hands[0].cards_left")


class TestCardsLeft:
    LEFT = ["", "? ? ? ? ? ? ? ? ? ? ? ? ?", None, "?"]

    def test_the_cards_left_may_be_known_in_part(self):
        assert judge(ALICE_OUT, {**IMPLIED, "left": self.LEFT})["cards_left"] == [0, 13, 13, 13]

    def test_a_number_of_cards_left_that_differs_from_the_plays_is_a_mismatch(self):
        hand = {**IMPLIED, "events": ALICE_OUT.split(", "), "left": ["", "? ?", None, None]}
        assert record_error(hand) == ("result-mismatch", "hands[0].left[1]")
        hand["left"] = ["3D", None, None, None]
        assert record_error(hand) == ("result-mismatch", "hands[0].left[0]")

    UNSEEN = "1: 3C, unseen, 2: 4C 5C 6C 7C 8C, 1: pass, 3: pass, 4: pass, 2: 9C 9D".split(", ")

    def test_more_cards_than_the_plays_after_an_unseen_action_leave_are_a_mismatch(self):
        """Bob has played seven cards, and perhaps more: six are left at most."""
        sheet = {"events": self.UNSEEN, "cards_left": [0, 6, 3, 3]}
        assert adjudicate(sheet)["hands"][0]["points"] == [12, -6, -3, -3]
        sheet["cards_left"] = [0, 7, 3, 3]
        assert record_error(sheet) == ("result-mismatch", "hands[0].cards_left")
        cards = {"events": self.UNSEEN, "left": ["", "? ? ? ? ? ?", "? ?", "? ?"]}
        assert adjudicate(cards)["hands"][0]["points"] == [10, -6, -2, -2]
        cards["left"][1] = "10D JD QD ? ? ? ?"
        assert record_error(cards) == ("result-mismatch", "hands[0].left[1]")

    def test_a_play_taken_back_or_after_the_end_leaves_as_many_cards(self):
        seen = ["1: 3C", "3: unseen", "4: 9S", "4: takes back", "4: 9S"]
        hand = {"events": seen, "left": [None, None, None, "? " * 12]}
        assert judge(", ".join(seen), hand)["status"] == "unfinished"
        ended = [*ENDED.replace("ppp", "2: pass, 3: pass, 4: unseen", 1).split(", "), "4: 9S"]
        sheet = {"dealt": FOURS, "events": ended, "cards_left": [0, 13, 13, 13]}
        assert judge(", ".join(ended), sheet)["cards_left"] == [0, 13, 13, 13]

    @pytest.mark.parametrize("unseen", ["unseen", "2: unseen"])
    def test_an_unseen_action_takes_nothing_back(self, unseen):
        hand = {"events": ["1: 3C", "2: 4C 4D", unseen], "left": [None, "? " * 11, None, None]}
        assert adjudicate(hand)["hands"][0]["status"] == "unfinished"
        hand["left"] = [None, "? " * 12, None, None]
        assert record_error(hand) == ("result-mismatch", "hands[0].left[1]")
        again = judge("1: 3C, 2: 4C, unseen, 2: 4C")
        assert again["events"][3]["fault"] == "card-already-played"

    def test_a_winner_who_went_out_unseen_may_be_on_record(self):
        hand = {"events": ["1: 3C", "unseen"], "left": ["", "? ?", "? ?", "? ?"], "winner": 1}
        assert adjudicate(hand)["hands"][0]["points"] == [6, -2, -2, -2]
        hand["winner"] = 2
        assert record_error(hand) == ("result-mismatch", "hands[0].winner")

    def test_a_card_that_was_played_cannot_be_left(self):
        hand = {
            **IMPLIED,
            "events": ALICE_OUT.split(", "),
            "left": [None, "3C" + " ?" * 12, None, None],
        }
        assert record_error(hand) == ("result-mismatch", "hands[0].left[1]")

    def test_a_card_that_was_not_dealt_to_the_seat_cannot_be_left(self):
        hand = {
            "dealt": DEAL,
            "events": ["1: 3C"],
            "left": [None, DEAL[1].replace("4D", "4C"), None, None],
        }
        assert record_error(hand) == ("result-mismatch", "hands[0].left[1]")

    def test_a_card_that_was_dealt_to_another_seat_cannot_be_left(self):
        left = [None, "4C" + " ?" * 12, None, None]
        hand = {"dealt": [None, None, DEAL[2], None], "events": ["1: 3C"], "left": left}
        assert record_error(hand) == ("result-mismatch", "hands[0].left[1]")

    def test_a_card_cannot_be_left_to_two_seats(self):
        hand = {"events": ["1: 3C"], "left": [None, "4D" + " ?" * 12, "4D" + " ?" * 12, None]}
        assert record_error(hand) == ("too-many-copies", "hands[0].left[2]")

    def test_the_cards_left_may_be_the_rest_of_a_known_deal(self):
        left = [" ".join(DEAL[0].split()[1:]), *DEAL[1:]]
        assert judge("1: 3C", {"dealt": DEAL, "left": left})["status"] == "unfinished"


class TestCardsLeftAfterUnseenGifts:
    """The loser owes the winner its highest card, and the winner any other card in return (Gang of Four)."""

    DAN_WON = {"cards_left": [3, 9, 2, 0]}  # Bob lost
    ALICE_WON = {"cards_left": [0, 9, 2, 3]}  # Bob lost

    @staticmethod
    def status(before, **hand):
        return adjudicate(before, hand, variant="gang-of-four")["hands"][1]["status"]

    @staticmethod
    def error(before, **hand):
        return record_error(before, hand, variant="gang-of-four")

    @pytest.mark.parametrize("unseen", ["unseen", "2: unseen"])
    def test_the_winner_may_have_got_the_losers_card_and_not_returned_one(self, unseen):
        events = [unseen, "1: 3G"]
        left = ["? " * 16, None, None, None]
        assert self.status(self.ALICE_WON, events=events, left=left) == "unfinished"
        left = ["? " * 17, None, None, None]
        error = self.error(self.ALICE_WON, events=events, left=left)
        assert error == ("result-mismatch", "hands[1].left[0]")

    def test_the_winner_may_have_got_the_card_for_its_return_unseen(self):
        events = ["2: unseen", "4: gives 3Y to 2", "4: 5G"]
        left = [None, "? " * 16, None, "? " * 15]
        assert self.status(self.DAN_WON, events=events, left=left) == "unfinished"
        left = [None, None, None, "? " * 16]
        error = self.error(self.DAN_WON, events=events, left=left)
        assert error == ("result-mismatch", "hands[1].left[3]")

    @pytest.mark.parametrize("unseen", ["unseen", "4: unseen"])
    def test_the_loser_may_have_got_the_return_unseen(self, unseen):
        events = ["2: gives DR to 4", unseen, "4: 5G"]
        left = [None, "? " * 16, None, "? " * 15]
        assert self.status(self.DAN_WON, events=events, left=left) == "unfinished"
        left = [None, "? " * 18, None, None]
        error = self.error(self.DAN_WON, events=events, left=left)
        assert error == ("result-mismatch", "hands[1].left[1]")

    def test_a_gift_between_unknown_seats_may_have_been_made_unseen(self):
        before = {"cards_left": ["?", "?", "?", 0]}
        events = ["2: unseen", "4: gives 3Y to 2", "4: 5G"]
        left = [None, "? " * 16, None, "? " * 15]
        assert self.status(before, events=events, left=left) == "unfinished"

    def test_an_unseen_action_of_another_seat_leaves_the_exchange_certain(self):
        events = ["2: gives DR to 4", "4: gives 3Y to 2", "4: 5G", "1: unseen"]
        left = [None, None, None, "? " * 16]
        error = self.error(self.DAN_WON, events=events, left=left)
        assert error == ("result-mismatch", "hands[1].left[3]")
