"""Verdicts and witnesses of hands of Four Color Cards with gaps, compared with every deal and face that fits the record."""

from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import referee
from tests.referee.chance import max_examples
from tests.referee.four_color_table import DEAL, judge, verdicts
from tests.referee.hidden_climbing_hands import HiddenHand
from tests.referee.hidden_four_color_hands import hidden_round
from tests.referee.possible_climbing_hands import TooManyError
from tests.referee.possible_four_color_hands import DECK, every_round
from tests.referee.random_four_color_hands import DEFAULTS, SWITCHES

eight_examples = max_examples(8)
seeds = st.integers(0, 1 << 32)

OTHER_VALUES = [
    (switch, value)
    for switch, values in SWITCHES.items()
    for value in values
    if value != DEFAULTS[switch]
]

MOST = 60
"""The largest number of complete hands that a test tries."""


def possible_verdicts(case: HiddenHand) -> list[set[str]]:
    """Return, for each event, the verdicts that it has in the possible complete hands; empty if these are too many."""
    try:
        worlds = every_round(case.hand, most=MOST)
    except TooManyError:
        return []
    verdicts_by_world = [[event["verdict"] for event in case.judge(world)] for world in worlds]
    return [set(verdicts) for verdicts in zip(*verdicts_by_world, strict=True)]


def assert_exact(case: HiddenHand) -> bool:
    """Check that each verdict is the one of every possible hand, or unproven with a hand for each verdict.

    Return False if there are too many possible hands to do so.
    """
    possible_by_event = possible_verdicts(case)
    if not possible_by_event:
        return False
    for event, possible in zip(case.judge(), possible_by_event, strict=True):
        unproven = event["verdict"] == "unproven"
        assert possible == ({"legal", "illegal"} if unproven else {event["verdict"]}), event
    return True


@eight_examples
@given(seeds, st.integers(0, 2), st.integers(0, 1), st.booleans())
def test_a_verdict_is_unproven_exactly_where_unseen_cards_decide(seed, faces, cards, breaches):
    assume(assert_exact(hidden_round(Random(seed), cards=cards, faces=faces, breaches=breaches)))


@pytest.mark.slow
@pytest.mark.parametrize(("switch", "value"), OTHER_VALUES)
def test_a_verdict_is_unproven_exactly_where_unseen_cards_decide_under_each_house_rule(
    switch, value
):
    """In a hand that has an illegal and an unproven event, so that a referee who never says so fails."""
    for seed in count():
        case = hidden_round(
            Random(seed), cards=1, faces=0, breaches=True, house_rules={switch: value}
        )
        verdicts_named = {event["verdict"] for event in case.judge()}
        if verdicts_named >= {"illegal", "unproven"} and assert_exact(case):
            return


@eight_examples
@given(seeds, st.integers(0, 1))
def test_a_claim_is_said_to_be_passed_over_exactly_where_it_was_possible(seed, faces):
    """F23: with cards hidden, hu and gan may have been possible."""
    house_rules = {"forced_hu": True, "forced_gan": True}
    assume(assert_exact(hidden_round(Random(seed), cards=1, faces=faces, house_rules=house_rules)))


@eight_examples
@given(seeds, st.integers(0, 20))
def test_a_card_is_already_played_exactly_when_every_copy_has_left_a_hand(seed, cards):
    """Contract §3: a count of the copies on the table, kept without the referee, tells the two faults apart."""
    chance = Random(seed)
    case = hidden_round(chance, cards=cards, faces=0)
    events = case.hand["events"]
    seen = [word for event in events for word in event.split() if word in DECK]
    card, last = max(seen, key=seen.count), events[-1].split()
    actions = [f"discards {card}", f"draws {card}", f"pong {card} {card} {card}", f"chi {card}"]
    claimed = chance.choice([*actions, f"gan {card} {card} {card} {card}"])
    extended = {**case.hand, "events": [*events, f"{last[0]} {claimed}"]}
    number = claimed.split().count(card) - (claimed[0] in "pcg")
    left = DECK[card] - copies_on_table(case, card)
    fault = case.judge(extended)[-1].get("fault")
    if number and left == 0:
        assert fault in {"card-already-played", "out-of-turn", "hand-over"}
    else:
        assert fault != "card-already-played"
        assert number <= left or fault in {"card-not-held", "out-of-turn", "hand-over"}


def copies_on_table(case: HiddenHand, card: str) -> int:
    """Return how many copies the events turned up or laid down; calls and the claimed card itself add none."""
    number = 0
    for event in case.hand["events"]:
        words = event.split()[1:]
        if words[0] == "calls":
            continue
        number += words.count(card)
        if words[0] in {"chi", "pong", "gan", "hu"}:
            number -= offered_before(case, event) == card
    return number


def offered_before(case: HiddenHand, event: str) -> str:
    """Return the card that was on offer at this event."""
    events = case.hand["events"]
    before = events[: events.index(event)]
    return next(
        one.split()[-1] for one in reversed(before) if one.split()[1] in {"discards", "draws"}
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
