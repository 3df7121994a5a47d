"""The best division of a hand into melds, compared with trying every division."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.melding.completion import Completion, completion
from tests.referee.chance import many_examples, some_examples
from tests.referee.random_four_color_hands import (
    DEFAULTS,
    best_division,
    complete_divisions,
    concealed_points,
    melds,
    random_house_rules,
)

FACES = [kind + color for kind in "GAERHCS" for color in "rgyw"]
CLUBS = [{}, *(random_house_rules(Random(seed)) for seed in range(25))]


@st.composite
def hands(draw: st.DrawFn, size: int = 12) -> tuple[str, ...]:
    """Draw cards of one, two or four colors, so that many of them form melds."""
    colors = draw(st.sampled_from(["r", "rg", "rgyw"]))
    faces = [kind + color for kind in "GAERHCS" for color in colors]
    cards = draw(st.lists(st.sampled_from(faces), max_size=size))
    return tuple(card for card, number in Counter(cards).items() for _ in range(min(number, 4)))


@st.composite
def whole_hands(draw: st.DrawFn) -> tuple[str, ...]:
    """Draw hands made of melds, which can therefore be divided."""
    sets = draw(st.lists(st.sampled_from(sorted(melds(DEFAULTS))), max_size=6))
    cards = [card for one in sets for card in one]
    return tuple(cards) if max(Counter(cards).values(), default=0) <= 4 else ()


@many_examples
@given(club=st.sampled_from(CLUBS), hand=st.one_of(hands(), whole_hands()))
def test_no_other_division_scores_more(club, hand):
    rules = {**DEFAULTS, **club}
    division = referee.rules_for("four-color-cards", club).divider.best(hand)
    ways = complete_divisions(hand, rules)
    if not all(ways):
        assert division is None
        return
    assert division is not None
    assert division[0] == sum(max(concealed_points(way, rules) for way in part) for part in ways)


@some_examples
@given(hand=whole_hands())
def test_the_division_uses_every_card_once_and_adds_up(hand):
    points, formed = referee.rules_for("four-color-cards").divider.best(hand)
    assert Counter(card for one in formed for card in one.cards) == Counter(hand)
    assert points == sum(one.meld.concealed for one in formed)
    assert all(tuple(sorted(one.cards)) in melds(DEFAULTS) for one in formed)


@some_examples
@given(hand=hands(8), unknown=st.integers(1, 2), chance=st.randoms(use_true_random=False))
def test_unknown_cards_complete_a_hand_always_never_or_sometimes(hand, unknown, chance):
    divider = referee.rules_for("four-color-cards").divider
    pool = Counter(chance.sample(FACES, 6))
    fills = [*pool] if unknown == 1 else [(a, b) for a in pool for b in pool if a < b]
    outcomes = {
        best_division((*hand, *((fill,) if isinstance(fill, str) else fill)), DEFAULTS) is not None
        for fill in fills
    }
    expected = {
        frozenset({True}): Completion.ALWAYS,
        frozenset({False}): Completion.NEVER,
        frozenset({True, False}): Completion.OPEN,
    }[frozenset(outcomes)]
    assert completion(divider, Counter(hand), unknown=unknown, pool=pool) is expected
