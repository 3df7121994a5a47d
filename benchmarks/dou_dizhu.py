"""OpenSpiel: hands of Dou Dizhu, a climbing game, stepped through from Python by its core in C++.

There is no package of it for every machine.  Where there is none, its rows are left out and the bench says so.
"""

from random import Random
from typing import NamedTuple

from benchmarks.timing import Work

try:
    import pyspiel
except ImportError:
    pyspiel = None

IS_HERE = pyspiel is not None
GAME = pyspiel.load_game("dou_dizhu") if IS_HERE else None


class History(NamedTuple):
    """A hand as OpenSpiel writes it down, the cards that were dealt among its actions."""

    actions: list[int]
    returns: list[float]
    played: int  # actions of the players


def play(chances: list[Random]) -> Work:
    """Ask what is legal and do one of these things by chance, to the end of the hand."""
    return Work(len(chances), sum(_history(chance).played for chance in chances))


def _history(chance: Random) -> History:
    state, played = GAME.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            cards, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(cards, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            played += 1
    return History(state.history(), state.returns(), played)


def histories(number: int, chance: Random) -> list[History]:
    """Hands that were played before the clock starts."""
    return [_history(chance) for _ in range(number)]


def replay(batch: list[History]) -> Work:
    """Step through what was played, every action checked to be legal."""
    for history in batch:
        state = GAME.new_initial_state()
        for action in history.actions:
            state.apply_action_with_legality_check(action)
        assert state.returns() == history.returns
    return Work(len(batch), sum(history.played for history in batch))
