"""Properties of random plays and questions of Gang of Four under random house rules, compared with a second opinion."""

from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given

import referee
from tests.referee.chance import THOROUGH, few_examples, seeds, some_examples
from tests.referee.random_sessions import VARIANTS, random_house_rules
from tests.referee.second_opinion_gang import (
    Play,
    Rules,
    beats,
    classify,
    deck,
    every_play,
    legal_plays,
)

RARE = ["1M", "PG", "PY", "PB", "DR"]


class Club(NamedTuple):
    """A variant, the house rules that the club chose, and all effective house rules."""

    variant: str
    chosen: dict[str, Any]
    rules: Rules


def random_club(chance: Random) -> Club:
    variant = chance.choice(VARIANTS)
    chosen = random_house_rules(variant, chance)
    return Club(variant, chosen, referee.rules_for(variant, chosen).house_rules)


def random_cards(club: Club, number: int, chance: Random) -> list[str]:
    """Return a hand in which phoenixes, the dragon and the 1M are more frequent than in a shuffled deck."""
    pack = deck(club.rules)
    chance.shuffle(pack)
    pack.sort(key=lambda card: card not in RARE or chance.random() < 0.5)
    few = chance.randint(0, 3)
    return chance.sample([*pack[:few], *chance.sample(pack[few:], number - few)], number)


def random_plays(club: Club, chance: Random) -> list[Play]:
    """Return a dozen combinations of one hand, often of one kind."""
    every = every_play(random_cards(club, 20, chance), club.rules)
    kind = chance.choice(sorted({play.kind for play in every}))
    alike = [play for play in every if play.kind == kind] if chance.random() < 0.7 else every
    return [chance.choice(alike) for _ in range(12)]


class TestBeating:
    @few_examples
    @given(seeds)
    def test_beating_is_a_strict_order(self, chance):
        club = random_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        plays = [rules.identify(play.cards) for play in random_plays(club, chance)]
        for low, high in product(plays, plays):
            assert not (rules.beats(low, high) and rules.beats(high, low))
        for low, middle, high in permutations(plays, 3):
            if rules.beats(middle, low) and rules.beats(high, middle):
                assert rules.beats(high, low)

    @few_examples
    @given(seeds)
    def test_the_second_opinion_agrees_on_what_beats_what(self, chance):
        club = random_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        plays = random_plays(club, chance)
        identified = [rules.identify(play.cards) for play in plays]
        assert [str(play.kind) for play in identified] == [play.kind for play in plays]
        for one, first in zip(plays, identified, strict=True):
            for other, second in zip(plays, identified, strict=True):
                assert rules.beats(first, second) == beats(one, other, club.rules)

    @some_examples
    @given(seeds)
    def test_the_second_opinion_names_every_set_of_cards_alike(self, chance):
        club = random_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        hand = random_cards(club, 8, chance)
        for size in (2, 4, 5):
            for cards in combinations(hand, size):
                second, first = classify(cards, club.rules), rules.identify(cards)
                assert (first and str(first.kind)) == (second and second.kind)


class Question(NamedTuple):
    """A question to the referee, the hand, and the legal plays by the second opinion."""

    document: dict[str, Any]
    hand: list[str]
    legal: set[tuple[str, ...]]


def random_question(chance: Random, most: int) -> Question:
    club = random_club(chance)
    hand = random_cards(club, chance.randint(4, most), chance)
    opening, standing = chance.random() < 0.15, None
    if not opening and chance.random() < 0.75:
        rest = list(deck(club.rules))
        for card in hand:
            rest.remove(card)
        others = every_play(chance.sample(rest, 16), club.rules)
        size = chance.choice(sorted({len(play.cards) for play in others}))
        standing = chance.choice([play for play in others if len(play.cards) == size])
    next_holds = chance.choice([1, 1, 2])
    sets = [cards for size in range(1, 8) for cards in combinations(hand, size)]
    playable = [play for cards in sets if (play := classify(cards, club.rules))]
    legal = legal_plays(
        playable, hand, standing, club.rules, opening=opening, next_holds=next_holds
    )
    document = {
        "variant": club.variant,
        "house_rules": club.chosen,
        "hand": " ".join(hand),
        "play": "pass",
        "next_holds": next_holds,
        "opening": opening,
        **({"standing": " ".join(standing.cards)} if standing else {}),
    }
    return Question(
        document, hand, {tuple(sorted(play.cards)) if play else ("pass",) for play in legal}
    )


class TestQuestions:
    @some_examples
    @given(seeds)
    def test_the_listed_plays_are_those_of_the_second_opinion(self, chance):
        question = random_question(chance, 8)
        listed = referee.ask(question.document).could_play
        assert {tuple(sorted(play.split())) for play in listed} == question.legal
        assert len(listed) == len(question.legal)

    @few_examples
    @given(seeds)
    def test_exactly_the_listed_plays_are_legal(self, chance):
        question = random_question(chance, 6)
        sets = {tuple(sorted(c)) for n in range(1, 7) for c in combinations(question.hand, n)}
        legal = {
            cards
            for cards in (*sets, ("pass",))
            if referee.ask({**question.document, "play": " ".join(cards)}).is_legal
        }
        assert legal == question.legal

    @few_examples
    @given(seeds)
    def test_plays_are_listed_by_size_then_strength(self, chance):
        club = random_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        hand = " ".join(random_cards(club, 16, chance))
        document = {
            "variant": club.variant,
            "house_rules": club.chosen,
            "hand": hand,
            "play": "pass",
        }
        listed = [rules.identify(tuple(play.split())) for play in referee.ask(document).could_play]
        for weak, strong in pairwise(listed):
            assert weak.size <= strong.size
            assert weak.size < strong.size or not rules.beats(weak, strong)


@pytest.mark.parametrize("deck_of", ["published-64", "literal-42"])
def test_the_second_opinion_finds_every_combination_of_a_hand(deck_of):
    """``every_play`` tries likely sets of cards only, because a whole hand has too many; ``classify`` tries them all."""
    chance, variant = Random(7), "gang-of-four-loser-scores"
    for _ in range(15 * THOROUGH):
        chosen = random_house_rules(variant, chance) | {"deck": deck_of}
        club = Club(variant, chosen, referee.rules_for(variant, chosen).house_rules)
        hand = random_cards(club, 9, chance)
        sets = {tuple(sorted(c)) for n in range(1, 8) for c in combinations(hand, n)}
        playable = {cards for cards in sets if classify(cards, club.rules)}
        assert playable == {play.cards for play in every_play(hand, club.rules)}
