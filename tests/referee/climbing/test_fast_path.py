"""The fast path of adjudication gives the same answers as the full checks of every event."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.climbing.fast_path import KNOWN, allows_fast_path
from referee.climbing.rules import ClimbingRules
from referee.position import Position
from referee.variants import rules_for
from tests.referee.chance import clubs, few_examples, seeds
from tests.referee.climbing_table import CAST
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

Json = dict[str, Any]


@st.composite
def sessions(draw) -> Json:
    """Draw the record of a legal session of any climbing game."""
    if draw(st.booleans()):
        return random_session(draw(seeds), most=2).record()
    variant, chosen = draw(clubs())
    hand = random_hand(variant, chosen, draw(seeds))
    head = {"format": "session-record/1", "variant": variant, "house_rules": chosen}
    return {**head, "players": CAST[:4], "hands": [hand]}


def with_slips(events: list[str], chance: Random) -> Iterator[str]:
    """Yield the events with random slips in them, more of them towards the end."""
    for number, event in enumerate(events):
        seat, action = event.split(": ")
        slips = {
            0: [f"{chance.randint(1, 3)}: {action}"],
            1: [f"{seat}: {chance.choice(events).split(': ')[1]}"],
            2: [f"{seat}: pass"],
            3: [chance.choice(["unseen", f"{seat}: unseen"])],
            4: [f"{seat}: ? ?" if " " in action else f"{seat}: ?"],
            5: [event, f"{seat}: takes back", event],
            6: [event, event],
            7: [],
            8: [event.removesuffix(" last")],
            9: [f"{seat}: {action.split()[0]}"],
        }
        yield from slips.get(chance.randrange(15 if number > len(events) - 9 else 60), [event])


def both_answers(record: Json) -> Iterator[tuple[Any, Any]]:
    """Yield, for each hand, the answer of the fast path and that of the full checks."""
    try:
        hands = referee.adjudicate(referee.parse_record(record)).hands
    except referee.MalformedError:
        return
    for hand in hands:
        steps = hand.judged.steps
        full_steps = [
            (step.number, step.event, step.trick, step.verdict, step.combination) for step in steps
        ]
        end = steps[-1].after if steps else hand.judged.start
        yield ([*map(tuple, hand.judged.events)], hand.judged.end), (full_steps, end)


@few_examples
@given(sessions())
def test_the_fast_path_agrees_on_legal_sessions(record):
    for fast, full in both_answers(record):
        assert fast == full


@few_examples
@given(sessions(), seeds, st.booleans())
def test_the_fast_path_agrees_on_sessions_with_slips_and_gaps(record, chance, deals_known):
    for hand in record["hands"]:
        hand["events"] = [*with_slips(hand["events"], chance)]
        hand.pop("left", None)
        if not deals_known:
            hand["dealt"] = None
        if chance.random() < 0.3:
            hand["passes"] = "implied"
            hand["events"] = [event for event in hand["events"] if not event.endswith("pass")]
    for fast, full in both_answers({**record, "hands": record["hands"][:1]}):
        assert fast == full


@dataclass(frozen=True, kw_only=True, eq=False)
class WithSilentSeat(ClimbingRules):
    """A game with a rule of plays that the fast path does not know."""

    one_seat_may_not_play: bool = False


def test_a_hand_under_a_rule_that_the_fast_path_does_not_know_is_judged_by_the_full_checks():
    known = rules_for("big-two", {})
    start = Position(({"5C": 1}, {"7H": 1}), (1, 1), (0, 0), (), turn=1, opened=True)
    values = {field.name: getattr(known, field.name) for field in fields(known)}
    assert allows_fast_path(known, start)
    assert allows_fast_path(WithSilentSeat(**values), start)
    assert not allows_fast_path(WithSilentSeat(**values, one_seat_may_not_play=True), start)


def test_the_fast_path_knows_every_rule_of_today():
    assert {field.name for field in fields(ClimbingRules)} == KNOWN
