"""Deals from a seed: anybody can repeat them, and a whole hand can be played with one."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee import Legal, MalformedError, Table
from tests.referee.chance import few_examples, two_games
from tests.referee.legal_events import legal_events

GAMES = [(rules.variant, seats) for rules in referee.VARIANTS.values() for seats in rules.seats]
each_game = pytest.mark.parametrize(("variant", "seats"), GAMES)

PINNED = {
    "big-two": "5C 5S 6S 7D 8D 8S 9C 10D 10S JC JS QD AD",
    "pusoy-dos": "5C 5S 6S 7D 8D 8S 9C 10D 10S JC JS QD AD",
    "gang-of-four": "1G 1Y 2G 2R 3G 3Y 3R 4R 5Y 5R 6G 6R 7R 8R 9R 10Y",
    "gang-of-four-loser-scores": "1G 1Y 2G 2R 3G 3Y 3R 4R 5Y 5R 6G 6R 7R 8R 9R 10Y",
    "four-color-cards": "Gy Gy Gw Ar Ay Eg Rw Hr Hr Hg Hy Hw Hw Cr Cr Cg Cy Sr Sg Sy Sw",
}
"""The first hand that seed 7 deals.  It never changes: programs and published results name deals by their seeds."""


@pytest.mark.parametrize("variant", PINNED)
def test_a_seed_deals_the_same_cards_for_ever(variant):
    assert referee.deal(variant, seed=7)["dealt"][0] == PINNED[variant]


def test_the_order_of_the_pack_follows_from_the_digests_of_its_cards():
    deck = [f"{rank}{suit}" for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "CDHS"]
    pack = sorted(deck, key=lambda card: sha256(f"some seed:1:{card}".encode()).hexdigest())
    dealt = referee.deal("big-two", seed="some seed")["dealt"]
    assert [{*cards.split()} for cards in dealt] == [
        {*pack[start : start + 13]} for start in (0, 13, 26, 39)
    ]


@each_game
@few_examples
@given(st.integers() | st.text("abc 123"))
def test_every_card_is_dealt_once_or_left_over(variant, seats, seed):
    hand = referee.deal(variant, seed=seed, seats=seats)
    rules = referee.rules_for(variant)
    cards = Counter(" ".join([*hand["dealt"], hand.get("stock", "")]).split())
    assert cards <= Counter(rules.deck.cards)
    left_over = len(rules.deck) - cards.total()
    assert left_over == (16 if (variant, seats) == ("gang-of-four", 3) else 0)


def test_a_house_rule_on_the_deck_is_followed():
    small = referee.deal("gang-of-four-loser-scores", seed=7, house_rules={"deck": "literal-42"})
    assert [len(cards.split()) for cards in small["dealt"]] == [10, 10, 10, 10]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_first_seat_leads_where_no_card_decides_it(first):
    seed = next(
        seed
        for seed in range(100)
        if "1M" not in " ".join(referee.deal("gang-of-four", seed=seed, seats=3)["dealt"])
    )
    hand = referee.deal("gang-of-four", seed=seed, seats=3, first=first)
    assert Table("gang-of-four", seats=3, hand=hand).turn == first
    melding = referee.deal("four-color-cards", seed=7, seats=3, first=first)
    assert [len(cards.split()) for cards in melding["dealt"]].index(21) == first - 1
    assert Table("four-color-cards", seats=3, hand=melding).turn == first


@each_game
@two_games
@given(st.integers(0, 1 << 32))
def test_a_whole_hand_can_be_played_with_a_deal(variant, seats, seed):
    hand, chance = referee.deal(variant, seed=seed, seats=seats), Random(seed)
    table = Table(variant, seats=seats, hand=hand)
    stock = hand.get("stock", "").split()
    while table.adjudication.status == "unfinished":
        event = chance.choice(legal_events(table))
        if event.endswith("?"):
            event = event.replace("?", stock.pop(0))
        assert table.play(event) == Legal()
    assert table.adjudication.judged.record.source["dealt"] == hand["dealt"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variant": "bridge", "seed": 1}, "none of big-two"),
        ({"variant": "big-two", "seed": 1, "seats": 3}, "is for 4 players"),
        ({"variant": "big-two", "seed": 1, "first": 5}, "5 is no seat"),
    ],
)
def test_a_deal_that_no_game_has_is_refused(arguments, message):
    with pytest.raises(MalformedError, match=message):
        referee.deal(**arguments)


@pytest.mark.parametrize("seed", [1.5, True, None, b"7"])
def test_a_seed_is_a_whole_number_or_a_text(seed):
    with pytest.raises(TypeError, match="a seed is a whole number or a text"):
        referee.deal("big-two", seed=seed)
