"""Random hands and games to their end, step by step: what is legal is listed, one action is chosen and played.

No figure contains the shuffle. python-chess lists its legal moves and pushes one; PokerKit's hands are played through its ``State``.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import referee
from benchmarks import chess_games, poker
from benchmarks.timing import Candidate, Figure, Work, measure, rounds

Hand = tuple[dict[str, Any], Random]


def hands(variant: str, number: int, chance: Random) -> list[Hand]:
    """Return dealt hands, each with the chance that plays it."""
    return [
        (referee.deal(variant, seed=chance.randrange(1 << 32)), Random(chance.random()))
        for _ in range(number)
    ]


def play(variant: str) -> Callable[[list[Hand]], Work]:
    """Return the function that plays hands of a game, whoever is to act."""

    def run(batch: list[Hand]) -> Work:
        actions = 0
        for hand, chance in batch:
            table = referee.Table(variant, hand=hand)
            while choices := table.choices():
                seat = chance.choice(list(choices))
                table.play(f"{seat}: {chance.choice(choices[seat] or ())}")
            actions += len(table.events)
        return Work(len(batch), actions)

    return run


def play_poker(folding: float) -> Callable[[list[Random]], Work]:
    """Return the function that plays hands of hold'em, in which a bet is answered by folding so often."""

    def run(chances: list[Random]) -> Work:
        return Work(len(chances), sum(poker.play(chance, folding) for chance in chances))

    return run


def compare(number: int, chance: Random) -> dict[str, Figure]:
    """Measure every game of the referee, python-chess and PokerKit."""
    chances = rounds(lambda: [Random(chance.random()) for _ in range(number)])
    return measure([
        *(Candidate(game, rounds(lambda game=game: hands(game, number, chance)), play(game)) for game in referee.VARIANTS),
        Candidate("chess", chances, chess_games.play),
        Candidate("few-folds", chances, play_poker(0.1)),
        Candidate("many-folds", chances, play_poker(0.6)),
    ])  # fmt: skip
