"""Random examples of the property tests, the same in every run.

A run tries few examples of each property, so that it takes seconds. ``THOROUGH=4`` tries four times as many, as CI does.
"""

import os
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.referee.random_hands import random_house_rules

VARIANTS = ["big-two", "pusoy-dos"]
THOROUGH = int(os.environ.get("THOROUGH") or 1)


def tried(times: int) -> settings:
    """Return settings for so many examples, multiplied by THOROUGH."""
    return settings(derandomize=True, deadline=None, database=None, max_examples=times * THOROUGH)


very_often = tried(40)
always_the_same = tried(12)
a_few = tried(5)
some_games = tried(4)
a_game_or_two = tried(2)
"""For examples that are a whole hand or session, with dozens or hundreds of plays."""

seeds = st.integers(0, 2**32).map(Random)
variants = st.sampled_from(VARIANTS)


@st.composite
def clubs(draw) -> tuple[str, dict[str, Any]]:
    """Draw a climbing variant and house rules."""
    variant = draw(variants)
    return variant, random_house_rules(variant, draw(seeds))
