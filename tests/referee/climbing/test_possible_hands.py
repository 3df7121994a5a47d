"""Verdicts and witnesses beside every way in which a hand with gaps may have been."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import referee
from tests.referee.chance import few_games
from tests.referee.hidden_climbing_hands import HiddenHand, hidden_hand
from tests.referee.possible_climbing_hands import TooManyError, every_world

MOST = 40
"""So many worlds a test has time for."""


def seen(case: HiddenHand) -> list[set[str]]:
    """By event, every verdict that it has in some world."""
    deck, size = list(case.rules.deck.cards), case.rules.hand_size
    try:
        worlds = every_world(case.hand, deck, seats=case.seats, size=size, most=MOST)
    except TooManyError:
        worlds = []
    assume(worlds)
    judged = [[event["verdict"] for event in case.judge(world)] for world in worlds]
    return [set(verdicts) for verdicts in zip(*judged, strict=True)]


def found(case: HiddenHand, event: int) -> Any:
    return referee.find_witnesses(case.rules, case.parse(), case.carried, event=event)


@few_games
@given(st.integers(0, 1 << 32))
def test_with_every_play_seen_a_verdict_is_open_exactly_where_the_hidden_hands_decide(seed):
    case = hidden_hand(Random(seed), faces=0)
    for event, verdicts in zip(case.judge(), seen(case), strict=True):
        both = {"legal", "illegal"}
        assert verdicts == (both if event["verdict"] == "unproven" else {event["verdict"]})


@few_games
@given(st.integers(0, 1 << 32))
def test_a_settled_verdict_is_the_same_whatever_was_not_seen(seed):
    case = hidden_hand(Random(seed), faces=2)
    for event, verdicts in zip(case.judge(), seen(case), strict=True):
        assert event["verdict"] in {"unproven", *verdicts}
        assert event["verdict"] == "unproven" or len(verdicts) == 1


@few_games
@given(st.integers(0, 1 << 32), st.integers(0, 2))
def test_a_witness_is_found_exactly_where_there_is_one(seed, faces):
    case = hidden_hand(Random(seed), faces=faces)
    for event, verdicts in zip(case.judge(), seen(case), strict=True):
        if event["verdict"] != "unproven":
            continue
        told = found(case, event["event"])
        shown = {word for word in ("legal", "illegal") if getattr(told, word)}
        assert shown == verdicts
        assert not told.cut_off


@few_games
@given(st.integers(0, 1 << 32), st.integers(0, 2))
def test_a_witness_fits_the_record_and_settles_the_verdict(seed, faces):
    """Nobody plays a card that it was not dealt, and what was seen is as it was."""
    case = hidden_hand(Random(seed), faces=faces)
    for event in [event["event"] for event in case.judge() if event["verdict"] == "unproven"][:3]:
        told = found(case, event)
        for word in ("legal", "illegal"):
            witness = getattr(told, word)
            if witness is None:
                continue
            dealt = [" ".join(cards) for cards in witness.hand.dealt]
            texts = [one.text for one in witness.hand.events]
            judged = case.judge({**case.hand, "dealt": dealt, "events": texts})
            assert judged[event - 1]["verdict"] == word
            assert "?" not in " ".join([*dealt, *texts])
            assert not {"card-not-held", "card-already-played"} & {
                one.get("fault") for one in judged
            }
            assert all(fits(a, b) for a, b in zip(case.hand["dealt"], dealt, strict=True))
            assert all(fits(a[3:], b[3:]) for a, b in zip(case.hand["events"], texts, strict=True))


def fits(written: str, complete: str) -> bool:
    """Is this what was written, but for the question marks?"""
    rest = complete.split()
    for word in written.split():
        if word == "?":
            continue
        if word not in rest:
            return False
        rest.remove(word)
    return len(rest) == written.split().count("?")


@pytest.mark.parametrize(("written", "complete"), [("3C ?", "3D 3C"), ("? ?", "3D 3C"), ("", "")])
def test_question_marks_are_any_cards(written, complete):
    assert fits(written, complete)
    assert not fits(written, f"{complete} 4C")
