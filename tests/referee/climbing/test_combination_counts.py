"""The numbers of combinations in a deck, compared with arithmetic: ten straights as in poker, the others derived."""

from collections import Counter
from itertools import combinations, product

import pytest

import referee

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]

WINDOWS = {
    "taiwan": 10,
    "poker": 10,
    "hongkong": 10,
    "two-high": 9,
    "circular": 13,
    "a-and-2-low-only": 11,
    "no-twos": 8,
}


SOME_SUITS = {straights: SUITS if straights == "taiwan" else "CS" for straights in WINDOWS}
"""Straights depend on ranks, so all four suits are tried under one house rule only, two suits under the others."""


def rules(**house_rules):
    return referee.rules_for("big-two", house_rules)


def count_kinds(table, plays):
    identified = (table.identify(cards) for cards in plays)
    return Counter(str(play.kind) if play else "nothing" for play in identified)


def different_ranks():
    """Return five clubs for every set of five ranks."""
    return [[rank + "C" for rank in ranks] for ranks in combinations(RANKS, 5)]


@pytest.mark.parametrize("straights", WINDOWS)
def test_the_number_of_straights_follows_from_the_number_of_windows(straights):
    table = rules(straights=straights)
    runs = [cards for cards in different_ranks() if table.identify(tuple(cards))]
    assert len(runs) == WINDOWS[straights]
    suited = [
        tuple(card[:-1] + suit for card, suit in zip(cards, suits, strict=True))
        for cards in runs
        for suits in product(SOME_SUITS[straights], repeat=5)
    ]
    windows, suits = WINDOWS[straights], len(SOME_SUITS[straights])
    expected = {"straight-flush": suits * windows, "straight": (suits**5 - suits) * windows}
    assert count_kinds(table, suited) == expected


def test_ten_windows_give_40_straight_flushes_and_10200_straights():
    assert 4 * WINDOWS["taiwan"] == 40
    assert 1020 * WINDOWS["taiwan"] == 10_200


@pytest.mark.parametrize("straights", WINDOWS)
def test_suited_cards_that_are_no_straight_are_a_flush(straights):
    table = rules(straights=straights, flush="by-rank")
    suits = SOME_SUITS[straights]
    suited = [cards for suit in suits for cards in combinations([rank + suit for rank in RANKS], 5)]
    flushes = len(suits) * WINDOWS[straights]
    expected = {"straight-flush": flushes, "flush": 1287 * len(suits) - flushes}
    assert count_kinds(table, suited) == expected


def test_ten_windows_leave_5108_plain_flushes():
    assert 5148 - 4 * WINDOWS["taiwan"] == 5_108


def test_there_are_3744_full_houses():
    plays = [
        (*three, *two)
        for high, low in product(RANKS, RANKS)
        if high != low
        for three in combinations([high + suit for suit in SUITS], 3)
        for two in combinations([low + suit for suit in SUITS], 2)
    ]
    assert count_kinds(rules(), plays) == {"full-house": 3_744}


def test_there_are_624_fours_with_a_kicker():
    fours = [tuple(rank + suit for suit in SUITS) for rank in RANKS]
    plays = [(*four, card) for four in fours for card in PACK if card not in four]
    assert count_kinds(rules(), plays) == {"four-of-a-kind": 624}


def test_there_are_52_singles_78_pairs_and_52_triples():
    table = rules(triples=True)
    assert count_kinds(table, combinations(PACK, 1)) == {"single": 52}
    assert count_kinds(table, combinations(PACK, 2)) == {"pair": 78, "nothing": 1326 - 78}
    assert count_kinds(table, combinations(PACK, 3)) == {"triple": 52, "nothing": 22_100 - 52}


def test_five_cards_of_three_ranks_are_no_combination():
    """Two pairs and a fifth card, or a triple and two other ranks; one choice of suits for every set of ranks."""
    table = rules(flush="by-rank")
    two_pairs = [
        (a + "C", a + "D", b + "C", b + "D", c + "C")
        for a, b in combinations(RANKS, 2)
        for c in RANKS
        if c not in (a, b)
    ]
    threes = [
        (a + "C", a + "D", a + "H", b + "C", c + "C")
        for a in RANKS
        for b, c in combinations(RANKS, 2)
        if a not in (b, c)
    ]
    assert count_kinds(table, two_pairs + threes) == {"nothing": len(two_pairs) + len(threes)}


def test_four_cards_are_never_a_combination():
    fours = [tuple(rank + suit for suit in SUITS) for rank in RANKS]
    fours += [tuple(PACK[start : start + 4]) for start in range(49)]
    assert set(count_kinds(rules(triples=True), fours)) == {"nothing"}
