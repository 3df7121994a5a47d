"""Every unproven verdict of a climbing game has a deal in which the play was legal and one in which it was not."""

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
"""So many unproven verdicts of a hand are looked into."""


class Case(NamedTuple):
    """A hand without its deal, and what it takes over."""

    rules: Any
    hand: Json
    carried: Any

    def judged(self, **changed: Any) -> list[Json]:
        parsed = referee.parse_hand(
            {**self.hand, **changed}, self.rules, seats=len(self.carried.won)
        )
        answer: Json = referee.adjudicate_hand(self.rules, parsed, self.carried).as_json()
        events: list[Json] = answer["events"]
        return events

    def unproven(self) -> list[int]:
        """The numbers of the first events that are left open."""
        found = [event["event"] for event in self.judged() if event["verdict"] == "unproven"]
        return found[:MOST]

    def witnessed(self, event: int) -> Json:
        """The verdict on the event in each witness deal; nothing where there is none."""
        parsed = referee.parse_hand(self.hand, self.rules, seats=len(self.carried.won))
        found = find_witnesses(self.rules, parsed, self.carried, event=event)
        verdicts = {}
        for wanted, complete in (("legal", found.legal), ("illegal", found.illegal)):
            if complete is None:
                continue
            dealt = [" ".join(cards) for cards in complete.hand.dealt]
            events = self.judged(dealt=dealt)
            verdicts[wanted] = events[event - 1]["verdict"]
        return verdicts


def guarded_hand(variant: str, chance: Random) -> Case:
    """A hand of Big Two or Pusoy Dos in a club that protects the last card."""
    chosen = {"protect_last_card": True, "protect_lead_highest": chance.random() < 0.5}
    hand = {"events": random_hand(variant, chosen, chance)["events"]}
    carried = referee.Carried(number=1, won=(0,) * 4, totals=(0,) * 4)
    return Case(referee.rules_for(variant, chosen), hand, carried)


def one_hand(session: Session, hand: Json) -> Case:
    """The first hand of a session of Gang of Four."""
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
        assert case.witnessed(event) == {"legal": "legal", "illegal": "illegal"}


@few_examples
@given(st.integers(0, 299))
def test_in_big_two_where_the_last_card_is_protected(number):
    check(guarded_hand("big-two", Random(number)))


@few_examples
@given(st.integers(0, 299))
def test_in_gang_of_four(number):
    """The highest card, several cards on the lead, the exchange, who held the multicolored one."""
    session = random_session(Random(number), most=1)
    check(one_hand(session, without_deals(session.hands)[-1]))


@pytest.mark.parametrize("leader", [1, 2, 3])
def test_the_multicolored_one_may_lie_aside_or_with_another_seat(leader):
    """All sixteen of the leader's cards are seen: if it is dealt, somebody else had to lead."""
    rules = referee.rules_for("gang-of-four", {})
    cards = "2G 2Y 2R 3G 3Y 3R 4G 4Y 4R 5G 5Y 5R 6G 6Y 7R"
    left = [None, None, None]
    left[leader - 1] = cards
    hand = {"events": [f"{leader}: 8G"], "left": left}
    case = Case(rules, hand, referee.Carried(number=1, won=(0,) * 3, totals=(0,) * 3))
    assert case.unproven() == [1]
    assert case.witnessed(1) == {"legal": "legal", "illegal": "illegal"}
