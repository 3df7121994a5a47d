"""Every unproven verdict has a possible deal in which the play is legal, and one in which it is illegal."""

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.witnesses import find_witnesses
from tests.referee.chance import few_examples
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import Session, random_session, without_deals

Json = dict[str, Any]

MOST = 3
"""The number of unproven verdicts of a hand that are checked."""


class Case(NamedTuple):
    """A hand without its deal, and the state carried into it."""

    rules: Any
    hand: Json
    carried: Any

    def judge(self, **keys: Any) -> list[Json]:
        parsed = referee.parse_hand({**self.hand, **keys}, self.rules, seats=len(self.carried.won))
        answer: Json = referee.adjudicate_hand(self.rules, parsed, self.carried).as_json()
        events: list[Json] = answer["events"]
        return events

    def unproven(self) -> list[int]:
        """Return the numbers of the first unproven events."""
        numbers = [event["event"] for event in self.judge() if event["verdict"] == "unproven"]
        return numbers[:MOST]

    def witness_verdicts(self, event: int) -> Json:
        """Return the verdict on the event in each witness deal, keyed by the verdict wanted."""
        parsed = referee.parse_hand(self.hand, self.rules, seats=len(self.carried.won))
        witnesses = find_witnesses(self.rules, parsed, self.carried, event=event)
        verdicts = {}
        for expected, complete in (("legal", witnesses.legal), ("illegal", witnesses.illegal)):
            if complete is None:
                continue
            dealt = [" ".join(cards) for cards in complete.hand.dealt]
            events = self.judge(dealt=dealt)
            verdicts[expected] = events[event - 1]["verdict"]
        return verdicts


def guarded_hand(variant: str, chance: Random) -> Case:
    """Return a hand of Big Two or Pusoy Dos under the house rule that protects a last card."""
    chosen = {"protect_last_card": True, "protect_lead_highest": chance.random() < 0.5}
    hand = {"events": random_hand(variant, chosen, chance)["events"]}
    carried = referee.Carried(number=1, won=(0,) * 4, totals=(0,) * 4)
    return Case(referee.rules_for(variant, chosen), hand, carried)


def one_hand(session: Session, hand: Json) -> Case:
    """Return one hand of a session of Gang of Four, with the state that the record carries in."""
    nothing, keys = (0,) * session.seats, session.keys
    carried = referee.Carried(
        number=keys.get("first_hand", 1),
        won=nothing,
        totals=tuple(keys.get("carried", nothing)),
        previous_winner=keys.get("previous_winner"),
        previous_loser=keys.get("previous_loser"),
    )
    return Case(referee.rules_for(session.variant, session.house_rules), hand, carried)


def check(case: Case) -> None:
    for event in case.unproven():
        assert case.witness_verdicts(event) == {"legal": "legal", "illegal": "illegal"}


@few_examples
@given(st.integers(0, 299))
def test_unproven_duties_of_big_two_have_both_witnesses(number):
    check(guarded_hand("big-two", Random(number)))


@few_examples
@given(st.integers(0, 299))
def test_unproven_duties_of_gang_of_four_have_both_witnesses(number):
    """Duties: the highest card, leading several cards, the exchange, the opening lead."""
    session = random_session(Random(number), most=1)
    check(one_hand(session, without_deals(session.hands)[-1]))


@pytest.mark.parametrize("leader", [1, 2, 3])
def test_the_1m_may_be_undealt_or_held_by_another_seat(leader):
    """All sixteen cards of the leader are known: if the 1M was dealt, another seat had to lead."""
    rules = referee.rules_for("gang-of-four", {})
    cards = "2G 2Y 2R 3G 3Y 3R 4G 4Y 4R 5G 5Y 5R 6G 6Y 7R"
    left = [None, None, None]
    left[leader - 1] = cards
    hand = {"events": [f"{leader}: 8G"], "left": left}
    case = Case(rules, hand, referee.Carried(number=1, won=(0,) * 3, totals=(0,) * 3))
    assert case.unproven() == [1]
    assert case.witness_verdicts(1) == {"legal": "legal", "illegal": "illegal"}
