"""Parts of a record: split and joined again, it is the same record."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee

HANDS = [
    {"events": ["1: 3C"], "note": "Dan was late"},
    {"events": [], "void": "misdeal", "weather": {"rain": True, "wind": [1, 2.5, None]}},
    {
        "cards_left": [0, 1, 2, 3],
        "adjustments": [{"seat": 3, "points": -10, "reason": "late", "by": "Bob"}],
    },
    {"rulings": [{"event": 1, "decision": "stands", "reason": "seen by all"}], "events": ["1: 3C"]},
    {"adjustments": "not a list", "rulings": [1, 2], "annulled": None},
]

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_can_be_split_and_joined(hand):
    assert referee.join_hand(referee.split_hand(hand)) == hand


@pytest.mark.slow
@given(hand=st.dictionaries(st.sampled_from(referee.HAND_KEYS) | st.text(), values, max_size=6))
def test_any_hand_can_be_split_and_joined(hand):
    assert referee.join_hand(referee.split_hand(hand)) == hand


@pytest.mark.slow
@given(
    record=st.dictionaries(st.sampled_from(referee.SESSION_KEYS) | st.text(), values, max_size=6)
)
def test_any_session_can_be_split_and_joined(record):
    record = {**record, "format": referee.RECORD_FORMAT}
    record.pop("hands", None)
    assert referee.join_session(referee.split_session(record)) == record


def test_content_contains_no_free_text():
    hand = {
        "void": "Carol felt ill",
        "adjustments": [{"seat": 1, "points": 5, "reason": "Dan spoke"}],
    }
    content = json.dumps(referee.split_hand({**hand, "note": "at Bob's", "mood": "good"}).content)
    assert not any(word in content for word in ("Carol", "Dan", "Bob", "good"))


@pytest.mark.parametrize(
    "hand",
    [
        {"lucky": "Zoe"},
        {"exposed": ["Gr", "Zoe"]},
        {"out": "Zoe"},
        {"blocked": ["Zoe"]},
        {"finisher": {"Zoe": 1}},
        {"rulings": [{"event": 1, "decision": "Zoe cheated"}]},
        {"rulings": [{"event": "Zoe"}]},
    ],
)
def test_text_in_a_key_of_another_game_is_not_content(hand):
    parts = referee.split_hand(hand)
    assert "Zoe" not in json.dumps(parts.content)
    assert referee.join_hand(parts) == hand


def test_cards_and_numbers_of_every_game_are_content():
    record = {
        "finisher": 2,
        "exposed": ["Rr Rr Rr", "gg ?"],
        "concealed": ["Hy Hy Hy"],
        "lucky": "Ag",
        "washed_out": False,
        "out": [2, 4, 1],
        "blocked": [3],
        "cards_left": [0, None, 8],
        "rulings": [{"event": 9, "decision": "taken-back"}],
    }
    parts = referee.split_hand(record)
    assert parts == (record, {"rulings": [{}]})


def test_a_record_with_erased_texts_can_be_joined():
    content, _ = referee.split_hand({"void": "Carol felt ill", "note": "at Bob's"})
    assert referee.join_hand(referee.Parts(content, {})) == {"void": referee.REMOVED}


def test_joined_keys_are_in_the_order_of_the_format():
    hand = {"note": "…", "events": [], "dealer": 2, "mine": 1}
    assert list(referee.join_hand(referee.split_hand(hand))) == [
        "dealer",
        "events",
        "note",
        "mine",
    ]
