"""Questions whose answers list every legal play of a Gang of Four hand, and how long the command takes to start."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import referee
from benchmarks.timing import QUICK, Work
from tests.referee.second_opinion_gang import deck, every_play

STARTS = 1 if QUICK else 11
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
"""This variable would make every start compile every module again; it is removed."""
ROOT = Path(__file__).parents[1]
QUESTION = {"variant": "big-two", "standing": "6C 6D", "play": "4H 4S", "hand": "4H 4S 9C 10C"}
RULES = referee.rules_for("gang-of-four")
CARDS = 16
STANDING = {"nothing": 0, "a single": 1, "a pair": 2, "five cards": 5}
"""By what stands, the number of its cards."""


def questions(number: int, chance: Random, *, size: int) -> list[dict[str, Any]]:
    """Return questions about sixteen cards that were not seen before; so many cards stand."""
    return [_question(size, chance) for _ in range(number)]


def _question(size: int, chance: Random) -> dict[str, Any]:
    pack = deck(dict(RULES.house_rules))
    chance.shuffle(pack)
    hand, other_cards = pack[:CARDS], pack[CARDS : 2 * CARDS]
    question = {"variant": "gang-of-four", "hand": " ".join(hand), "play": "pass"}
    plays = [p for p in every_play(other_cards, dict(RULES.house_rules)) if len(p.cards) == size]
    if not size:
        return question
    return {**question, "standing": " ".join(chance.choice(plays).cards)} if plays else _question(size, chance)  # fmt: skip


def list_plays(batch: list[dict[str, Any]]) -> Work:
    """Answer every question, and count the plays in ``could_play``."""
    return Work(len(batch), sum(len(referee.ask(question).could_play or ()) for question in batch))


def start_times() -> list[tuple[float, float]]:
    """Return wall-clock and CPU milliseconds of one question to the command, and of Python alone."""
    return [_start(["-m", "referee", "ask"]), _start(["-c", "pass"])]


def _start(arguments: list[str]) -> tuple[float, float]:
    clock, processor = [], []
    environment = {name: value for name, value in os.environ.items() if name != UNCOMPILED}
    for _ in range(STARTS):
        start, before = time.perf_counter(), os.times()
        subprocess.run(
            [sys.executable, *arguments],
            input=json.dumps(QUESTION),
            text=True,
            capture_output=True,
            check=False,
            cwd=ROOT,
            env=environment,
        )
        after = os.times()
        clock.append(time.perf_counter() - start)
        user, system = (after.children_user - before.children_user, after.children_system - before.children_system)  # fmt: skip
        processor.append(user + system)
    return 1000 * median(clock), 1000 * median(processor)
