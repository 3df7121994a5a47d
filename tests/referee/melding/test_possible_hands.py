"""Verdicts and witnesses of hands of Four Color Cards with gaps, compared with every deal and face that fits the record."""

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

eight_examples = settings(few_examples, max_examples=8)
seeds = st.integers(0, 1 << 32)

MOST = 60
"""The largest number of complete hands that a test tries."""


def possible_verdicts(case: HiddenHand) -> list[set[str]]:
    """Return, for each event, the verdicts that it has in the possible complete hands."""
    try:
        worlds = every_round(case.hand, most=MOST)
    except TooManyError:
        worlds = []
    assume(worlds)
    verdicts_by_world = [[event["verdict"] for event in case.judge(world)] for world in worlds]
    return [set(verdicts) for verdicts in zip(*verdicts_by_world, strict=True)]


@eight_examples
@given(seeds, st.integers(1, 2), st.booleans())
def test_a_verdict_is_unproven_exactly_where_unseen_cards_decide(seed, faces, breaches):
    case = hidden_round(Random(seed), cards=0, faces=faces, breaches=breaches)
    for event, possible in zip(case.judge(), possible_verdicts(case), strict=True):
        assert possible == (
            {"legal", "illegal"} if event["verdict"] == "unproven" else {event["verdict"]}
        )


@eight_examples
@given(seeds, st.integers(0, 1), st.integers(0, 1))
def test_an_unproven_event_has_both_witnesses(seed, cards, faces):
    case = hidden_round(Random(seed), cards=cards, faces=faces)
    for event in case.judge():
        if event["verdict"] == "unproven":
            witnesses = find_witnesses(case, event["event"])
            assert witnesses.legal is not None
            assert witnesses.illegal is not None


def find_witnesses(case: HiddenHand, event: int) -> Any:
    return referee.find_witnesses(case.rules, case.parse(), case.carried, event=event)


# Unseen cards that only some faces fit


FIELD = "1: discards Hg, 2: chi Hg Rg ?"


def test_a_claim_is_legal_if_only_fitting_cards_can_have_been_laid():
    """Bob has all his other cards at the end."""
    left = [None, DEAL[1].replace("Rg Cg ", "", 1), None, None]
    assert verdicts(FIELD, hand={"left": left}) == ["legal", "legal"]


def test_a_claim_is_no_meld_if_the_card_that_it_needs_is_shown_elsewhere():
    left = [None, DEAL[1].replace("Rg ", "", 1).replace("Gr ", "", 1), None, None]
    assert verdicts(FIELD, hand={"left": left}) == ["legal", "not-a-meld"]


def test_a_claim_is_unproven_if_only_some_cards_make_a_meld():
    assert verdicts(FIELD) == ["legal", "unproven"]
    assert verdicts(FIELD, dealt=None) == ["legal", "unproven"]


def test_a_claim_is_no_meld_if_no_card_of_its_seat_fits():
    pong = "1: discards Hg, 3: pong Hg Hg Hg, 3: discards Cr"
    assert verdicts(f"{pong}, 4: draws Rw, 4: chi Rw ? ?")[-1] == "not-a-meld"


def test_a_lucky_card_after_an_unproven_hu_is_unproven():
    answer = judge("1: discards Hg, 4: hu Hg Hg, 4: lucky Gy", dealt=None)["events"]
    assert [event["verdict"] for event in answer] == ["legal", "unproven", "unproven"]


def test_hu_is_proved_complete_if_no_card_was_left():
    """An incomplete hu would not have ended the hand, and the seat would have cards left."""
    left = {"left": [None, None, None, ""]}
    answer = judge("1: discards Hg, 4: hu Hg Hg, 4: lucky Gy", dealt=None, hand=left)["events"]
    assert [event["verdict"] for event in answer] == ["legal"] * 3


def test_points_are_proved_if_an_unseen_meld_has_only_one_possible_face():
    whole = "Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw"
    answer = judge(f"1: discards Hg, 4: hu Hg Hg / {whole} ?, 4: lucky Gy")
    assert answer["points"] == [-11, -11, -11, 33]


@pytest.mark.parametrize("action", ["discards ?", "draws ?", "chi ? ? ?", "hu ? ? ? / ? ?"])
def test_a_record_of_unseen_cards_only_is_judged_within_the_search_limit(action):
    answer = judge(", ".join(f"{place % 4 + 1}: {action}" for place in range(120)), dealt=None)
    assert len(answer["events"]) == 120
