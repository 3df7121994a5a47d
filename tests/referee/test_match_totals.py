"""Sessions of several hands: totals, void and annulled hands, adjustments, the end of the game and its winners."""

import pytest

import referee
from tests.referee.climbing_table import adjudicate, record_error

ALICE, BOB, CAROL, DAN = (
    {"cards_left": [0, 2, 3, 5]},
    {"cards_left": [2, 0, 3, 5]},
    {"cards_left": [2, 3, 0, 5]},
    {"cards_left": [2, 3, 5, 0]},
)
"""Score sheets: each is a hand that this player wins, for ten points."""


def test_totals_are_the_sums_of_points():
    answer = adjudicate(ALICE, BOB, BOB)
    assert [hand["points"] for hand in answer["hands"]] == [
        [10, -2, -3, -5],
        [-2, 10, -3, -5],
        [-2, 10, -3, -5],
    ]
    assert answer["totals"] == [6, 18, -9, -15]
    assert [hand["number"] for hand in answer["hands"]] == [1, 2, 3]
    assert (answer["over"], answer["winners"]) == (False, [])


def test_a_record_without_hands_has_totals_of_zero():
    answer = adjudicate()
    assert answer["format"] == "adjudication/1"
    assert answer["variant"] == "big-two"
    assert answer["rules_digest"].startswith("sha256:")
    assert (answer["hands"], answer["totals"], answer["over"]) == ([], [0, 0, 0, 0], False)


def test_a_record_may_begin_in_the_middle_of_a_game():
    answer = adjudicate(ALICE, carried=[34, 12, 60, 8], first_hand=5)
    assert answer["totals"] == [44, 10, 57, 3]
    assert answer["hands"][0]["number"] == 5


class TestVoidAndAnnulledHands:
    def test_a_void_hand_has_no_points_and_no_number_of_its_own(self):
        answer = adjudicate(ALICE, {**BOB, "void": "misdeal"}, BOB)
        void = answer["hands"][1]
        assert (void["status"], void["points"], void["void"]) == ("void", None, "misdeal")
        assert [hand["number"] for hand in answer["hands"]] == [1, 2, 2]
        assert answer["totals"] == [8, 8, -6, -10]

    def test_an_annulled_hand_keeps_its_number(self):
        answer = adjudicate(ALICE, {**BOB, "annulled": "wrong deck"}, BOB)
        struck = answer["hands"][1]
        assert (struck["status"], struck["points"], struck["annulled"]) == (
            "finished",
            None,
            "wrong deck",
        )
        assert [hand["number"] for hand in answer["hands"]] == [1, 2, 3]
        assert answer["totals"] == [8, 8, -6, -10]

    def test_an_unfinished_void_hand_leaves_the_totals_known(self):
        answer = adjudicate(ALICE, {"events": ["1: 3C"], "void": "somebody had to leave"})
        assert answer["totals"] == [10, -2, -3, -5]

    def test_an_unfinished_annulled_hand_leaves_the_totals_known(self):
        answer = adjudicate(ALICE, {"events": ["1: 3C"], "annulled": "wrong deck"})
        assert answer["totals"] == [10, -2, -3, -5]

    def test_events_of_a_void_hand_are_judged(self):
        answer = adjudicate({"events": ["1: 3C", "3: 4D"], "void": "misdeal"})
        assert answer["hands"][0]["events"][1]["fault"] == "out-of-turn"


class TestAdjustments:
    FINE = [{"seat": 3, "points": -10, "reason": "late"}]

    def test_adjustments_count_for_totals_and_not_for_points(self):
        answer = adjudicate({**ALICE, "adjustments": self.FINE})
        assert answer["hands"][0]["points"] == [10, -2, -3, -5]
        assert answer["totals"] == [10, -2, -13, -5]
        assert answer["hands"][0]["adjustments"] == self.FINE

    def test_several_adjustments_add_up(self):
        fines = [*self.FINE, {"seat": 3, "points": 2.5}, {"seat": 1, "points": 1}]
        assert adjudicate({**ALICE, "adjustments": fines})["totals"] == [11, -2, -10.5, -5]

    def test_adjustments_count_in_void_and_annulled_hands(self):
        for struck in ("void", "annulled"):
            answer = adjudicate({**ALICE, struck: "misdeal", "adjustments": self.FINE})
            assert answer["totals"] == [0, 0, -10, 0]

    def test_adjustments_count_for_the_target(self):
        bonus = [{"seat": 4, "points": 25}]
        answer = adjudicate({**ALICE, "adjustments": bonus}, house_rules={"target": 20})
        assert (answer["over"], answer["winners"]) == (True, [4])


class TestTheEnd:
    def test_a_target_reached_ends_the_game_and_the_highest_total_wins(self):
        answer = adjudicate(ALICE, ALICE, house_rules={"target": 20})
        assert (answer["totals"], answer["over"], answer["winners"]) == (
            [20, -4, -6, -10],
            True,
            [1],
        )

    def test_a_target_missed_by_one_does_not_end_the_game(self):
        assert adjudicate(ALICE, ALICE, house_rules={"target": 21})["over"] is False

    def test_with_penalties_the_lowest_total_wins(self):
        answer = adjudicate(ALICE, BOB, house_rules={"target": 10, "settlement": "penalties"})
        assert (answer["totals"], answer["over"], answer["winners"]) == (
            [2, 2, 6, 10],
            True,
            [1, 2],
        )

    def test_a_match_ends_after_its_number_of_hands(self):
        rules = {"hands_per_match": 2}
        assert adjudicate(ALICE, house_rules=rules)["over"] is False
        answer = adjudicate(ALICE, BOB, house_rules=rules)
        assert (answer["over"], answer["winners"]) == (True, [1, 2])

    def test_hands_after_the_end_are_malformed(self):
        rules = {"hands_per_match": 1}
        assert record_error(ALICE, BOB, house_rules=rules) == ("after-the-end", "hands[1]")
        assert record_error(ALICE, BOB, CAROL, house_rules={"target": 10}) == (
            "after-the-end",
            "hands[1]",
        )

    def test_annulled_hands_count_for_the_length_of_a_match_and_void_ones_do_not(self):
        rules = {"hands_per_match": 2}
        void, annulled = {**ALICE, "void": "misdeal"}, {**ALICE, "annulled": "wrong deck"}
        assert adjudicate(void, ALICE, house_rules=rules)["over"] is False
        assert adjudicate(annulled, ALICE, house_rules=rules)["over"] is True

    def test_hands_before_the_record_count_for_the_length_of_a_match(self):
        keys = {"first_hand": 4, "carried": [1, 2, 3, 4], "house_rules": {"hands_per_match": 5}}
        assert adjudicate(ALICE, **keys)["over"] is False
        assert adjudicate(ALICE, ALICE, **keys)["over"] is True

    def test_totals_carried_in_count_for_the_target(self):
        keys = {"carried": [0, 0, 95, 0], "house_rules": {"target": 100}}
        assert adjudicate(CAROL, **keys)["winners"] == [3]

    @pytest.mark.parametrize("name", ["target", "hands_per_match"])
    def test_without_target_or_number_of_hands_a_game_does_not_end(self, name):
        assert adjudicate(*[ALICE] * 30, house_rules={name: "none"})["over"] is False


class TestAFinalTie:
    def test_a_final_tie_may_be_shared(self):
        answer = adjudicate(ALICE, BOB, house_rules={"hands_per_match": 2, "final_tie": "shared"})
        assert answer["winners"] == [1, 2]

    def test_a_final_tie_may_be_decided_by_another_hand(self):
        rules = {"hands_per_match": 2, "final_tie": "extra-hand"}
        assert adjudicate(ALICE, BOB, house_rules=rules)["over"] is False
        answer = adjudicate(ALICE, BOB, BOB, house_rules=rules)
        assert (answer["over"], answer["winners"]) == (True, [2])
        assert record_error(ALICE, BOB, BOB, BOB, house_rules=rules) == (
            "after-the-end",
            "hands[3]",
        )

    def test_a_tie_below_the_best_needs_no_other_hand(self):
        rules = {"hands_per_match": 1, "final_tie": "extra-hand"}
        assert adjudicate({"cards_left": [0, 3, 3, 3]}, house_rules=rules)["over"] is True

    def test_a_final_tie_may_be_decided_by_the_hands_won(self):
        rules = {"hands_per_match": 3, "final_tie": "most-hands-won"}
        hands = [
            {"cards_left": [0, 4, 7, 7]},
            {"cards_left": [1, 0, 4, 4]},
            {"cards_left": [1, 0, 4, 5]},
        ]
        answer = adjudicate(*hands, house_rules=rules)
        assert (answer["totals"][:2], answer["winners"]) == ([16, 15], [1])
        evened = [{"seat": 2, "points": 1}]
        answer = adjudicate(*hands[:2], {**hands[2], "adjustments": evened}, house_rules=rules)
        assert answer["totals"][:2] == [16, 16]
        assert answer["winners"] == [2]

    def test_an_annulled_hand_does_not_count_as_won(self):
        rules = {"hands_per_match": 3, "final_tie": "most-hands-won"}
        answer = adjudicate(ALICE, BOB, {**BOB, "annulled": "wrong deck"}, house_rules=rules)
        assert answer["winners"] == [1, 2]


class TestPusoyDos:
    def test_points_follow_from_the_places(self):
        answer = adjudicate({"out": [2, 4, 1]}, {"out": [2, 1, 3]}, variant="pusoy-dos")
        assert answer["totals"] == [3, 6, 1, 2]

    def test_the_highest_total_wins(self):
        rules = {"target": 6}
        answer = adjudicate(
            {"out": [2, 4, 1]}, {"out": [2, 1, 3]}, variant="pusoy-dos", house_rules=rules
        )
        assert (answer["over"], answer["winners"]) == (True, [2])


def test_an_adjustment_in_a_void_hand_can_reach_the_target():
    void = {
        "void": "misdeal",
        "cards_left": [0, 1, 1, 1],
        "adjustments": [{"seat": 1, "points": 200}],
    }
    assert adjudicate(void, house_rules={"target": 100})["over"] is True


def test_an_unfinished_hand_counts_for_the_length_of_a_match():
    hands = [{"events": ["1: 3C"]}, {"cards_left": [0, 1, 1, 1]}]
    assert record_error(*hands, house_rules={"hands_per_match": 1}) == ("after-the-end", "hands[1]")


GANG = {"variant": "gang-of-four", "players": ["Ann", "Bo", "Cy", "Di"]}


@pytest.mark.parametrize(
    ("keys", "sheets", "counts"),
    [
        ({"variant": "big-two"}, [{"cards_left": [0, 5, 8, 12]}], [0, 5, 8, 12]),
        (GANG, [{"cards_left": [0, 5, 8, 12]}, {"cards_left": [3, 0, 8, 16]}], [3, 0, 8, 16]),
        ({"variant": "four-color-cards"}, [{"washed_out": True}], None),
    ],
)
def test_after_a_score_sheet_no_seat_is_in_turn(keys, sheets, counts):
    record = {"format": "session-record/1", "players": GANG["players"], **keys, "hands": sheets}
    table = referee.adjudicate(referee.parse_record(record)).hands[-1].situation
    assert (table["over"], table["turn"]) == (True, None)
    assert table.get("exchange") is None
    assert table.get("must") is None
    assert counts is None or table["counts"] == counts


def test_an_empty_hand_is_not_over():
    record = {"format": "session-record/1", **GANG, "hands": [{"cards_left": [0, 5, 8, 12]}, {}]}
    table = referee.adjudicate(referee.parse_record(record)).hands[-1].situation
    assert not table["over"]
    assert table["exchange"] is not None
