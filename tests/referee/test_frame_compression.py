"""Frames are written down in few words, and come out again as they were."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee.chance import clubs, few_examples, seeds
from tests.referee.climbing.test_fast_path import with_slips
from tests.referee.climbing_table import CAST
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

Json = dict[str, Any]


@st.composite
def sittings(draw) -> Json:
    """A sitting of any game, as a record, legal or with slips of all sorts."""
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


def judged(record: Json) -> Iterator[referee.HandAdjudication]:
    """The hands, as far as the record can be read."""
    try:
        yield from referee.adjudicate(referee.parse_record(record)).hands
    except referee.MalformedError:
        return


@given(sittings())
@few_examples
def test_unfolding_gives_the_frames_that_were_folded(record):
    for hand in judged(record):
        text = json.dumps(hand.compressed_frames())
        assert referee.decompress_frames(json.loads(text)) == hand.frames()


@given(sittings())
@few_examples
def test_the_same_hand_is_folded_to_the_same_words(record):
    for one, other in zip(judged(record), judged(record), strict=True):
        assert json.dumps(one.compressed_frames()) == json.dumps(other.compressed_frames())


@given(seeds)
@few_examples
def test_a_complete_hand_of_big_two_takes_little_room(chance):
    [hand] = judged(_record("big-two", {}, random_hand("big-two", {}, chance)))
    assert 6 * len(json.dumps(hand.compressed_frames())) < len(json.dumps(hand.frames()))


def test_every_frame_has_its_sentence():
    events = ["1: 3D", "2: pass", "3: 7C 7D", "unseen"]
    [hand] = judged(_record("big-two", {}, {"events": events}))
    said = [frame["narration"] for frame in referee.decompress_frames(hand.compressed_frames())]
    assert said == [frame["narration"] for frame in hand.frames()]
    assert said[2] == "Seat 2 passes."
    assert said[4] == "Any number of actions went unseen. Unproven: Nobody saw what was done here."
