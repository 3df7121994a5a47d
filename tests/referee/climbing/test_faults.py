"""The faults of Big Two with their rulings, and their order where a play has several (contract §3)."""

import pytest

from tests.referee.climbing_table import ENDED, FOURS, judge, last_verdict

LOCKED = {"pass_locks_out": True}


@pytest.mark.parametrize(
    ("events", "fault", "rule"),
    [
        (f"{ENDED}, 2: 3D", "hand-over", "B21"),
        (f"{ENDED}, 2: pass", "hand-over", "B21"),
        (f"{ENDED}, 1: QC", "hand-over", "B21"),
        ("1: 3C, 3: 3H", "out-of-turn", "B12"),
        ("1: 3C, 3: 8C 8D 8H 8S 3H", "out-of-turn", "B12"),
        ("1: 3C, 3: pass", "out-of-turn", "B12"),
        ("1: pass", "pass-on-lead", "B16"),
        ("1: 3C, ppp, 1: pass", "pass-on-lead", "B16"),
        ("1: 3C, 2: 3C", "card-already-played", "§6"),
        ("1: 3C, 2: 6H, ppp, 2: 6H", "card-already-played", "§6"),
        ("1: 3C, 2: 8C", "card-not-held", "§6"),
        ("1: 3C, 2: 3D 6D 8C", "card-not-held", "§6"),
        ("1: 3C, ppp, 1: 4C 4D 4H", "not-a-combination", "B4"),
        ("1: 3C, 2: 3D 6C", "not-a-combination", "B4"),
        ("1: 4C", "opening-card-missing", "B2"),
        ("1: 3C, 2: 6C 6D", "wrong-size", "B10"),
        ("1: 3C, 2: 6C 6D 6H 7C 7D", "wrong-size", "B10"),
        ("1: 3C, 2: 6C, 3: 3H", "does-not-beat", "B1"),
        ("1: 3C, 2: 6C 6D 6H 6S 3D, 3: KS", "does-not-beat", "B13"),
        ("1: 3C 4C 4D 4H 4S, 2: 6C 6D 6H 7C 7D", "does-not-beat", "B13"),
        (
            "1: 3C, 2: 6C 6D 6H 6S 3D, 3: 8C 8D 8H 8S 3H, 4: pass, 1: 5C 5D 5H 5S 9C",
            "does-not-beat",
            "B11",
        ),
    ],
)
def test_an_illegal_play_has_its_fault_and_ruling(events, fault, rule):
    answer = judge(events, {"dealt": FOURS})["events"]
    assert {event["verdict"] for event in answer[:-1]} == {"legal"} or len(answer) == 1
    assert (answer[-1]["fault"], answer[-1]["rule"]) == (fault, rule)
    assert answer[-1]["reason"].endswith(".")


@pytest.mark.parametrize(
    ("house_rules", "events", "fault", "rule"),
    [
        (LOCKED, "1: 3C, 2: pass, 3: 8C, 4: 9S, 1: pass, 2: 9D", "out-of-turn", "B12"),
        ({"five_card_cross_category": False}, "1: 3C, ppp, 1: 4C 4D 4H 5C 5D", "legal", None),
        ({"triples": True}, "1: 3C, ppp, 1: 4C 4D 4H, 2: 6C 6D", "wrong-size", "B10"),
        ({"bombs": False}, "1: 3C, 2: 6C 6D 6H 6S 3D", "wrong-size", "B10"),
    ],
)
def test_house_rules_change_the_fault(house_rules, events, fault, rule):
    answer = judge(events, {"dealt": FOURS}, house_rules=house_rules)["events"][-1]
    assert answer.get("fault", answer["verdict"]) == fault
    assert answer.get("rule") == rule


def test_another_kind_is_a_wrong_type_where_kinds_do_not_mix():
    deal = [
        "3C 4C 5C 6C 7D 9C 10C JC QC KC AC 2C 8C",
        "3D 4D 5D 6D 7C 9D 10D JD QD KD AD 2D 8D",
        "3H 3S 4H 4S 5H 5S 6H 6S 7H 7S 8H 8S 9H",
        "9S 10H 10S JH JS QH QS KH KS AH AS 2H 2S",
    ]
    rules = {"five_card_cross_category": False, "triples": True, "flush": "by-rank"}
    answer = judge("1: 3C 4C 5C 6C 7D, 2: 3D 4D 6D 9D JD", {"dealt": deal}, house_rules=rules)[
        "events"
    ][1]
    assert (answer["fault"], answer["rule"]) == ("wrong-type", "B9")
    assert "A straight is followed by a straight only" in answer["reason"]


class TestTheOrderOfFaults:
    """An event with several faults is reported with the first one of the contract's order."""

    def test_the_end_of_the_hand_before_the_turn(self):
        assert last_verdict(f"{ENDED}, 3: 3H", {"dealt": FOURS}) == "hand-over"

    def test_the_turn_before_the_lead(self):
        assert last_verdict("2: pass", {"dealt": FOURS}) == "out-of-turn"

    def test_the_turn_before_possession(self):
        assert last_verdict("1: 3C, 3: 3C", {"dealt": FOURS}) == "out-of-turn"

    def test_the_turn_before_the_combination(self):
        assert last_verdict("1: 3C, 3: 3H 8C", {"dealt": FOURS}) == "out-of-turn"

    def test_the_turn_before_the_opening_card(self):
        assert last_verdict("3: 3H", {"dealt": FOURS}) == "out-of-turn"

    def test_a_card_already_played_before_one_not_held(self):
        assert last_verdict("1: 3C, 2: 8C 3C", {"dealt": FOURS}) == "card-already-played"

    def test_possession_before_the_combination(self):
        assert last_verdict("1: 3C, 2: 8C 9D", {"dealt": FOURS}) == "card-not-held"
        assert last_verdict("1: 3C, 2: 3C 9D", {"dealt": FOURS}) == "card-already-played"

    def test_possession_before_the_opening_card(self):
        assert last_verdict("1: 6C", {"dealt": FOURS}) == "card-not-held"

    def test_the_combination_before_the_opening_card(self):
        assert last_verdict("1: 4C 4D 4H", {"dealt": FOURS}) == "not-a-combination"

    def test_the_combination_before_the_size(self):
        assert last_verdict("1: 3C, 2: 6C 6D 6H", {"dealt": FOURS}) == "not-a-combination"

    def test_possession_before_the_size(self):
        assert last_verdict("1: 3C, 2: 8C 8D", {"dealt": FOURS}) == "card-not-held"

    def test_the_size_before_strength(self):
        events = "1: 3C, ppp, 1: 4C 4D, 2: 3D"
        assert last_verdict(events, {"dealt": FOURS}) == "wrong-size"

    def test_strength_before_the_size_on_a_closed_trick(self):
        assert (
            last_verdict("1: 3C, 2: pass, 3: pass, 4: 2S, 1: 4C 4D", {"dealt": FOURS})
            == "does-not-beat"
        )
