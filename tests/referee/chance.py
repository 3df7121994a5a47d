"""Random examples of the property tests, the same in every run.

A run tries few examples of each property, so that it takes seconds. ``THOROUGH=2`` tries twice as many, as CI does.
"""

import os
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.referee.random_hands import random_house_rules

VARIANTS = ["big-two", "pusoy-dos"]
THOROUGH = int(os.environ.get("THOROUGH") or 1)


def max_examples(times: int) -> settings:
    """Return settings for so many examples, multiplied by THOROUGH."""
    return settings(max_examples=times * THOROUGH)


many_examples = max_examples(40)
some_examples = max_examples(12)
few_examples = max_examples(5)
few_games = max_examples(4)
two_games = max_examples(2)
"""For examples that are a whole hand or session, with dozens or hundreds of plays."""

seeds = st.integers(0, 2**32).map(Random)
variants = st.sampled_from(VARIANTS)


@st.composite
def clubs(draw) -> tuple[str, dict[str, Any]]:
    """Draw a climbing variant and house rules."""
    variant = draw(variants)
    return variant, random_house_rules(variant, draw(seeds))
