"""What chance draws for the property tests: always the same in every run."""

from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.referee.random_hands import random_house_rules

VARIANTS = ["big-two", "pusoy-dos"]
always_the_same = settings(derandomize=True, deadline=None, database=None, max_examples=60)
a_few = settings(always_the_same, max_examples=25)
some_games = settings(always_the_same, max_examples=15)
"""Where an example is a whole hand or a sitting, with dozens or hundreds of plays in it."""

seeds = st.integers(0, 2**32).map(Random)
variants = st.sampled_from(VARIANTS)


@st.composite
def clubs(draw) -> tuple[str, dict[str, Any]]:
    """A variant and house rules."""
    variant = draw(variants)
    return variant, random_house_rules(variant, draw(seeds))
