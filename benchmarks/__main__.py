"""``make bench``: the referee beside PokerKit and python-chess, in one run of one process.

Every figure is the median of several rounds, in seconds of the processor, not of the clock; in a round each candidate has its turn, and every round has hands and games
that it has not seen before, so that no candidate lives off what it remembers.  The peers' games are not ours: a poker hand
has fewer actions than a hand of Big Two, a chess move asks for more thought than a single.  So actions are counted too.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from benchmarks import big_two, chess_games, poker

ROUNDS = 7
HANDS, GAMES = 60, 12
STARTS = 11
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, every start would compile every module anew; nobody starts a command so."""
ROOT = Path(__file__).parents[1]
QUESTION = {"variant": "big-two", "standing": "6C 6D", "play": "4H 4S", "hand": "4H 4S 9C 10C"}


class Candidate(NamedTuple):
    """Something to be timed: what it is given in each round, and what it does with it."""

    name: str
    rounds: Sequence[list[Any]]
    run: Callable[[list[Any]], int]


class Figure(NamedTuple):
    """Medians of the rounds."""

    per_second: float  # hands or games
    actions_per_second: float
    actions: float  # in one hand or game


def timed(candidates: list[Candidate]) -> dict[str, Figure]:
    """Every candidate in turn, round after round; the first round only warms up."""
    seconds: dict[str, list[tuple[float, int, int]]] = {
        candidate.name: [] for candidate in candidates
    }
    for number in range(ROUNDS + 1):
        for candidate in candidates:
            batch = candidate.rounds[number]
            start = time.process_time()
            actions = candidate.run(batch)
            taken = time.process_time() - start
            if number:
                seconds[candidate.name].append((taken, len(batch), actions))
    return {name: figure(rows) for name, rows in seconds.items()}


def figure(rows: list[tuple[float, int, int]]) -> Figure:
    """The medians of rounds: seconds, hands, actions."""
    return Figure(
        median(number / taken for taken, number, _ in rows),
        median(actions / taken for taken, _, actions in rows),
        median(actions / number for _, number, actions in rows),
    )


def start_time(arguments: list[str], given: str = "") -> tuple[float, float]:
    """Milliseconds from the start to the end of a command, by the clock and of the processor; medians of several."""
    clock, processor = [], []
    compiled = {name: value for name, value in os.environ.items() if name != UNCOMPILED}
    for _ in range(STARTS):
        start, before = time.perf_counter(), os.times()
        subprocess.run(
            [sys.executable, *arguments],
            input=given,
            text=True,
            capture_output=True,
            check=False,
            cwd=ROOT,
            env=compiled,
        )
        after = os.times()
        clock.append(time.perf_counter() - start)
        processor.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
    return 1000 * median(clock), 1000 * median(processor)


def main() -> None:
    """Prepare, time, print."""
    chance = Random(20260301)
    print("Preparing hands and games …", flush=True)
    hands = [big_two.texts(HANDS, chance) for _ in range(ROUNDS + 1)]
    folded = [poker.texts(HANDS, chance, folding=0.6) for _ in range(ROUNDS + 1)]
    full = [poker.texts(HANDS, chance, folding=0.1) for _ in range(ROUNDS + 1)]
    games = [chess_games.texts(GAMES, chance) for _ in range(ROUNDS + 1)]
    whole = timed([
        Candidate("referee", hands, big_two.adjudicate),
        Candidate("pokerkit, many folds", folded, poker.replay),
        Candidate("pokerkit, few folds", full, poker.replay),
        Candidate("chess", games, chess_games.read),
        Candidate("referee, answered in JSON", hands, big_two.answer),
    ])  # fmt: skip
    single = timed([
        Candidate("referee", [big_two.parsed(batch) for batch in hands], big_two.judge),
        Candidate("chess", [chess_games.parsed(batch) for batch in games], chess_games.verify),
    ])  # fmt: skip
    print_whole(whole)
    print_single(single)
    print_start()


def print_whole(found: dict[str, Figure]) -> None:
    """Complete hands and games, from text to the end."""
    ours = found["referee"]
    rows = [
        ("referee", "a dealt hand of Big Two: JSON parsed, judged, scored", ours),
        ("", "the same, and the answer written as JSON", found["referee, answered in JSON"]),
        (
            "PokerKit",
            "a hand of hold'em for six, few folds: PHH replayed",
            found["pokerkit, few folds"],
        ),
        ("", "the same game, most hands folded early", found["pokerkit, many folds"]),
        ("python-chess", "a random game of forty moves a side: PGN read", found["chess"]),
    ]
    print("\nComplete hands and games, from their text to the end (medians, a second)")
    print(f"{'':67}  hands  actions each   referee ÷ it   by action")
    for name, what, row in rows:
        ratios = f"{ours.per_second / row.per_second:10.1f} ×"
        by_action = f"{ours.actions_per_second / row.actions_per_second:8.1f} ×"
        compared = f"{ratios}    {by_action}" if row is not ours else ""
        print(f"  {name:13} {what:52}{row.per_second:7.0f} {row.actions:10.0f}  {compared}")


def print_single(found: dict[str, Figure]) -> None:
    """Single plays, their text read before."""
    ours, peer = found["referee"].actions_per_second, found["chess"].actions_per_second
    print("\nSingle plays, their text read before the clock starts")
    print(
        f"  referee       plays and passes judged with reasons, proofs and positions {ours:8.0f} a second"
    )
    print(
        f"  python-chess  is_legal and push                                          {peer:8.0f} a second"
    )
    print(f"  beside python-chess          {ours / peer:6.2f} ×")


def print_start() -> None:
    """A question from the command line."""
    clock, processor = start_time(["-m", "referee", "ask"], json.dumps(QUESTION))
    bare_clock, bare_processor = start_time(["-c", "pass"])
    print("\nStart to answer of one question to python -m referee ask")
    print(f"  {clock:.0f} ms by the clock ({processor:.0f} ms of the processor); Python alone takes "
          f"{bare_clock:.0f} ms ({bare_processor:.0f} ms)")  # fmt: skip


if __name__ == "__main__":
    main()
