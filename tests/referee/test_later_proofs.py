"""A verdict that a later event proves names that event in its reason."""

import re
from random import Random

from hypothesis import given

import referee
from tests.referee.cast import CAST
from tests.referee.chance import many_examples, seeds

HANDS = 4
"""The number of hands of one example."""

CLIMBING = ["big-two", "pusoy-dos", "gang-of-four", "gang-of-four-loser-scores"]


def judge(variant, events, **hand):
    record = {"format": "session-record/1", "variant": variant, "players": CAST}
    parsed = referee.parse_record({**record, "hands": [{**hand, "events": events}]})
    return referee.adjudicate(parsed).as_json()["hands"][0]["events"]


def named_events(judged):
    return [int(number) for number in re.findall(r"event (\d+)", judged["reason"])]


@many_examples
@given(seeds)
def test_what_is_illegal_only_by_a_later_event_names_it(chance):
    for _ in range(HANDS):
        variant = chance.choice([*CLIMBING, "four-color-cards"])
        events = [random_event(variant, chance) for _ in range(chance.randint(2, 7))]
        for place, judged in enumerate(judge(variant, events)):
            if judged["verdict"] == "illegal" and not is_illegal_alone(variant, events, place):
                assert max(named_events(judged), default=0) > place + 1, (variant, events, judged)


def is_illegal_alone(variant, events, place):
    """Return whether the event is illegal in the record that is cut after it."""
    return judge(variant, events[: place + 1])[-1]["verdict"] == "illegal"


def random_event(variant: str, chance: Random) -> str:
    seat, draw = chance.randint(1, 4), chance.random()
    if draw < 0.1:
        return f"{seat}: unseen"
    if variant == "four-color-cards":
        verb = chance.choice(["draws", "discards", "chi", "calls chi", "pong", "calls pong", "hu"])
        number = 1 if verb in {"draws", "discards"} else chance.randint(2, 3)
        return f"{seat}: {verb} {random_cards(variant, number, chance)}"
    if draw < 0.25:
        return f"{seat}: pass"
    return f"{seat}: {random_cards(variant, chance.choice([1, 1, 2, 2, 3]), chance)}"


def random_cards(variant: str, number: int, chance: Random) -> str:
    """Return cards of a small part of the deck, so that they meet again."""
    faces = [*dict.fromkeys(referee.rules_for(variant).deck.cards)][:12]
    return " ".join("?" if chance.random() < 0.2 else card for card in chance.sample(faces, number))


def test_a_turn_that_a_later_event_tells_names_it():
    events = ["3: 3D QS 3S 3C QH", "3: AS AH", "3: unseen", "3: 8S", "3: pass", "3: 5S"]
    judged = judge("pusoy-dos", events)[4]
    assert judged["verdict"] == "illegal"
    assert named_events(judged) == [6]


def test_nothing_is_added_where_the_record_up_to_the_event_proves_it():
    judged = judge("big-two", ["1: 3C", "2: 5D", "3: 4H", "4: 6H"])
    assert named_events(judged[2]) == []
