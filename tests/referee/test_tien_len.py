"""Tiến Lên, the example of a game from outside: the referee judges it without knowing it."""

import json
import sys
from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

import referee
from referee.climbing.plays import combinations_in
from referee.variants import VARIANTS
from tests.referee import second_opinion_tien_len
from tests.referee.installed_game import TIEN_LEN, install_tien_len, run

DECK = [rank + suit for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "SCDH"]
HANDS = 12


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return install_tien_len(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def tien_len(monkeypatch):
    monkeypatch.syspath_prepend(TIEN_LEN)
    game = __import__("tien_len").TIEN_LEN
    monkeypatch.setitem(VARIANTS, "tien-len", game)
    yield game
    for name in [name for name in sys.modules if name.partition(".")[0] == "tien_len"]:
        del sys.modules[name]


@pytest.mark.slow
def test_its_worked_examples_are_judged_as_they_say(environment):
    folder = str(TIEN_LEN / "examples")
    printed = run(
        {**environment, "EXAMPLES": folder}, "-m", "pytest", "-q", "tests/referee/test_examples.py"
    )
    assert "90 passed" in printed


def test_an_installed_game_is_listed_asked_about_and_described(environment):
    listed = json.loads(run(environment, "-m", "referee", "variants"))
    assert [game["name"] for game in listed][-1] == "Tiến Lên"
    rulebook = run(environment, "-m", "referee", "rulebook", "tien-len")
    assert "| single, such as `2H` | three pairs in sequence, a quartet, " in rulebook
    assert "On a pair of twos: a quartet, or four pairs or more in sequence (T9)." in rulebook
    assert "**Chops among each other (T7).**" in rulebook


def test_a_rulebook_says_what_the_house_rules_of_the_game_decide(tien_len):
    text = referee.rulebook("tien-len", {"chops_on_two_twos": "none", "play_to_last": False})
    assert "On a pair of twos: none of them (T9)." in text
    assert "The player who goes out gets one stake from everybody else (T14)." in text
    assert "straight" not in text.replace("straight flush", "")


def test_nobody_is_objected_to_who_leads_where_the_opening_card_lies_aside(tien_len):
    hand = {"dealt": [" ".join(DECK[4:17]), " ".join(DECK[-13:])], "dealer": 1}
    for lead in ("1: 5S", "2: 2H"):
        table = referee.Table("tien-len", seats=2, hand=hand)
        assert isinstance(table.play(lead), referee.Legal)


@pytest.mark.parametrize("seed", range(HANDS))
def test_a_second_opinion_names_every_set_of_cards_alike_and_agrees_on_what_beats_what(
    tien_len, seed
):
    chance = Random(seed)
    # few ranks, so that many sets are combinations
    ranks = [*chance.sample(second_opinion_tien_len.RANKS[:-1], 3), "K", "A", "2"]
    cards = chance.sample([card for card in DECK if card[:-1] in ranks], 10)
    sets = [list(some) for size in range(1, 9) for some in combinations(cards, size)]
    every = {frozenset(some): second_opinion_tien_len.name(some) for some in sets}
    plays = {}
    for some in sets:
        play = tien_len.identify(tien_len.order.sort(tuple(some)))
        assert (play and play.kind.name) == every[frozenset(some)]
        if play:
            plays[play.cards] = play
    shown = combinations_in(tien_len, Counter(cards))
    assert {play.cards for play in shown} == set(plays)
    for play, standing in product(chance.choices([*plays.values()], k=60), repeat=2):
        if set(play.cards).isdisjoint(standing.cards):
            agreed = second_opinion_tien_len.beats([*play.cards], [*standing.cards])
            assert tien_len.beats(play, standing) is agreed, (play.cards, standing.cards)


def test_the_longest_chops_beat_as_the_second_opinion_says(tien_len):
    def pairs(first, number):
        ranks = second_opinion_tien_len.RANKS[first : first + number]
        return tuple(rank + suit for rank in ranks for suit in "SC")

    runs = [pairs(first, number) for number in (3, 4, 5, 6) for first in (0, 3)]
    others = [("2H",), ("2D", "2H"), ("2C", "2D", "2H"), ("AS", "AC", "AD", "AH"), ("AH",)]
    plays = [tien_len.identify(cards) for cards in (*runs, *others)]
    for play, standing in product(plays, repeat=2):
        agreed = second_opinion_tien_len.beats([*play.cards], [*standing.cards])
        assert tien_len.beats(play, standing) is agreed


def played_hand(chance: Random) -> tuple[list[str], int, referee.Table]:
    """Return a deal, the number of seats and a whole hand, with mistakes now and then."""
    seats, cards = chance.choice([2, 3, 4]), chance.sample(DECK, 52)
    dealt = [" ".join(cards[13 * seat : 13 * seat + 13]) for seat in range(seats)]
    table = referee.Table("tien-len", seats=seats, hand={"dealt": dealt})
    while not table.is_over:
        seat = table.turn or 1
        plays = table.legal_plays(seat)
        large = [play for play in plays if play.count(" ") > 1]
        play = chance.choice(large if large and chance.random() < 0.5 else plays)
        holding = table.holdings[seat - 1]
        if chance.random() < 0.05:
            play = " ".join(chance.sample(holding, min(len(holding), chance.choice([1, 2, 3, 6]))))
        table.play(f"{seat}: {play}")
    return dealt, seats, table


def hidden(chance: Random, event: str) -> str:
    """Return an event of which some cards were perhaps not seen."""
    seat, _, cards = event.partition(": ")
    if cards == "pass" or chance.random() < 0.75:
        return event
    return f"{seat}: " + " ".join(card if chance.random() < 0.4 else "?" for card in cards.split())


@pytest.mark.parametrize("seed", range(HANDS))
def test_a_verdict_on_a_hand_that_was_partly_seen_is_the_one_on_the_whole_hand_or_unproven(
    tien_len, seed
):
    chance = Random(seed)
    dealt, seats, table = played_hand(chance)
    seen = {
        "dealt": [cards if chance.random() < 0.3 else "?" for cards in dealt],
        "events": [hidden(chance, event) for event in table.events],
    }
    verdicts = referee.Table("tien-len", seats=seats, hand=seen).verdicts
    for true, verdict in zip(table.verdicts, verdicts, strict=True):
        assert isinstance(verdict, referee.Unproven | type(true)), (true, verdict)
