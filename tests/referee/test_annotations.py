"""Comments and variations of a hand: kept by every reader, never judged, and checked where they are read."""

import json
import re
from pathlib import Path

import pytest

import referee
from referee import EventComment, MalformedError, Table, Variation
from tests.referee.cast import CAST

SPECIFICATION = Path(__file__).parents[2] / "docs/specification.md"
RULES = referee.rules_for("big-two")
EVENTS = ["1: 3C", "2: 3D", "3: pass", "4: 2S"]
COMMENTS = [{"event": 0, "text": "late"}, {"event": 4, "text": "Too early.", "mark": "?"}]
LINE = {
    "name": "holding back",
    "from": 4,
    "events": ["4: pass", "1: 2C"],
    "comment": "better",
    "comments": [{"event": 5, "mark": "!"}],
}
HAND = {"events": EVENTS, "comments": COMMENTS, "variations": [LINE]}
GAME = {"format": "session-record/1", "variant": "big-two", "players": CAST}
OTHER_VALUES = ["rain", 5, {"a": [1, None]}, [1, 2], [{"event": 99}], [{"from": "x"}]]


def read(**keys) -> referee.Annotations:
    return referee.annotations({**HAND, **keys}, RULES, seats=4)


def test_comments_and_variations_are_read_with_the_numbers_of_their_events():
    notes = read()
    assert notes.comments == (EventComment(0, "late"), EventComment(4, "Too early.", "?"))
    assert notes.variations == (
        Variation(
            first=4,
            events=("4: pass", "1: 2C"),
            name="holding back",
            comment="better",
            comments=(EventComment(5, mark="!"),),
        ),
    )


def test_a_parsed_hand_is_read_like_its_json():
    hand = referee.parse_hand(HAND, RULES, seats=4)
    assert referee.annotations(hand, RULES, seats=4) == read()


def test_the_documented_example_is_read():
    (example,) = re.findall(
        r"^```json annotations\n(.*?)^```", SPECIFICATION.read_text("utf-8"), re.M | re.S
    )
    notes = referee.annotations(json.loads(example), RULES, seats=4)
    assert [comment.event for comment in notes.comments] == [0, 4]
    assert [line.name for line in notes.variations] == ["holding back"]


@pytest.mark.parametrize(("first", "events"), [(1, 1), (4, 4), (5, 5)])
def test_a_line_is_played_instead_of_its_first_event(first, events):
    line = read(
        variations=[{"from": first, "events": ["1: 3C"]}], dealer=2, left=["?"] * 4
    ).variations[0]
    hand = line.hand({**HAND, "dealer": 2, "left": ["?"] * 4})
    assert hand == {"dealer": 2, "events": [*EVENTS[: first - 1], "1: 3C"]}
    assert len(Table("big-two", hand=hand).events) == events


@pytest.mark.parametrize(
    "keys",
    [HAND, *({"events": EVENTS, "comments": value, "variations": value} for value in OTHER_VALUES)],
)
def test_no_verdict_and_no_point_depends_on_them(keys):
    record = referee.parse_record({**GAME, "hands": [keys]})
    plain = referee.parse_record({**GAME, "hands": [{"events": EVENTS}]})
    assert referee.adjudicate(record).as_json() == referee.adjudicate(plain).as_json()


@pytest.mark.parametrize("notation", ["toml", "json"])
def test_every_notation_keeps_them(notation):
    record = referee.parse_record({**GAME, "hands": [HAND, {**HAND, "comments": "by Bob"}]})
    again = referee.read_record(referee.write_record(record, notation), notation)
    assert [hand.as_json() for hand in again.hands] == [HAND, {**HAND, "comments": "by Bob"}]


@pytest.mark.parametrize("value", [COMMENTS, *OTHER_VALUES])
def test_they_are_text_that_can_be_erased_and_never_sealed_content(value):
    hand = {"events": EVENTS, "comments": value, "variations": value}
    parts = referee.split_hand(hand)
    assert parts == ({"events": EVENTS}, {"comments": value, "variations": value})
    assert referee.join_hand(parts) == hand


@pytest.mark.parametrize(
    ("keys", "where", "message"),
    [
        ({"comments": "rain"}, "comments", "Expected a list of comments"),
        ({"comments": [1]}, "comments[0]", "Expected an object"),
        ({"comments": [{"text": "x"}]}, "comments[0].event", "from 0 to 4"),
        ({"comments": [{"event": 5, "text": "x"}]}, "comments[0].event", "from 0 to 4"),
        ({"comments": [{"event": True, "text": "x"}]}, "comments[0].event", "from 0 to 4"),
        ({"comments": [*COMMENTS, {"event": 1}]}, "comments[2]", "has a text, or a mark"),
        ({"comments": [{"event": 1, "text": 5}]}, "comments[0].text", "5 is no text"),
        (
            {"comments": [{"event": 1, "mark": "!!!"}]},
            "comments[0].mark",
            "'!!!' is no mark: expected one of !",
        ),
        ({"variations": {}}, "variations", "Expected a list of variations"),
        ({"variations": [{"events": ["1: 3C"]}]}, "variations[0].from", "from 1 to 5"),
        ({"variations": [{**LINE, "from": 0}]}, "variations[0].from", "from 1 to 5"),
        ({"variations": [{**LINE, "from": 6}]}, "variations[0].from", "from 1 to 5"),
        ({"variations": [{"from": 4}]}, "variations[0].events", "at least one event"),
        ({"variations": [{"from": 4, "events": []}]}, "variations[0].events", "at least one event"),
        (
            {"variations": [{"from": 4, "events": ["4: 2S", "1: 2X"]}]},
            "variations[0].events[1]",
            "'2X' is no card",
        ),
        ({"variations": [{**LINE, "name": []}]}, "variations[0].name", "is no text"),
        (
            {"variations": [{**LINE, "comments": COMMENTS}]},
            "variations[0].comments[0].event",
            "from 4 to 5",
        ),
        ({"events": ["1: 3X"]}, "events[0]", "'3X' is no card"),
    ],
)
def test_what_is_wrong_is_refused_with_its_path(keys, where, message):
    with pytest.raises(MalformedError, match=re.escape(message)) as refused:
        read(**keys)
    assert refused.value.where == where
