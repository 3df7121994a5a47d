"""OpenSpiel: hands of Dou Dizhu, a climbing game, stepped from Python through its C++ core.

Its package does not exist for every machine. Without it these rows are left out and the benchmark says so.
"""

from random import Random
from typing import NamedTuple

from benchmarks.timing import Work

try:
    import pyspiel
except ImportError:
    pyspiel = None

IS_INSTALLED = pyspiel is not None
GAME = pyspiel.load_game("dou_dizhu") if IS_INSTALLED else None


class History(NamedTuple):
    """A hand in OpenSpiel's notation, in which dealt cards are actions too."""

    actions: list[int]
    returns: list[float]
    played: int  # number of the players' actions


def play(chances: list[Random]) -> Work:
    """Play hands to the end, choosing among the legal actions at random."""
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
    """Return hands played before the measurement."""
    return [_history(chance) for _ in range(number)]


def replay(batch: list[History]) -> Work:
    """Apply the recorded actions, checking that each is legal."""
    for history in batch:
        state = GAME.new_initial_state()
        for action in history.actions:
            state.apply_action_with_legality_check(action)
        assert state.returns() == history.returns
    return Work(len(batch), sum(history.played for history in batch))
