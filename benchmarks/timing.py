"""Measure candidates in turn, round after round, in CPU seconds; the medians count."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

QUICK = "--quick" in sys.argv or bool(os.environ.get("BENCH_QUICK"))
"""Whether to run every part once with little work: the figures mean nothing then."""
ROUNDS = 1 if QUICK else 7


class Work(NamedTuple):
    """The amount of work that a candidate did in a round."""

    hands: int  # or games
    actions: int


class Candidate(NamedTuple):
    """A function to be measured, with its batch for each round."""

    name: str
    rounds: Sequence[list[Any]]
    run: Callable[[list[Any]], Work]


class Figure(NamedTuple):
    """Medians over the rounds."""

    per_second: float  # hands or games
    actions_per_second: float
    actions: float  # in one hand or game


def rounds(prepare: Callable[[], list[Any]]) -> list[list[Any]]:
    """Return a new batch for every round."""
    return [prepare() for _ in range(ROUNDS + 1)]


def measure(candidates: list[Candidate]) -> dict[str, Figure]:
    """Run every candidate in each round; the first round is a warm-up and does not count."""
    rows: dict[str, list[tuple[float, Work]]] = {candidate.name: [] for candidate in candidates}
    for number in range(ROUNDS + 1):
        for candidate in candidates:
            batch = candidate.rounds[number]
            start = time.process_time()
            work = candidate.run(batch)
            seconds = time.process_time() - start
            if number:
                rows[candidate.name].append((seconds, work))
    return {name: figure(rounds) for name, rounds in rows.items()}


def figure(rows: list[tuple[float, Work]]) -> Figure:
    """Return the medians over rounds of seconds and work."""
    return Figure(
        median(work.hands / seconds for seconds, work in rows),
        median(work.actions / seconds for seconds, work in rows),
        median(work.actions / work.hands for _, work in rows),
    )
