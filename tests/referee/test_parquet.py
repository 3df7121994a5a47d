"""Tables of session records: Arrow tables in, and the same answers out as for each record alone."""

import json
import re
from pathlib import Path
from random import Random

import pytest

import referee
from tests.referee.climbing_table import record
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("referee.parquet")

PAGE = Path(__file__).parents[2] / "docs" / "large_work.md"
GAMES = ["big-two", "pusoy-dos", "gang-of-four", "gang-of-four-loser-scores", "four-color-cards"]
WRONG = record({"events": ["1: 3C", "2: 3D", "3: 3D", "4: ?"]})
SHEET = record({"cards_left": [0, 5, 8, 12]}, {"void": "Misdeal."}, {"cards_left": [1, 0, 2, 13]})


def table(*records, **columns):
    """Return a table of records, which are JSON, text or None, with other columns."""
    texts = [one if one is None or isinstance(one, str) else json.dumps(one) for one in records]
    return arrow.table({"record": arrow.array(texts, arrow.string()), **columns})


def rounds(variant, chance):
    """Return a session with events; of Gang of Four score sheets, since its hands follow from each other."""
    if variant == "four-color-cards":
        return record(random_round(chance, seats=4).record(), variant=variant)
    if variant.startswith("gang"):
        return record({"cards_left": [0, 5, 16, 3]}, {"cards_left": [1, 0, 12, 3]}, variant=variant)
    return record(*[random_hand(variant, {}, chance) for _ in range(2)], variant=variant)


def shared(row, answer):
    """Return what both have, so that they can be compared."""
    return {key: row[key] for key in row.keys() & answer.keys()}, {
        key: answer[key] for key in row.keys() & answer.keys()
    }


@pytest.mark.parametrize("variant", GAMES)
def test_hands_and_events_are_those_of_the_json_answers(variant):
    chance = Random(variant)
    records = [rounds(variant, chance) for _ in range(4)] + [WRONG, SHEET]
    answers = [referee.adjudicate(referee.parse_record(one)).as_json() for one in records]
    judged = parquet.judge(table(*records, key=[*range(len(records))]))
    expected = [(key, hand) for key, answer in enumerate(answers) for hand in answer["hands"]]
    assert judged.hands.num_rows == len(expected)
    for row, (key, hand) in zip(judged.hands.to_pylist(), expected, strict=True):
        assert row["key"] == key
        of_row, of_answer = shared({**row, "events": hand["events"]}, hand)
        assert of_row == of_answer
        assert len(of_row) >= 7
        verdicts = [event["verdict"] for event in hand["events"]]
        assert row["events"] == len(verdicts)
        assert (row["illegal"], row["unproven"]) == tuple(
            map(verdicts.count, ("illegal", "unproven"))
        )
        assert row["rules_digest"] == answers[key]["rules_digest"]
    last = {row["key"]: row["totals"] for row in judged.hands.to_pylist()}
    assert list(last.values()) == [answer["totals"] for answer in answers]
    events = [(key, event) for key, hand in expected for event in hand["events"]]
    for row, (key, event) in zip(judged.events.to_pylist(), events, strict=True):
        of_row, of_answer = shared(row, event)
        assert (row["key"], of_row) == (key, of_answer)
        assert row["fault"] == event.get("fault")


def test_a_malformed_record_has_a_row_of_its_own_and_stops_no_other():
    rows = table(
        SHEET,
        None,
        "no record",
        record({"events": ["1: 3C", "2: 3Z"]}),
        "[" * 100_000,
        SHEET,
        key=[*"abcdef"],
    )
    judged = parquet.judge(rows)
    answers = [
        (row["key"], row["status"], row["error_code"], row["error_where"])
        for row in judged.hands.to_pylist()
        if row["error_code"]
    ]
    assert answers == [
        ("b", "malformed", "unreadable", ""),
        ("c", "malformed", "unreadable", ""),
        ("d", "malformed", "unknown-card", "hands[0].events[1]"),
        ("e", "malformed", "unreadable", ""),
    ]
    assert judged.hands["key"].to_pylist() == [*"aaabcdefff"]
    assert judged.hands["hand"].to_pylist() == [1, 2, 3, None, None, None, None, 1, 2, 3]
    assert (judged.records, judged.malformed, judged.events.num_rows) == (6, 4, 0)


def test_a_text_that_arrow_cannot_hold_is_escaped():
    names = json.dumps({**SHEET, "players": ["\ud83d", "B", "C", "D"]})
    rows = parquet.hands(table(names)).to_pylist()
    assert rows[0]["players"] == ["\\ud83d", "B", "C", "D"]


def test_a_record_batch_is_judged_like_a_table():
    (batch,) = table(SHEET, WRONG, key=[1, 2]).to_batches()
    assert parquet.hands(batch).equals(parquet.hands(table(SHEET, WRONG, key=[1, 2])))
    assert parquet.events(batch)["key"].to_pylist() == [2] * 4


def test_no_rows_have_the_columns_of_many():
    some = table(SHEET, key=[1])
    for function in (parquet.hands, parquet.events):
        assert function(some.slice(0, 0)).schema.equals(function(some).schema)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"records": ["{}"]}, "There is no column 'record' of texts here, but records"),
        ({"record": [5]}, "no column 'record' of texts"),
        (
            {"record": ["{}"], "rule": ["B1"], "hand": [1]},
            "columns of the answer: hand, rule. Rename them",
        ),
        (
            {"record": ["{}"], "key": arrow.array(["a"], arrow.string_view())},
            "Arrow cannot copy rows of the column 'key', of type string_view: cast it",
        ),
    ],
)
def test_a_table_with_other_columns_is_refused_with_what_would_be_right(columns, message):
    with pytest.raises(referee.MalformedError, match=message):
        parquet.hands(arrow.table(columns))


@pytest.mark.parametrize("name", ["HANDS", "EVENTS"])
def test_every_column_is_documented_with_its_type(name):
    text = PAGE.read_text(encoding="utf-8")
    for field in getattr(parquet, name):
        kind = re.sub(r"list<element: (\w+)>|list<item: (\w+)>", r"list of \1\2", str(field.type))
        assert re.search(rf"(?m)^\| `{field.name}` \| {kind} \| \S", text), (field.name, kind)
