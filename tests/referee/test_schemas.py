"""The JSON Schemas of the formats accept what the referee reads and writes, and reject only what is malformed."""

import json
import re
from functools import cache

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

import referee
from referee.climbing.kinds import KINDS
from tests.referee.all_house_rules import any_club
from tests.referee.cast import CAST
from tests.referee.chance import many_examples, seeds
from tests.referee.mutated_records import SAMPLES, mutate

MUTANTS = 60
"""The number of changed records of one example."""


@cache
def validator(name):
    schema = referee.schema(name)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems(name, document):
    return [
        f"{error.json_path}: {error.message[:200]}"
        for error in validator(name).iter_errors(document)
    ]


def error_of(document):
    """Return the code of what the parser finds, or None."""
    try:
        referee.parse_record(document)
    except referee.MalformedError as error:
        return error.code
    return None


ONLY_THE_PARSER = {
    "too-many-copies": "more copies of a card than the deck has",
    "wrong-deal-size": "`dealt` without one hand for each player; a deal in which not exactly one seat has 21 cards",
    "result-mismatch": "`left` without one hand for each player",
    "bad-seat": "a seat beyond the last player; a seat written `1.0`",
    "unreadable": "`carried` without one total for each player; `first_hand` written `5.0`",
    "impossible-result": "a number of cards written `5.0`",
    "bad-house-rule-value": "house rules that contradict each other; steps that do not ascend from 1; a whole number written `8.0`",
}
"""What a record can have that is valid by the schema and malformed for the parser, by the code of the error."""


@pytest.mark.parametrize("name", referee.SCHEMAS)
def test_a_schema_is_complete_in_itself_and_its_examples_are_valid(name):
    schema = referee.schema(name)
    assert schema["$id"] == f"urn:referee:{name}"
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert {"title", "description", "examples"} <= schema.keys()
    references = re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema))
    assert all(reference.startswith("#/$defs/") for reference in references)
    assert [problem for example in schema["examples"] for problem in problems(name, example)] == []


def test_a_name_without_its_version_is_that_of_the_newest():
    assert referee.schema("adjudication") == referee.schema("adjudication/1")
    with pytest.raises(referee.MalformedError, match="'session-record/2' is none of"):
        referee.schema("session-record/2")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["variant"])
def test_the_samples_are_read_and_valid(sample):
    assert error_of(sample) is None
    assert problems("session-record/1", sample) == []


@pytest.mark.slow
@many_examples
@given(seeds)
def test_a_changed_record_that_the_parser_takes_is_valid_and_one_that_is_invalid_is_malformed(
    chance,
):
    """The two are one statement: whatever is read is valid.  What the parser alone finds has the listed codes."""
    for _ in range(MUTANTS):
        record = mutate(chance.choice(SAMPLES), chance)
        code, invalid = error_of(record), problems("session-record/1", record)
        assert code or not invalid, (record, invalid)
        assert not code or invalid or code in ONLY_THE_PARSER, (record, code)


BIG_TWO, GANG, FOUR_COLORS = SAMPLES[0], SAMPLES[2], SAMPLES[4]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({**BIG_TWO, "hands": [{"events": ["1: 3C 3C"]}]}, "too-many-copies"),
        ({**GANG, "hands": [{"dealt": [None] * 4}]}, "wrong-deal-size"),
        ({**FOUR_COLORS, "hands": [{"dealt": ["?" + " ?" * 20] * 3}]}, "wrong-deal-size"),
        ({**GANG, "hands": [{"left": [None] * 4}]}, "result-mismatch"),
        ({**GANG, "hands": [{"dealer": 4}]}, "bad-seat"),
        ({**GANG, "hands": [{"dealer": 1.0}]}, "bad-seat"),
        ({**GANG, "carried": [1, 2, 3, 4]}, "unreadable"),
        ({**GANG, "first_hand": 5.0}, "unreadable"),
        ({**GANG, "hands": [{"cards_left": [0, 1, 5.0]}]}, "impossible-result"),
        ({**BIG_TWO, "house_rules": {"multipliers": [[2, 1]]}}, "bad-house-rule-value"),
        (
            {**BIG_TWO, "house_rules": {"settlement": "pairwise", "hands_per_match": 8.0}},
            "bad-house-rule-value",
        ),
        ({**SAMPLES[1], "house_rules": {"play_to_last": False}}, "bad-house-rule-value"),
    ],
)
def test_only_the_parser_finds_what_the_list_names(record, code):
    assert problems("session-record/1", record) == []
    assert error_of(record) == code


def test_the_schema_rejects_what_it_can():
    """Each change is one that an editor can show while a record is written."""
    for changes in (
        {"format": "session-record/2"},
        {"variant": "poker"},
        {"players": CAST[:3]},
        {"players": [1, 2, 3, 4]},
        {"house_rules": {"jokers": 2}},
        {"house_rules": {"triples": 1}},
        {"house_rules": {"target": 0}},
        {"house_rules": {"suit_order": "CDHH"}},
        {"house_rules": []},
        {"carried": "none"},
        {"hands": {}},
        {"hands": [None]},
        {"hands": [{"passes": "said"}]},
        {"hands": [{"void": True}]},
        {"hands": [{"events": ["1: 1C"]}]},
        {"hands": [{"events": ["5: 3C"]}]},
        {"hands": [{"events": ["1: gives 3C to 2"]}]},
        {"hands": [{"events": ["1: chi Gr"]}]},
        {"hands": [{"events": ["1:"]}]},
        {"hands": [{"dealt": ["3C", None, None, None]}]},
        {"hands": [{"left": ["1C", None, None, None]}]},
        {"hands": [{"pays_all": 5}]},
        {"hands": [{"adjustments": [{"seat": 1}]}]},
    ):
        assert problems("session-record/1", {**BIG_TWO, **changes}), changes


def test_cards_of_the_deck_that_is_not_in_play_are_invalid():
    loser_scores = SAMPLES[3]
    for house_rules, event in (({"deck": "literal-42"}, "1: DR"), ({}, "1: PB"), (None, "1: 3B")):
        record = {**loser_scores, "house_rules": house_rules, "hands": [{"events": [event]}]}
        assert problems("session-record/1", record)
        assert error_of(record) == "unknown-card"


@many_examples
@given(any_club())
def test_house_rules_that_are_accepted_are_valid(club):
    variant, house_rules = club
    record = {
        "format": "session-record/1",
        "variant": variant,
        "house_rules": house_rules,
        "players": CAST,
    }
    assert problems("session-record/1", record) == []


@pytest.mark.parametrize("variant", referee.variants(), ids=lambda variant: variant["variant"])
def test_every_house_rule_has_its_default_and_its_sentence(variant):
    rules = referee.schema("session-record/1")["$defs"][f"{variant['variant']}-house-rules"]
    assert rules["properties"].keys() == {rule["name"] for rule in variant["house_rules"]}
    for rule in variant["house_rules"]:
        shown = rules["properties"][rule["name"]]
        assert shown["default"] == rule["default"]
        assert rule["text"] in shown["description"]
        assert rule["rule"] in shown["description"]


@pytest.mark.parametrize("key", [*referee.SESSION_KEYS, "hands"])
def test_an_editor_completes_every_key_of_a_record(key):
    assert referee.schema("session-record/1")["properties"][key]["description"]


@pytest.mark.parametrize("key", referee.HAND_KEYS)
def test_an_editor_completes_every_key_of_a_hand(key):
    assert referee.schema("session-record/1")["$defs"]["hand"]["properties"][key]["description"]


@many_examples
@given(seeds)
def test_every_answer_is_valid(chance):
    for _ in range(MUTANTS // 4):
        record = mutate(chance.choice(SAMPLES), chance)
        try:
            answer = referee.adjudicate(referee.parse_record(record)).as_json()
        except referee.MalformedError:
            continue
        assert problems("adjudication/1", answer) == []


def test_an_answer_with_witnesses_is_valid():
    record = {**GANG, "house_rules": {}, "hands": [{"events": ["1: 8G"]}]}
    answer = referee.add_witnesses(referee.adjudicate(referee.parse_record(record))).as_json()
    assert answer["witnesses"]["searched"] == 1
    assert problems("adjudication/1", answer) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("verdict", "wrong"),
        ("fault", "cheating"),
        ("combination", "triplet"),
        ("rule", None),
        ("seat", 5),
        ("event", 0),
    ],
)
def test_an_answer_of_another_form_is_invalid(key, value):
    record = {**BIG_TWO, "house_rules": {}, "hands": [{"events": ["1: 3D"]}]}
    answer = referee.adjudicate(referee.parse_record(record)).as_json()
    assert answer["hands"][0]["events"][0]["verdict"] == "illegal"
    answer["hands"][0]["events"][0][key] = value
    assert problems("adjudication/1", answer)


def test_the_schema_knows_every_fault_and_combination():
    definitions = referee.schema("adjudication/1")["$defs"]
    assert definitions["fault"]["enum"] == list(referee.Fault)
    of_games = [
        kind.name
        for rules in referee.VARIANTS.values()
        for kind in getattr(rules, "kinds", tuple)()
    ]
    assert definitions["combination"]["enum"] == list(dict.fromkeys([*KINDS, *of_games]))


def test_the_games_of_this_package_make_no_other_combinations():
    of_games = {
        kind.name
        for rules in referee.VARIANTS.built_in.values()
        for kind in getattr(rules, "kinds", tuple)()
    }
    assert of_games <= {*KINDS}


def test_the_example_of_a_bundle_verifies():
    (example,) = referee.schema("session-bundle/1")["examples"]
    assert referee.verify(example).problems == ()


@pytest.mark.slow
@many_examples
@given(seeds)
def test_a_changed_bundle_that_is_valid_can_be_read(chance):
    """The schema is stricter than the reader, which leaves digests to its checks, but for what cannot be or is written ``1.0``."""
    (bundle,) = referee.schema("session-bundle/1")["examples"]
    for _ in range(MUTANTS // 4):
        changed = mutate(bundle, chance)
        if not problems("session-bundle/1", changed):
            assert unreadable_key_of(changed) in {"", "at", "number", "position"}, changed


def unreadable_key_of(bundle):
    try:
        referee.verify(bundle)
    except referee.MalformedError as error:
        return error.where.rpartition(".")[2]
    return ""


def test_an_analysis_is_valid():
    table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
        table.play(event)
    for analysis in (referee.analyze_hand(table, seed="1"), referee.HandAnalysis()):
        assert problems(analysis.as_json()["format"], analysis.as_json()) == []
    assert problems("hand-analysis/1", {"format": "hand-analysis/1"}) != []
