"""Compressed replay frames are small and decompress to the same frames."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee.cast import CAST
from tests.referee.chance import clubs, few_examples, seeds
from tests.referee.climbing.test_fast_path import with_slips
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

Json = dict[str, Any]


@st.composite
def sessions(draw) -> Json:
    """Draw the record of a session of any game, legal or with random slips."""
    chance = draw(seeds)
    kind = draw(st.sampled_from(["four-color-cards", "gang", "shedding"]))
    if kind == "four-color-cards":
        played = random_round(chance, seats=4).record()
        return _record(kind, {}, played)
    if kind == "gang":
        record = random_session(chance, most=2).record()
        for hand in record["hands"]:
            if draw(st.booleans()):
                hand["events"] = list(with_slips(hand["events"], chance))
        return record
    variant, chosen = draw(clubs())
    hand = random_hand(variant, chosen, chance)
    if draw(st.booleans()):
        hand["events"] = list(with_slips(hand["events"], chance))
        del hand["dealt"]
    return _record(variant, chosen, hand)


def _record(variant: str, chosen: Json, hand: Json) -> Json:
    head = {"format": "session-record/1", "variant": variant, "house_rules": chosen}
    return {**head, "players": CAST[:4], "hands": [hand]}


def adjudicate_hands(record: Json) -> Iterator[referee.HandAdjudication]:
    """Yield the judged hands; none if the record is malformed."""
    try:
        yield from referee.adjudicate(referee.parse_record(record)).hands
    except referee.MalformedError:
        return


@given(sessions())
@few_examples
def test_decompression_returns_the_frames(record):
    for hand in adjudicate_hands(record):
        text = json.dumps(hand.compressed_frames())
        assert referee.decompress_frames(json.loads(text)) == hand.frames()


@given(sessions())
@few_examples
def test_compression_is_deterministic(record):
    for one, other in zip(adjudicate_hands(record), adjudicate_hands(record), strict=True):
        assert json.dumps(one.compressed_frames()) == json.dumps(other.compressed_frames())


@given(seeds)
@few_examples
def test_a_complete_hand_of_big_two_compresses_to_a_sixth(chance):
    [hand] = adjudicate_hands(_record("big-two", {}, random_hand("big-two", {}, chance)))
    assert 6 * len(json.dumps(hand.compressed_frames())) < len(json.dumps(hand.frames()))


def test_decompressed_frames_have_their_narration():
    events = ["1: 3D", "2: pass", "3: 7C 7D", "unseen"]
    [hand] = adjudicate_hands(_record("big-two", {}, {"events": events}))
    narrations = [
        frame["narration"] for frame in referee.decompress_frames(hand.compressed_frames())
    ]
    assert narrations == [frame["narration"] for frame in hand.frames()]
    assert narrations[2] == "Seat 2 passes."
    assert (
        narrations[4]
        == "Any number of actions went unseen. Unproven: Nobody saw what was done here."
    )
