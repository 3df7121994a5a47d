"""OpenSpiel: hands of Dou Dizhu, a climbing game, stepped from Python through its C++ core.

Its package does not exist for every machine. Without it these rows are left out and the benchmark says so.
"""

import re
from random import Random
from typing import Any, NamedTuple

from benchmarks.timing import Work

try:
    import pyspiel
except ImportError:
    pyspiel = None

IS_INSTALLED = pyspiel is not None
GAME = pyspiel.load_game("dou_dizhu") if IS_INSTALLED else None


HAND = re.compile(r"My hand (\S*)")
CARD = re.compile(r"\(\w+\)|.")  # a joker is written (CJ) or (BWJ)


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


def moments(number: int, chance: Random, *, cards: int, leading: bool) -> list[Any]:
    """Return moments of hands in which the player to act holds so many cards, and leads or follows."""
    found: list[Any] = []
    while len(found) < number:
        state = GAME.new_initial_state()
        for action in _history(chance).actions:
            if _is_wanted(state, cards=cards, leading=leading):
                found.append(state.clone())
                break
            state.apply_action(action)
    return found


def _is_wanted(state: Any, *, cards: int, leading: bool) -> bool:
    if state.is_chance_node():
        return False
    player = state.current_player()
    hand = HAND.search(state.observation_string(player))
    may_pass = "Pass" in map(state.action_to_string, state.legal_actions())
    return hand is not None and len(CARD.findall(hand[1])) == cards and may_pass is not leading


def list_plays(states: list[Any]) -> Work:
    """List every legal action of the player to act."""
    return Work(len(states), sum(len(state.legal_actions()) for state in states))
