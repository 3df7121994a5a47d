"""Candidates in turn, round after round, in seconds of the processor; what counts is the median."""

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, NamedTuple

ROUNDS = 7


class Work(NamedTuple):
    """What a candidate has done in a round."""

    hands: int  # or games
    actions: int


class Candidate(NamedTuple):
    """Something to be timed: what it is given in each round, and what it does with it."""

    name: str
    rounds: Sequence[list[Any]]
    run: Callable[[list[Any]], Work]


class Figure(NamedTuple):
    """Medians of the rounds."""

    per_second: float  # hands or games
    actions_per_second: float
    actions: float  # in one hand or game


def timed(candidates: list[Candidate]) -> dict[str, Figure]:
    """Every candidate in turn, round after round; the first round only warms up."""
    rows: dict[str, list[tuple[float, Work]]] = {candidate.name: [] for candidate in candidates}
    for number in range(ROUNDS + 1):
        for candidate in candidates:
            batch = candidate.rounds[number]
            start = time.process_time()
            done = candidate.run(batch)
            taken = time.process_time() - start
            if number:
                rows[candidate.name].append((taken, done))
    return {name: figure(found) for name, found in rows.items()}


def figure(rows: list[tuple[float, Work]]) -> Figure:
    """The medians of rounds."""
    return Figure(
        median(done.hands / taken for taken, done in rows),
        median(done.actions / taken for taken, done in rows),
        median(done.actions / done.hands for _, done in rows),
    )
