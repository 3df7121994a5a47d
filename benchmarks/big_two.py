"""Big Two: complete hands, dealt and played by chance, read from JSON, judged play by play and scored."""

import json
from random import Random

import referee
from tests.referee.random_hands import random_hand

RULES = referee.rules_for("big-two")


def texts(number: int, chance: Random) -> list[str]:
    """Session records of one hand, with the deal, every play and every pass."""
    record = {
        "format": "session-record/1",
        "variant": "big-two",
        "players": ["Alice", "Bob", "Carol", "Dan"],
    }
    return [
        json.dumps({**record, "hands": [random_hand("big-two", {}, chance)]}) for _ in range(number)
    ]


def adjudicate(batch: list[str]) -> int:
    """Parse, judge and score; the number of events that were judged."""
    events = 0
    for text in batch:
        hand = referee.adjudicate(referee.read_record(text, "json")).hands[0]
        assert hand.points is not None
        assert sum(hand.points) == 0
        assert not hand.has_illegal
        events += len(hand.judged.findings)
    return events


def answer(batch: list[str]) -> int:
    """The same, and the whole answer written as JSON again."""
    events = 0
    for text in batch:
        answer = referee.adjudicate(referee.read_record(text, "json")).as_json()
        events += len(answer["hands"][0]["events"])
        json.dumps(answer)
    return events


def parsed(batch: list[str]) -> list[referee.HandRecord]:
    """The hands as records, read before the clock starts."""
    return [referee.read_record(text, "json").hands[0] for text in batch]


def judge(hands: list[referee.HandRecord]) -> int:
    """Judge hands that have been read; the number of events."""
    carried = referee.Carried(number=1, totals=(0, 0, 0, 0), won=(0, 0, 0, 0))
    return sum(len(referee.adjudicate_hand(RULES, hand, carried).judged.findings) for hand in hands)
