"""A record taken apart and put together again is the same record."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.adjudication import record_parts

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
def test_a_hand_survives(hand):
    assert record_parts.join_hand(record_parts.split_hand(hand)) == hand


@given(
    hand=st.dictionaries(st.sampled_from(record_parts.HAND_KEYS) | st.text(), values, max_size=6)
)
def test_anything_written_in_a_hand_survives(hand):
    assert record_parts.join_hand(record_parts.split_hand(hand)) == hand


@given(
    sheet=st.dictionaries(
        st.sampled_from(record_parts.SESSION_KEYS) | st.text(), values, max_size=6
    )
)
def test_anything_written_about_a_session_survives(sheet):
    sheet = {**sheet, "format": record_parts.RECORD_FORMAT}
    sheet.pop("hands", None)
    assert record_parts.join_session(record_parts.split_session(sheet)) == sheet


def test_content_holds_no_words():
    hand = {
        "void": "Carol felt ill",
        "adjustments": [{"seat": 1, "points": 5, "reason": "Dan spoke"}],
    }
    content = json.dumps(
        record_parts.split_hand({**hand, "note": "at Bob's", "mood": "good"}).content
    )
    assert not any(word in content for word in ("Carol", "Dan", "Bob", "good"))


@pytest.mark.parametrize(
    "written",
    [
        {"lucky": "Zoe"}, {"exposed": ["Gr", "Zoe"]}, {"out": "Zoe"}, {"blocked": ["Zoe"]}, {"finisher": {"Zoe": 1}},
        {"rulings": [{"event": 1, "decision": "Zoe cheated"}]}, {"rulings": [{"event": "Zoe"}]},
    ],
)  # fmt: skip
def test_words_in_a_key_of_another_game_are_no_content(written):
    parts = record_parts.split_hand(written)
    assert "Zoe" not in json.dumps(parts.content)
    assert record_parts.join_hand(parts) == written


def test_cards_and_numbers_of_every_game_are_content():
    sheet = {
        "finisher": 2, "exposed": ["Rr Rr Rr", "gg ?"], "concealed": ["Hy Hy Hy"], "lucky": "Ag", "washed_out": False,
        "out": [2, 4, 1], "blocked": [3], "cards_left": [0, None, 8], "rulings": [{"event": 9, "decision": "taken-back"}],
    }  # fmt: skip
    parts = record_parts.split_hand(sheet)
    assert parts == (sheet, {"rulings": [{}]})


def test_erased_words_leave_a_record_that_can_be_read():
    content, _ = record_parts.split_hand({"void": "Carol felt ill", "note": "at Bob's"})
    assert record_parts.join_hand(record_parts.Parts(content, {})) == {"void": record_parts.REMOVED}


def test_keys_come_in_the_order_of_the_format():
    written = {"note": "…", "events": [], "dealer": 2, "mine": 1}
    assert list(record_parts.join_hand(record_parts.split_hand(written))) == [
        "dealer",
        "events",
        "note",
        "mine",
    ]
