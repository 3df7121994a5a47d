"""Properties of random plays and questions of Big Two and Pusoy Dos under random house rules, compared with a second opinion."""

from itertools import combinations, pairwise, permutations, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee import second_opinion
from tests.referee.chance import clubs, few_examples, seeds, some_examples
from tests.referee.random_hands import deck


@st.composite
def plays(draw) -> tuple[Any, list[Any]]:
    """Draw random rules and a dozen combinations, often of one kind."""
    variant, chosen = draw(clubs())
    rules = referee.rules_for(variant, chosen)
    chance = draw(seeds)
    every = second_opinion.every_play(chance.sample(deck(), 20), rules.house_rules)
    kind = chance.choice(every).kind
    alike = [play for play in every if play.kind == kind] if chance.random() < 0.7 else every
    chosen_plays = [chance.choice(alike) for _ in range(12)]
    return rules, [rules.identify(play.cards) for play in chosen_plays]


class TestBeating:
    @few_examples
    @given(plays())
    def test_no_two_plays_beat_each_other(self, rules_and_plays):
        rules, plays = rules_and_plays
        for one, other in product(plays, plays):
            assert not (rules.beats(one, other) and rules.beats(other, one))

    @few_examples
    @given(plays())
    def test_beating_is_a_strict_order_within_a_kind(self, rules_and_plays):
        rules, plays = rules_and_plays
        for low, middle, high in permutations(plays, 3):
            alike = low.kind == middle.kind == high.kind
            if alike and rules.beats(middle, low) and rules.beats(high, middle):
                assert rules.beats(high, low)

    @few_examples
    @given(plays())
    def test_of_two_plays_of_one_kind_without_common_cards_one_is_higher(self, rules_and_plays):
        rules, plays = rules_and_plays
        for one, other in combinations(plays, 2):
            if one.kind == other.kind and not set(one.cards) & set(other.cards):
                assert rules.beats(one, other) or rules.beats(other, one)

    @few_examples
    @given(plays())
    def test_the_second_opinion_agrees_on_what_beats_what(self, rules_and_plays):
        rules, plays = rules_and_plays
        opinions = [second_opinion.classify(play.cards, rules.house_rules) for play in plays]
        assert [str(play.kind) for play in plays] == [play.kind for play in opinions]
        for (one, mine), (other, theirs) in permutations(zip(plays, opinions, strict=True), 2):
            if not set(one.cards) & set(other.cards):  # there is one copy of each card
                expected = second_opinion.beats(mine, theirs, rules.house_rules)
                assert rules.beats(one, other) == expected


@st.composite
def questions(draw, most: int) -> tuple[dict[str, Any], list[str], Any]:
    """Draw a question with up to ``most`` cards in hand, the hand, and the standing play."""
    variant, chosen = draw(clubs())
    hand = draw(st.lists(st.sampled_from(deck()), min_size=1, max_size=most, unique=True))
    chance = draw(seeds)
    opening, standing = chance.random() < 0.2, None
    if not opening and chance.random() < 0.8:
        rest = [card for card in deck() if card not in hand]
        rules = referee.rules_for(variant, chosen).house_rules
        standing = chance.choice(second_opinion.every_play(chance.sample(rest, 16), rules))
    question = {
        "variant": variant,
        "house_rules": chosen,
        "hand": " ".join(hand),
        "next_holds": chance.choice([1, 1, 2]),
        "opening": opening,
        "play": "pass",
        **({"standing": " ".join(standing.cards)} if standing else {}),
    }
    return question, hand, standing


class TestQuestions:
    @few_examples
    @given(questions(6))
    def test_exactly_the_listed_plays_are_legal(self, question_hand_standing):
        question, hand, _ = question_hand_standing
        listed = {frozenset(play.split()) for play in referee.ask(question).could_play}
        subsets = [cards for size in range(1, 7) for cards in combinations(hand, size)]
        legal = {
            frozenset(cards)
            for cards in (*subsets, ("pass",))
            if referee.ask({**question, "play": " ".join(cards)}).is_legal
        }
        assert listed == legal

    @some_examples
    @given(questions(9))
    def test_the_listed_plays_are_those_of_the_second_opinion(self, question_hand_standing):
        question, hand, standing = question_hand_standing
        rules = referee.rules_for(question["variant"], question["house_rules"]).house_rules
        subsets = [cards for size in range(1, 6) for cards in combinations(hand, size)]
        playable = [play for cards in subsets if (play := second_opinion.classify(cards, rules))]
        highest = max(hand, key=lambda card: second_opinion.height(card, rules))
        legal = second_opinion.legal_plays(
            playable,
            highest,
            standing,
            rules,
            opening=question["opening"],
            next_holds=question["next_holds"],
        )
        listed = {frozenset(play.split()) for play in referee.ask(question).could_play}
        assert listed == {frozenset(play.cards) if play else frozenset({"pass"}) for play in legal}

    @few_examples
    @given(clubs(), st.lists(st.sampled_from(deck()), min_size=13, max_size=13, unique=True))
    def test_plays_are_listed_by_size_then_strength(self, club, hand):
        variant, chosen = club
        rules = referee.rules_for(variant, chosen)
        question = {
            "variant": variant,
            "house_rules": chosen,
            "hand": " ".join(hand),
            "play": "pass",
        }
        listed = [rules.identify(tuple(play.split())) for play in referee.ask(question).could_play]
        assert len({play.cards for play in listed}) == len(listed)
        for weak, strong in pairwise(listed):
            assert weak.size <= strong.size
            assert weak.size < strong.size or not rules.beats(weak, strong)
