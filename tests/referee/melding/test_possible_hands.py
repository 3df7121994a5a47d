"""Verdicts and witnesses of Four Color Cards beside every way in which a hand with gaps may have been."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import referee
from tests.referee.chance import few_examples
from tests.referee.four_color_table import DEAL, judge, verdicts
from tests.referee.hidden_climbing_hands import HiddenHand
from tests.referee.hidden_four_color_hands import hidden_round
from tests.referee.possible_climbing_hands import TooManyError
from tests.referee.possible_four_color_hands import every_round

some = settings(few_examples, max_examples=8)
seeds = st.integers(0, 1 << 32)

MOST = 60
"""So many worlds a test has time for."""


def seen(case: HiddenHand) -> list[set[str]]:
    """By event, every verdict that it has in some world."""
    try:
        worlds = every_round(case.hand, most=MOST)
    except TooManyError:
        worlds = []
    assume(worlds)
    judged = [[event["verdict"] for event in case.judge(world)] for world in worlds]
    return [set(verdicts) for verdicts in zip(*judged, strict=True)]


@some
@given(seeds, st.integers(1, 2), st.booleans())
def test_a_verdict_is_open_exactly_where_what_was_not_seen_decides(seed, faces, breaches):
    case = hidden_round(Random(seed), cards=0, faces=faces, breaches=breaches)
    for event, told in zip(case.judge(), seen(case), strict=True):
        assert told == (
            {"legal", "illegal"} if event["verdict"] == "unproven" else {event["verdict"]}
        )


@some
@given(seeds, st.integers(0, 1), st.integers(0, 1))
def test_a_witness_is_found_exactly_where_there_is_one(seed, cards, faces):
    case = hidden_round(Random(seed), cards=cards, faces=faces)
    for event in case.judge():
        if event["verdict"] == "unproven":
            told = found(case, event["event"])
            assert told.legal is not None
            assert told.illegal is not None


def found(case: HiddenHand, event: int) -> Any:
    return referee.find_witnesses(case.rules, case.parse(), case.carried, event=event)


# What only one filling allows


FIELD = "1: discards Hg, 2: chi Hg Rg ?"


def test_a_meld_is_one_if_no_other_card_can_have_been_laid():
    """Bob still has all his other cards at the end."""
    left = [None, DEAL[1].replace("Rg Cg ", "", 1), None, None]
    assert verdicts(FIELD, hand={"left": left}) == ["legal", "legal"]


def test_a_meld_is_none_if_the_card_that_it_takes_is_seen_elsewhere():
    left = [None, DEAL[1].replace("Rg ", "", 1).replace("Gr ", "", 1), None, None]
    assert verdicts(FIELD, hand={"left": left}) == ["legal", "not-a-meld"]


def test_a_meld_is_open_if_one_card_makes_it_and_another_does_not():
    assert verdicts(FIELD) == ["legal", "unproven"]
    assert verdicts(FIELD, dealt=None) == ["legal", "unproven"]


def test_a_meld_is_none_if_its_seat_held_nothing_that_makes_one():
    pong = "1: discards Hg, 3: pong Hg Hg Hg, 3: discards Cr"
    assert verdicts(f"{pong}, 4: draws Rw, 4: chi Rw ? ?")[-1] == "not-a-meld"


def test_a_lucky_card_after_hu_is_as_open_as_the_hu():
    told = judge("1: discards Hg, 4: hu Hg Hg, 4: lucky Gy", dealt=None)["events"]
    assert [event["verdict"] for event in told] == ["legal", "unproven", "unproven"]


def test_hu_was_complete_if_no_card_was_left():
    """It could not have ended the hand otherwise, and the seat would hold cards still."""
    left = {"left": [None, None, None, ""]}
    told = judge("1: discards Hg, 4: hu Hg Hg, 4: lucky Gy", dealt=None, hand=left)["events"]
    assert [event["verdict"] for event in told] == ["legal"] * 3


def test_the_points_of_a_meld_that_can_have_been_one_only_are_proved():
    whole = "Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw"
    told = judge(f"1: discards Hg, 4: hu Hg Hg / {whole} ?, 4: lucky Gy")
    assert told["points"] == [-11, -11, -11, 33]


@pytest.mark.parametrize("action", ["discards ?", "draws ?", "chi ? ? ?", "hu ? ? ? / ? ?"])
def test_a_record_of_nothing_but_unseen_cards_is_answered_within_bounds(action):
    told = judge(", ".join(f"{place % 4 + 1}: {action}" for place in range(120)), dealt=None)
    assert len(told["events"]) == 120
