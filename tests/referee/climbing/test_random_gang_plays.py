"""What holds for every play of Gang of Four and every pair of plays, under every club's rules."""

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
    """A variant, what the club chose, and every effective house rule."""

    variant: str
    chosen: dict[str, Any]
    rules: Rules


def a_club(chance: Random) -> Club:
    variant = chance.choice(VARIANTS)
    chosen = random_house_rules(variant, chance)
    return Club(variant, chosen, referee.rules_for(variant, chosen).house_rules)


def some_cards(club: Club, number: int, chance: Random) -> list[str]:
    """A hand with the phoenixes and the multicolored one in it more often than not."""
    pack = deck(club.rules)
    chance.shuffle(pack)
    pack.sort(key=lambda card: card not in RARE or chance.random() < 0.5)
    few = chance.randint(0, 3)
    return chance.sample([*pack[:few], *chance.sample(pack[few:], number - few)], number)


def some_plays(club: Club, chance: Random) -> list[Play]:
    """A dozen combinations of one hand, often of the same kind."""
    found = every_play(some_cards(club, 20, chance), club.rules)
    kind = chance.choice(sorted({play.kind for play in found}))
    alike = [play for play in found if play.kind == kind] if chance.random() < 0.7 else found
    return [chance.choice(alike) for _ in range(12)]


class TestBeating:
    @few_examples
    @given(seeds)
    def test_it_is_a_strict_order(self, chance):
        club = a_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        found = [rules.identify(play.cards) for play in some_plays(club, chance)]
        for low, high in product(found, found):
            assert not (rules.beats(low, high) and rules.beats(high, low))
        for low, middle, high in permutations(found, 3):
            if rules.beats(middle, low) and rules.beats(high, middle):
                assert rules.beats(high, low)

    @few_examples
    @given(seeds)
    def test_a_second_opinion_agrees(self, chance):
        club = a_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        plays = some_plays(club, chance)
        judged = [rules.identify(play.cards) for play in plays]
        assert [str(play.kind) for play in judged] == [play.kind for play in plays]
        for one, its in zip(plays, judged, strict=True):
            for other, theirs in zip(plays, judged, strict=True):
                assert rules.beats(its, theirs) == beats(one, other, club.rules)

    @some_examples
    @given(seeds)
    def test_a_second_opinion_reads_every_set_of_cards_alike(self, chance):
        club = a_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        hand = some_cards(club, 8, chance)
        for size in (2, 4, 5):
            for cards in combinations(hand, size):
                mine, its = classify(cards, club.rules), rules.identify(cards)
                assert (its and str(its.kind)) == (mine and mine.kind)


class Question(NamedTuple):
    """What is asked of a seat, and every legal answer of the second opinion's."""

    asked: dict[str, Any]
    hand: list[str]
    legal: set[tuple[str, ...]]


def a_question(chance: Random, most: int) -> Question:
    club = a_club(chance)
    hand = some_cards(club, chance.randint(4, most), chance)
    opening, standing = chance.random() < 0.15, None
    if not opening and chance.random() < 0.75:
        rest = list(deck(club.rules))
        for card in hand:
            rest.remove(card)
        found = every_play(chance.sample(rest, 16), club.rules)
        size = chance.choice(sorted({len(play.cards) for play in found}))
        standing = chance.choice([play for play in found if len(play.cards) == size])
    next_holds = chance.choice([1, 1, 2])
    sets = [cards for size in range(1, 8) for cards in combinations(hand, size)]
    able = [play for cards in sets if (play := classify(cards, club.rules))]
    legal = legal_plays(able, hand, standing, club.rules, opening=opening, next_holds=next_holds)
    asked = {
        "variant": club.variant, "house_rules": club.chosen, "hand": " ".join(hand), "play": "pass",
        "next_holds": next_holds, "opening": opening,
        **({"standing": " ".join(standing.cards)} if standing else {}),
    }  # fmt: skip
    return Question(
        asked, hand, {tuple(sorted(play.cards)) if play else ("pass",) for play in legal}
    )


class TestAsking:
    @some_examples
    @given(seeds)
    def test_a_second_opinion_looks_at_every_set_of_cards_and_lists_the_same(self, chance):
        question = a_question(chance, 8)
        listed = referee.ask(question.asked).could_play
        assert {tuple(sorted(play.split())) for play in listed} == question.legal
        assert len(listed) == len(question.legal)

    @few_examples
    @given(seeds)
    def test_every_play_that_is_listed_is_legal_and_nothing_else_is(self, chance):
        question = a_question(chance, 6)
        sets = {tuple(sorted(c)) for n in range(1, 7) for c in combinations(question.hand, n)}
        judged = {
            cards
            for cards in (*sets, ("pass",))
            if referee.ask({**question.asked, "play": " ".join(cards)}).is_legal
        }
        assert judged == question.legal

    @few_examples
    @given(seeds)
    def test_plays_are_listed_by_size_and_then_from_the_weakest_up(self, chance):
        club = a_club(chance)
        rules = referee.rules_for(club.variant, club.chosen)
        hand = " ".join(some_cards(club, 16, chance))
        asked = {"variant": club.variant, "house_rules": club.chosen, "hand": hand, "play": "pass"}
        listed = [rules.identify(tuple(play.split())) for play in referee.ask(asked).could_play]
        for weak, strong in pairwise(listed):
            assert weak.size <= strong.size
            assert weak.size < strong.size or not rules.beats(weak, strong)


@pytest.mark.parametrize("deck_of", ["published-64", "literal-42"])
def test_the_second_opinion_finds_every_combination_of_a_hand(deck_of):
    """It looks for likely sets where a whole hand is too large to go through."""
    chance, variant = Random(7), "gang-of-four-loser-scores"
    for _ in range(15 * THOROUGH):
        chosen = random_house_rules(variant, chance) | {"deck": deck_of}
        club = Club(variant, chosen, referee.rules_for(variant, chosen).house_rules)
        hand = some_cards(club, 9, chance)
        sets = {tuple(sorted(c)) for n in range(1, 8) for c in combinations(hand, n)}
        able = {cards for cards in sets if classify(cards, club.rules)}
        assert able == {play.cards for play in every_play(hand, club.rules)}
