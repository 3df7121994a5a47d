"""Complete random sessions of every variant under the default house rules, read, judged and scored."""

import json
from random import Random
from typing import Any

import referee
from benchmarks.timing import QUICK, Work
from tests.referee.random_four_color_hands import random_round
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

CAST = ["Alice", "Bob", "Carol", "Dan"]
CLIMBING = ["big-two", "pusoy-dos", "gang-of-four", "gang-of-four-loser-scores"]
GAMES = [*CLIMBING, "four-color-cards"]
ROUNDS = 3
"""Hands of a session of Four Color Cards."""
CLUB_SESSION = (2, 4) if QUICK else (8, 16)
"""The least and the most hands of a club's session."""


def texts(variant: str, number: int, chance: Random) -> list[str]:
    """Return session records in JSON with at least this many hands in all, with every deal and every action.

    A record of Big Two or Pusoy Dos has one hand; in the other variants the state carries over between several hands.
    """
    records: list[dict[str, Any]] = []
    while sum(len(record["hands"]) for record in records) < number:
        records.append(_record(variant, chance))
    return [json.dumps(record) for record in records]


def club_sessions(variant: str, number: int, chance: Random) -> list[str]:
    """Return this many sessions of a club in JSON: four players, several hands, with every deal and every action."""
    return [json.dumps(_club_session(variant, chance)) for _ in range(number)]


def _club_session(variant: str, chance: Random) -> dict[str, Any]:
    number = chance.randint(*CLUB_SESSION)
    if variant.startswith("gang"):
        return _long_session(variant, number, chance)
    record = {"format": "session-record/1", "variant": variant, "players": CAST}
    if variant == GAMES[-1]:
        return {**record, "house_rules": {"rounds": number}, "hands": _rounds(chance, number)}
    return {**record, "hands": [random_hand(variant, {}, chance) for _ in range(number)]}


def _long_session(variant: str, number: int, chance: Random) -> dict[str, Any]:
    """Return a session of Gang of Four with four players and enough hands; try again until there is one."""
    fewest, most = CLUB_SESSION
    while True:
        session = random_session(chance, variant, most=most, house_rules={})
        hands = [hand for hand in session.hands if "dealt" in hand]
        if session.seats == len(CAST) and not session.keys and fewest <= len(hands) <= number:
            return {**session.record(), "hands": hands}


def _record(variant: str, chance: Random) -> dict[str, Any]:
    if variant.startswith("gang"):
        record = random_session(chance, variant, house_rules={}).record()
        return {**record, "hands": [hand for hand in record["hands"] if "dealt" in hand]}
    hands = _rounds(chance, ROUNDS) if variant == GAMES[-1] else [random_hand(variant, {}, chance)]
    return {"format": "session-record/1", "variant": variant, "players": CAST, "hands": hands}


def _rounds(chance: Random, number: int) -> list[dict[str, Any]]:
    """Return hands of Four Color Cards; the finisher of a hand starts the next."""
    hands, first = [], 0
    for _ in range(number):
        hand = random_round(chance, seats=len(CAST), first=first)
        hands.append(hand.record())
        first = hand.finisher or hand.first
    return hands


def adjudicate(batch: list[str]) -> Work:
    """Parse, judge and score every record."""
    hands = events = 0
    for text in batch:
        record = referee.read_record(text, "json")
        for hand, hand_record in zip(referee.adjudicate(record).hands, record.hands, strict=True):
            assert hand.points is not None
            assert not hand.has_illegal
            hands, events = hands + 1, events + len(hand_record.events)
    return Work(hands, events)


def answer(batch: list[str]) -> Work:
    """Parse, judge and score every record, and write the answers as JSON."""
    hands = events = 0
    for text in batch:
        answer = referee.adjudicate(referee.read_record(text, "json")).as_json()
        json.dumps(answer)
        hands += len(answer["hands"])
        events += sum(len(hand["events"]) for hand in answer["hands"])
    return Work(hands, events)
