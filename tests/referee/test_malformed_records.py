"""Malformed session records and house rules: the code of the error and its path (contract §2)."""

import copy
import pickle

import pytest

import referee
from tests.referee.cast import CAST
from tests.referee.climbing_table import document_error, record, record_error


def test_an_error_is_copied_and_taken_to_another_process_as_it_is():
    with pytest.raises(referee.MalformedError) as caught:
        referee.parse_record({**record(), "hands": [{"events": ["1: 3Z"]}]})
    error = caught.value
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


class TestTheRecord:
    @pytest.mark.parametrize("document", [None, 3, "text", [], [{}], True])
    def test_a_record_is_one_object(self, document):
        assert document_error(document) == ("unreadable", "")

    @pytest.mark.parametrize(
        "text", ["", "{", "[1", "NaN", '{"format": Infinity}', "{'a': 1}", "[" * 100_000]
    )
    def test_a_json_record_is_valid_json(self, text):
        with pytest.raises(referee.MalformedError) as error:
            referee.read_record(text, "json")
        assert error.value.code == "unreadable"

    @pytest.mark.parametrize("text", ["=", "format =", "[[hands]", 'a = "x', "a = 1\na = 2"])
    def test_a_toml_record_is_valid_toml(self, text):
        with pytest.raises(referee.MalformedError) as error:
            referee.read_record(text, "toml")
        assert error.value.code == "unreadable"

    @pytest.mark.parametrize("value", ["session-record/2", "", None, 1, ["session-record/1"]])
    def test_the_format_is_known(self, value):
        assert document_error({**record(), "format": value}) == ("unknown-format", "format")
        assert document_error({"variant": "big-two"}) == ("unknown-format", "format")

    @pytest.mark.parametrize("value", ["poker", "Big Two", "", None, 2, [], {}])
    def test_the_variant_is_known(self, value):
        assert document_error({**record(), "variant": value}) == ("unknown-variant", "variant")

    @pytest.mark.parametrize("players", [None, [], CAST[:3], [*CAST, "Eve"], "Alice", {}, 4])
    def test_four_players_are_named(self, players):
        assert document_error({**record(), "players": players}) == ("wrong-player-count", "players")

    def test_a_player_is_a_text(self):
        assert (
            document_error({**record(), "players": ["Alice", 2, "Carol", "Dan"]})[1] == "players[1]"
        )

    @pytest.mark.parametrize(
        "carried", ["34 12 60 8", [1, 2, 3], [1, 2, 3, "4"], [1, 2, 3, None], 4, [True] * 4]
    )
    def test_carried_totals_are_a_number_for_each_seat(self, carried):
        assert record_error(carried=carried) == ("unreadable", "carried")

    @pytest.mark.parametrize("value", [0, -1, "5", 1.5, True])
    def test_the_first_hand_is_a_number_from_one_up(self, value):
        assert record_error(first_hand=value) == ("unreadable", "first_hand")

    @pytest.mark.parametrize("key", ["previous_winner", "previous_loser"])
    @pytest.mark.parametrize("seat", [0, 5, -1, "1", 1.0, True])
    def test_the_previous_winner_and_loser_are_seats(self, key, seat):
        assert record_error(**{key: seat}) == ("bad-seat", key)

    def test_nobody_wins_and_loses_one_hand(self):
        both = record_error(previous_winner=3, previous_loser=3)
        assert both == ("bad-seat", "previous_loser")

    @pytest.mark.parametrize("hands", [{}, "none", 3])
    def test_hands_are_a_list(self, hands):
        assert document_error({**record(), "hands": hands}) == ("unreadable", "hands")

    @pytest.mark.parametrize("hand", [None, 3, "1: 3C", ["1: 3C"]])
    def test_a_hand_is_an_object(self, hand):
        assert record_error({}, hand) == ("unreadable", "hands[1]")


class TestHouseRules:
    def test_a_rule_the_variant_lacks_is_unknown(self):
        assert record_error(house_rules={"jokers": 2}) == (
            "unknown-house-rule",
            "house_rules.jokers",
        )
        for name in ("after_out", "placement_points", "exchange", "phoenix"):
            assert record_error(house_rules={name: True})[0] == "unknown-house-rule"

    @pytest.mark.parametrize("rules", [[], [1], "triples", "", 3, 0, False])
    def test_house_rules_are_names_with_values(self, rules):
        code = document_error({**record(), "house_rules": rules})
        assert code == ("bad-house-rule-value", "house_rules")

    @pytest.mark.parametrize(
        ("name", "values"),
        {
            "suit_order": ["CDH", "CDHH", "cdhs", ["C", "D", "H", "S"]],
            "straights": ["hong-kong", True],
            "triples": [1, "true", None],
            "flush": [True, "by_rank"],
            "bombs": ["yes"],
            "opening": ["any"],
            "next_hand_leader": ["winner"],
            "direction": ["alternate", "left"],
            "multipliers": [
                *([], [1, 1], [[2, 1]], [[1, 1], [1, 2]], [[1, 1], [10, 2], [8, 3]]),
                *([[1, -1]], [[1, "2"]], [[1, 1, 1]], "none"),
            ],
            "settlement": ["placement", "winner"],
            "target": [0, -5, "100", True, None],
            "hands_per_match": [0, 2.5],
            "final_tie": ["split"],
        }.items(),
    )
    def test_a_value_outside_its_choices_is_refused(self, name, values):
        errors = [record_error(house_rules={name: value}) for value in values]
        assert {*errors} == {("bad-house-rule-value", f"house_rules.{name}")}

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("after_out", "nobody"),
            ("settlement", "collects"),
            ("placement_points", [3, 2, 1]),
            ("placement_points", [3, 2, 1, "0"]),
            ("placement_points", 3),
            ("placement_points", [3, 2, 1, True]),
        ],
    )
    def test_a_value_outside_the_choices_of_pusoy_dos_is_refused(self, name, value):
        code = record_error(variant="pusoy-dos", house_rules={name: value})
        assert code == ("bad-house-rule-value", f"house_rules.{name}")

    def test_choices_that_contradict_are_refused(self):
        keys = {"variant": "pusoy-dos"}
        to_first = {"play_to_last": False}
        assert (
            record_error(**keys, house_rules=to_first)[0] == "bad-house-rule-value"
        )  # places need a hand that is played to the last
        rules = {**to_first, "settlement": "placement"}
        assert record_error(**keys, house_rules=rules) == (
            "bad-house-rule-value",
            "house_rules.settlement",
        )
        rules = {**to_first, "settlement": "pairwise", "after_out": "next-has-control"}
        assert record_error(**keys, house_rules=rules) == (
            "bad-house-rule-value",
            "house_rules.after_out",
        )

    def test_choosing_the_default_value_does_not_change_the_rules_digest(self):
        plain = referee.rules_for("big-two", {})
        assert referee.rules_for("big-two", {"triples": False}).digest == plain.digest
        assert referee.rules_for("big-two", {"triples": True}).digest != plain.digest
        assert referee.rules_for("pusoy-dos", {}).digest != plain.digest

    def test_every_default_and_every_choice_is_accepted(self):
        for variant in referee.variants():
            for rule in variant["house_rules"]:
                values = [rule["default"], *rule["choices"]]
                if rule["name"] in {"settlement", "after_out"}:
                    continue
                for value in values:
                    rules = referee.rules_for(variant["variant"], {rule["name"]: value})
                    assert rules.house_rules[rule["name"]] == value


def test_an_error_comes_out_of_another_process_as_it_was():
    error = referee.MalformedError("unknown-card", "events[0]", "'3Z' is no card.").within(
        "hands[1]"
    )
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.as_json()) == (str(error), error.as_json())
