"""Combinations as values: what cards are, and which cards they beat, in every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee import Family, MalformedError
from tests.referee.chance import many_examples

CLIMBING = [rules.variant for rules in referee.VARIANTS.values() if rules.family is Family.CLIMBING]

each_variant = pytest.mark.parametrize("variant", CLIMBING)


@pytest.mark.parametrize(
    ("variant", "cards", "kind", "is_bomb"),
    [
        ("big-two", "3C", "single", False),
        ("big-two", "AC 2D 3H 4S 5C", "straight", False),
        ("big-two", "4C 4D 4H 4S 9C", "four-of-a-kind", True),
        ("pusoy-dos", "3C 5C 7C 9C JC", "flush", False),
        ("gang-of-four", "9R 9G 9G 9Y", "gang-of-four", True),
        ("gang-of-four-loser-scores", "PG 9R", "pair", False),
    ],
)
def test_the_kind_of_cards_is_that_of_the_rulebook(variant, cards, kind, is_bomb):
    made = referee.combination(variant, cards)
    assert (made.kind, made.is_bomb) == (kind, is_bomb)
    assert sorted(made.cards) == sorted(cards.split())


@pytest.mark.parametrize(
    ("variant", "cards"),
    [
        ("big-two", "3C 4C"),
        ("big-two", "3C 3D 3H"),
        ("gang-of-four", "PG 9R"),
        ("gang-of-four", "PG DR"),
    ],
)
def test_cards_that_cannot_be_played_together_are_none(variant, cards):
    assert referee.combination(variant, cards) is None


def test_house_rules_decide():
    assert referee.combination("big-two", "3C 3D 3H", {"triples": True}).kind == "triple"
    two, three = (
        referee.combination("big-two", card, {"suit_order": "SHDC"}) for card in ("3S", "3C")
    )
    assert three.beats(two)


@each_variant
@many_examples
@given(data=st.data())
def test_cards_beat_others_as_the_referee_answers(variant, data):
    cards = st.lists(
        st.sampled_from(referee.VARIANTS[variant].deck.cards), min_size=1, max_size=3, unique=True
    )
    first, second = (" ".join(data.draw(cards)) for _ in range(2))
    one, other = referee.combination(variant, first), referee.combination(variant, second)
    if one and other:
        question = {
            "variant": variant,
            "standing": second,
            "play": first,
            "next_holds": 9,
            "opening": False,
        }
        assert one.beats(other) is referee.ask(question).is_legal
        assert not (one.beats(other) and other.beats(one))


def test_a_bomb_beats_another_size():
    bomb = referee.combination("big-two", "4C 4D 4H 4S 9C")
    assert bomb.beats(referee.combination("big-two", "AC AD"))
    assert not bomb.beats(referee.combination("big-two", "2S"))


def test_combinations_of_different_rules_are_neither_equal_nor_compared():
    one, other = referee.combination("big-two", "3C"), referee.combination("pusoy-dos", "3C")
    assert one != other
    assert len({one, other, referee.combination("big-two", "3♣")}) == 2
    with pytest.raises(ValueError, match="of one game with the same house rules"):
        one.beats(other)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bridge", "3C"), "none of big-two"),
        (("big-two", "3X"), "'3X' is no card"),
        (("big-two", ""), "There is no card"),
        (("big-two", "3C 3C"), "named 2 times"),
        (("big-two", "3C ?"), "unknown card"),
        (("four-color-cards", "Rr Hr Cr"), "has melds"),
        (("big-two", "3C", {"triples": 7}), "7 will not do"),
    ],
)
def test_what_is_no_question_is_refused(arguments, message):
    with pytest.raises(MalformedError, match=message):
        referee.combination(*arguments)
