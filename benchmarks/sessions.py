"""Complete sessions of every game, dealt and played by chance under the usual house rules, read, judged and scored."""

import json
from random import Random
from typing import Any

import referee
from benchmarks.timing import Work
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

CAST = ["Alice", "Bob", "Carol", "Dan"]
CLIMBING = ["big-two", "pusoy-dos", "gang-of-four", "gang-of-four-loser-scores"]
GAMES = [*CLIMBING, "four-color-cards"]
ROUNDS = 3
"""Hands of Four Color Cards in a game."""
EVENING = (8, 16)
"""Hands of an evening, at least and at most."""


def texts(variant: str, number: int, chance: Random) -> list[str]:
    """Session records in JSON, with every deal and every action, at least so many hands in all.

    Big Two and Pusoy Dos have one hand in each, the others several: there the last hand leads to the next.
    """
    found: list[dict[str, Any]] = []
    while sum(len(record["hands"]) for record in found) < number:
        found.append(_record(variant, chance))
    return [json.dumps(record) for record in found]


def evenings(variant: str, number: int, chance: Random) -> list[str]:
    """So many sessions as a club has them: the same four from hand to hand, every deal and every action written down."""
    return [json.dumps(_evening(variant, chance)) for _ in range(number)]


def _evening(variant: str, chance: Random) -> dict[str, Any]:
    number = chance.randint(*EVENING)
    if variant.startswith("gang"):
        return _long_session(variant, number, chance)
    said = {"format": "session-record/1", "variant": variant, "players": CAST}
    if variant == GAMES[-1]:
        return {**said, "house_rules": {"rounds": number}, "hands": _rounds(chance, number)}
    return {**said, "hands": [random_hand(variant, {}, chance) for _ in range(number)]}


def _long_session(variant: str, number: int, chance: Random) -> dict[str, Any]:
    """A game of Gang of Four may end after a few hands, or be for three."""
    fewest, most = EVENING
    while True:
        found = random_session(chance, variant, most=most, house_rules={})
        hands = [hand for hand in found.hands if "dealt" in hand]
        if found.seats == len(CAST) and not found.keys and fewest <= len(hands) <= number:
            return {**found.record(), "hands": hands}


def _record(variant: str, chance: Random) -> dict[str, Any]:
    if variant.startswith("gang"):
        record = random_session(chance, variant, house_rules={}).record()
        return {**record, "hands": [hand for hand in record["hands"] if "dealt" in hand]}
    hands = _rounds(chance, ROUNDS) if variant == GAMES[-1] else [random_hand(variant, {}, chance)]
    return {"format": "session-record/1", "variant": variant, "players": CAST, "hands": hands}


def _rounds(chance: Random, number: int) -> list[dict[str, Any]]:
    """Whoever finishes a hand of Four Color Cards starts the next."""
    hands, first = [], 0
    for _ in range(number):
        played = random_round(chance, seats=len(CAST), first=first)
        hands.append(played.record())
        first = played.finisher or played.first
    return hands


def adjudicate(batch: list[str]) -> Work:
    """Parse, judge and score."""
    hands = events = 0
    for text in batch:
        record = referee.read_record(text, "json")
        for hand, written in zip(referee.adjudicate(record).hands, record.hands, strict=True):
            assert hand.points is not None
            assert not hand.has_illegal
            hands, events = hands + 1, events + len(written.events)
    return Work(hands, events)


def answer(batch: list[str]) -> Work:
    """The same, and the whole answer written as JSON again."""
    hands = events = 0
    for text in batch:
        answer = referee.adjudicate(referee.read_record(text, "json")).as_json()
        json.dumps(answer)
        hands += len(answer["hands"])
        events += sum(len(hand["events"]) for hand in answer["hands"])
    return Work(hands, events)
