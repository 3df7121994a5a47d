"""The specification: every grammar, example, digest and list on the page agrees with the referee."""

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

import referee
from referee import input_limits
from referee.house_rules import MAX_NUMBER
from referee.parsing import parse_events
from tests.referee.chance import many_examples, seeds
from tests.referee.mutated_records import JUNK, SAMPLES, misspell
from tests.referee.test_schemas import ONLY_THE_PARSER, problems

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/specification.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def table(heading):
    """Return the rows of the table under these headings, as lists of cells."""
    rows = PAGE.partition(f"\n| {heading} |\n")[2].partition("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]


def codes(heading):
    return [row[0].strip("` ") for row in table(heading)]


GRAMMARS = {
    block.partition("*/")[0].removeprefix("/* ").strip(): block.partition("*/")[2]
    for block in blocks("ebnf")
}
DECKS = {
    "gang-of-four": "gang-of-four and gang-of-four-loser-scores",
    "gang-of-four-loser-scores": 'gang-of-four-loser-scores with deck = "literal-42"',
    "four-color-cards": "four-color-cards",
}
TOKEN = re.compile(r'"([^"]+)"|\[([^\]]+)\]|(\w+)|([|()*+?])|\s+')


def expression(rules, name):
    """Return the regular expression of a rule of a grammar that is not recursive."""
    parts = []
    for literal, characters, inner, sign in TOKEN.findall(rules[name]):
        if literal:
            parts.append(
                "".join(
                    f"[{one.upper()}{one.lower()}]" if one.isalpha() else re.escape(one)
                    for one in literal
                )
            )
        elif characters:
            parts.append(
                f"[{re.sub(r'#x([0-9A-F]+)', lambda code: chr(int(code[1], 16)), characters)}]"
            )
        elif inner:
            parts.append(f"(?:{expression(rules, inner)})")
        else:
            parts.append("(?:" if sign == "(" else sign)
    return "".join(parts)


@cache
def event_grammar(variant):
    family = "melding" if variant == "four-color-cards" else "climbing"
    deck = DECKS.get(variant, "big-two and pusoy-dos")
    names = ("texts of cards", f"cards of {deck}", "events", f"actions of {family} games")
    text = "\n".join(GRAMMARS[name] for name in names)
    rules = dict(re.findall(r"^(\w+)\s+::= (.*)$", text, re.MULTILINE))
    return re.compile(expression(rules, "Event").replace("\n", r"\n"), re.DOTALL)


def error_of(variant, text):
    """Return the code of what the parser finds in an event at a table of four, or None."""
    house_rules = {"deck": "literal-42"} if variant == "gang-of-four-loser-scores" else {}
    try:
        parse_events([text], referee.rules_for(variant, house_rules), seats=4)
    except referee.MalformedError as error:
        return error.code
    return None


TEXTS = {
    sample["variant"]: [event for hand in sample["hands"] for event in hand.get("events", [])]
    + [junk for junk in JUNK if isinstance(junk, str)]
    + [
        "1: hu Er Er Er/Gg",
        "3 : unseen",
        "1: chi Rr,Hr,Cr",
        "4: discards , Sr ,",
        "1: T♣️ , 3s last",
        "2: ♠ 9 S10,黑桃 8",
        "3: ♦️ Th9 方片A last",
        "4: G10 ym1 1M",
        "1:\u3000takes\u3000back",
    ]
    for sample in SAMPLES
}


@many_examples
@given(seeds)
def test_the_grammar_describes_the_events_that_the_parser_takes(chance):
    for _ in range(200):
        variant = chance.choice(list(TEXTS))
        text = changed(chance.choice(TEXTS[variant]), chance)
        code = error_of(variant, text)
        fits = event_grammar(variant).fullmatch(text) is not None
        has_gift = fits and "gives" in text.lower() and variant in {"big-two", "pusoy-dos"}
        expected = {None, "bad-seat", "too-many-copies", *(["bad-event"] if has_gift else [])}
        assert fits == (code in expected), (variant, text, code)


def changed(text, chance: Random):
    for _ in range(chance.randint(0, 3)):
        text = misspell(text, chance)
    return text


def test_a_blank_is_what_python_takes_for_one():
    blank = re.compile(
        expression(
            {"Blank": GRAMMARS["texts of cards"].partition("::=")[2].partition("\n")[0]}, "Blank"
        )
    )
    every = map(chr, range(0x11000))
    assert all(bool(blank.fullmatch(one)) == one.isspace() for one in every)


@pytest.mark.parametrize("text", [*blocks("toml"), *blocks("json record")])
def test_every_record_is_read_judged_and_valid(text):
    record = referee.read_record(text, "json" if text.startswith("{") else "toml")
    assert problems("session-record/1", record.as_json()) == []
    assert problems("adjudication/1", referee.adjudicate(record).as_json()) == []
    again = referee.read_record(referee.write_record(record, "json"), "json")
    assert again.as_json() == record.as_json()


@pytest.mark.parametrize(
    ("record", "answer"), [*zip(blocks("json record"), blocks("json answer"), strict=True)]
)
def test_every_answer_is_the_one_to_the_record_above_it(record, answer):
    assert_part(
        json.loads(answer), referee.adjudicate(referee.read_record(record, "json")).as_json()
    )


def assert_part(shown, whole):
    """Assert that what is shown is in the whole; keys may be left out."""
    if isinstance(shown, dict):
        for key, value in shown.items():
            assert_part(value, whole[key])
    elif isinstance(shown, list):
        assert len(shown) == len(whole)
        for one, other in zip(shown, whole, strict=True):
            assert_part(one, other)
    else:
        assert shown == whole


@pytest.mark.parametrize("block", blocks("digest"))
def test_every_digest_is_that_of_the_line_above_it(block):
    text, digest = block.splitlines()
    assert digest == f"sha256:{sha256(text.encode()).hexdigest()}"


def test_the_digests_are_those_of_the_rules_and_of_the_example_of_a_bundle():
    rules, text, revision = (block.splitlines()[1] for block in blocks("digest"))
    (bundle,) = referee.schema("session-bundle/1")["examples"]
    (sealed,) = bundle["hands"][0]["revisions"]
    assert rules == referee.rules_for("big-two").digest == bundle["adjudication"]["rules_digest"]
    assert (text, revision) == (sealed["text_digest"], sealed["digest"])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (
            {"b": 2, "a": [1.5, 2.0, 1e-07, 1e16, 0.0001, 0.5]},
            '{"a":[1.5,2.0,1e-07,1e+16,0.0001,0.5],"b":2}',
        ),
        ({"é": "♠", "z": None, "Z": True}, '{"Z":true,"z":null,"é":"♠"}'),
        ('"\\/\b\f\n\r\t\x01\x7f\u2028', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7f\u2028"'),
    ],
)
def test_the_canonical_form_is_as_described(value, text):
    assert referee.canonical(value) == text


def test_the_faults_are_listed_in_the_order_of_the_checks():
    assert codes("fault | the event is illegal because") == list(referee.Fault)


def test_every_code_of_malformed_input_is_listed():
    """Those of spreadsheets, environments and engines, which are no records, are in docs of their own."""
    of_other_pages = {"spreadsheets", "sheets.py", "environments", "matches"}
    files = [
        file for file in (ROOT / "referee").rglob("*.py") if not of_other_pages & {*file.parts}
    ]
    source = "\n".join(file.read_text() for file in files)
    raised = set(
        re.findall(r'MalformedError\(\s*"([a-z-]+)"|_by_seat\([^"]*"[a-z]+", "([a-z-]+)"', source)
    )
    assert {one or other for one, other in raised} == set(codes("code | meaning"))


def test_what_only_the_parser_finds_is_listed():
    listed = {row[0].strip("` "): row[1] for row in table("code | found by the parser alone")}
    assert listed == ONLY_THE_PARSER


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([{"events": ["1: takes back"]}], "bad-event"),
        ([{"cards_left": [1, 5, 8, 12]}], "impossible-result"),
        ([{"cards_left": [0, 0, 8, 12]}], "impossible-result"),
        ([{"events": ["1: 3C"], "cards_left": [0, 5, 8, 12]}], "result-mismatch"),
        ([{"cards_left": [0, 5, 8, 12]}] * 3, "after-the-end"),
    ],
)
def test_only_judging_finds_what_needs_the_whole_hand_or_game(hands, code):
    assert code in codes("code | found by judging alone")
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "house_rules": {"hands_per_match": 2},
        "players": list("ABCD"),
        "hands": hands,
    }
    assert problems("session-record/1", record) == []
    with pytest.raises(referee.MalformedError) as error:
        referee.adjudicate(referee.parse_record(record))
    assert error.value.code == code


def test_the_table_of_games_is_that_of_the_rules():
    for name, players, cards, dealt in table("game | players | cards | dealt to each"):
        variant, deck = (
            (name.strip("`"), {})
            if name.startswith("`")
            else ("gang-of-four-loser-scores", {"deck": "literal-42"})
        )
        rules = referee.rules_for(variant, deck)
        assert [int(number) for number in re.findall(r"\d", players)] == list(rules.seats)
        assert int(re.match(r"\d+", cards)[0]) == len(rules.deck)
        assert int(re.match(r"\d+", dealt)[0]) == rules.hand_size
    assert {row[0].strip("`") for row in table("game | players | cards | dealt to each")} > {
        *referee.VARIANTS.built_in
    }


@pytest.mark.parametrize("key", [*referee.SESSION_KEYS, *referee.HAND_KEYS])
def test_every_key_of_a_record_is_specified(key):
    section = PAGE.partition("## 3 The record")[2].partition("## 4 Events")[0]
    assert re.search(rf"^\|.*`{key}`.*\|", section, re.MULTILINE)


def test_every_schema_and_status_is_listed():
    assert codes("format | JSON Schema") == list(referee.SCHEMAS)
    statuses = referee.schema("adjudication/1")["$defs"]["adjudicated-hand"]["properties"]["status"]
    assert codes("status | meaning") == statuses["enum"]


def test_the_limits_are_those_of_the_referee():
    limits = PAGE.partition("## 14 Limits")[2]
    json_bytes, toml_bytes = input_limits.JSON_LIMITS.bytes, input_limits.TOML_LIMITS.bytes
    assert f"| {json_bytes:,} · {toml_bytes:,} |" in limits
    assert f"| {input_limits.BUNDLE_LIMITS.bytes:,} |" in limits
    assert f"hands of a record | {input_limits.MAX_HANDS:,} |" in limits
    assert f"nesting | {input_limits.MAX_DEPTH} |" in limits
    assert MAX_NUMBER == 2**53


def test_every_link_leads_to_a_heading():
    for file, heading in re.findall(r"\]\(([\w.]*)#([\w-]+)\)", PAGE):
        page = (ROOT / "docs" / file).read_text(encoding="utf-8") if file else PAGE
        anchors = {
            re.sub(r"[^\w -]", "", one.lower()).strip().replace(" ", "-")
            for one in re.findall(r"^#+ (.*)$", page, re.MULTILINE)
        }
        assert heading in anchors, (file, heading)
