"""Nothing that may be true is refused or illegal, whatever nobody saw, save a gift."""

from random import Random

import pytest

from tests.referee.unseen_stretches import hide, objections, random_complete_hand

GAMES = ["big-two", "pusoy-dos", "gang", "four-color-cards"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_said_against_a_true_hand_of_which_stretches_were_unseen(game):
    """Once compared with 500 hands a game."""
    for number in range(12):
        chance = Random(f"{game} {number}")
        case = hide(random_complete_hand(game, chance), chance)
        assert not objections(case), case.hand
