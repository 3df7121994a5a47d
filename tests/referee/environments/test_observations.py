"""What a seat knows: the same, whatever the cards are that it cannot know."""

import json
from collections import Counter

import pytest
from hypothesis import given

import referee
from referee import MalformedError, Table, observation_vector, observe
from referee.environments.vectors import vector_length
from referee.variants import BUILT_IN
from tests.referee.chance import few_games, seeds

GAMES = [(rules.variant, seats) for rules in BUILT_IN for seats in rules.seats]

GAMES_WITHOUT_STOCK = [game for game in GAMES if game[0] != "four-color-cards"]
"""Games in which one known hand shows who is first and how the hand ends."""


def played(variant, seats, chance):
    """Return a table somewhere in a hand that is played at random."""
    hand = referee.deal(variant, seed=chance.randrange(1 << 32), seats=seats)
    table = Table(variant, seats=seats, hand=hand)
    for _ in range(chance.randrange(100)):
        choices = table.choices()
        if not choices:
            break
        seat = chance.choice(sorted(choices))
        table.play(f"{seat}: {chance.choice(choices[seat])}")
    return table


def with_other_hidden_cards(table, seat, chance):
    """Return the table as it would be if the cards that the seat cannot know were shuffled."""
    others = [other for other in range(1, table.seats + 1) if other != seat]
    stock = str(table.hand.get("stock", "")).split()
    drawn = sum(event.split()[1] in {"draws", "lucky"} for event in table.events)
    hidden = [card for other in others for card in table.holdings[other - 1]] + stock[drawn:]
    chance.shuffle(hidden)
    dealt = [cards.split() for cards in table.hand["dealt"]]
    for other in others:
        left = Counter(table.holdings[other - 1])
        gone = Counter(dealt[other - 1]) - left
        dealt[other - 1] = [*gone.elements(), *(hidden.pop() for _ in range(left.total()))]
    hand = {**table.hand, "dealt": [" ".join(cards) for cards in dealt]}
    if stock:
        hand["stock"] = " ".join([*stock[:drawn], *hidden])
    return Table(table.rules.variant, seats=table.seats, hand=hand)


@pytest.mark.parametrize(("variant", "seats"), GAMES)
@few_games
@given(chance=seeds)
def test_tables_that_differ_in_what_a_seat_cannot_know_look_equal_to_it(variant, seats, chance):
    table = played(variant, seats, chance)
    seat = chance.randint(1, seats)
    other = with_other_hidden_cards(table, seat, chance)
    assert observe(table, seat) == observe(other, seat)
    assert observation_vector(table, seat) == observation_vector(other, seat)


@pytest.mark.parametrize(("variant", "seats"), GAMES_WITHOUT_STOCK)
@few_games
@given(chance=seeds)
def test_a_seat_knows_as_much_where_only_its_own_cards_were_dealt(variant, seats, chance):
    table = played(variant, seats, chance)
    seat = chance.randint(1, seats)
    dealt = [cards if at == seat else "?" for at, cards in enumerate(table.hand["dealt"], 1)]
    alone = Table(variant, seats=seats, hand={**table.hand, "dealt": dealt})
    assert observe(table, seat) == observe(alone, seat)
    assert observation_vector(table, seat) == observation_vector(alone, seat)


@pytest.mark.parametrize(("variant", "seats"), GAMES)
@few_games
@given(chance=seeds)
def test_what_is_seen_is_json_and_a_vector_of_fixed_length(variant, seats, chance):
    table = played(variant, seats, chance)
    for seat in range(1, seats + 1):
        known = observe(table, seat)
        assert json.loads(json.dumps(known)) == known
        assert sorted(known["cards"]) == sorted(table.holdings[seat - 1])
        vector = observation_vector(table, seat)
        assert len(vector) == vector_length(table.rules, seats)
        assert sum(vector[: len(table.rules.deck.copies)]) == len(known["cards"])


def test_all_that_was_played_is_seen_where_past_tricks_are_open():
    table = Table("big-two", hand=referee.deal("big-two", seed=7))
    for event in ("3: 3C", "4: pass", "1: pass", "2: pass", "3: 3H"):
        table.play(event)
    known = observe(table, 1)
    assert known["events"] == list(table.events)
    assert (known["standing"], known["passed"]) == ({"seat": 3, "cards": ["3H"]}, [])
    vector = observation_vector(table, 3)
    assert sum(vector[52:104]) == 2
    assert vector[-25:-19] == [11, 0, 1, 0, 0, 0]
    assert vector[-19:-13] == [13, 1, 0, 0, 0, 0]


def test_only_the_current_trick_is_seen_where_past_ones_are_hidden():
    table = Table("gang-of-four", hand=referee.deal("gang-of-four", seed=7))
    while table.position.number < 1 or table.standing is not None:
        seat, actions = next(iter(table.choices().items()))
        table.play(f"{seat}: {actions[-1] if table.events else actions[0]}")
    first = list(table.events)
    assert observe(table, 1)["events"] == []
    assert observe(table, 1, with_past_tricks=True)["events"] == first
    table.play(table.choices()[table.turn][0])
    assert observe(table, 1)["events"] == [table.events[-1]]


def test_the_twin_of_a_card_in_a_past_trick_is_seen_once():
    table = Table("gang-of-four", hand=referee.deal("gang-of-four", seed=1))
    leader, cards = table.turn, Counter(table.holdings[table.turn - 1])
    twin = next(card for card, number in cards.items() if number == 2)
    table.play(twin)
    while table.standing is not None:
        table.play("pass")
    table.play(f"{leader}: {twin}")
    assert sum(observation_vector(table, leader)[34:68]) == 1


def test_a_takeback_takes_a_play_out_of_the_trick():
    table = Table("gang-of-four", hand=referee.deal("gang-of-four", seed=7))
    play = table.choices()[table.turn][0]
    leader = table.turn
    table.play(play)
    table.play(f"{leader}: takes back")
    assert observe(table, leader)["events"] == []
    assert sum(observation_vector(table, leader)[34:68]) == 0


def test_nobody_hears_who_did_not_claim_a_card():
    table = Table("four-color-cards", hand=referee.deal("four-color-cards", seed=4))
    while not any(actions[-1] == "pass" for actions in table.choices().values()):
        seat, actions = next(iter(table.choices().items()))
        table.play(f"{seat}: {actions[-1]}")
    seat = next(seat for seat, actions in table.choices().items() if actions[-1] == "pass")
    before = observe(table, 1)
    table.play(f"{seat}: pass")
    assert observe(table, 1) == before
    table.play(f"{seat}: takes back")
    assert observe(table, 1) == before


def test_a_card_that_nobody_claimed_is_discarded_and_a_claimed_one_laid():
    table = Table("four-color-cards", hand=referee.deal("four-color-cards", seed=5))
    for event in ("1: discards Sg", "2: draws Sr"):
        table.play(event)
    assert observation_vector(table, 2)[-2:] == [1, len(table.hand["stock"].split()) - 1]
    known = observe(table, 2)
    assert known["offer"] == {"card": "Sr", "seat": 2, "drawn": True}
    assert known["discarded"] == ["Sg"]
    assert known["stock"] == observe(table, 1)["stock"] == len(table.hand["stock"].split()) - 1


def test_who_leads_is_not_known_before_the_card_that_decides_it_is_played():
    table = Table("big-two", hand=referee.deal("big-two", seed=7))
    assert [observe(table, seat)["turn"] for seat in (1, 2, 3, 4)] == [None, None, 3, None]


def test_a_seat_that_is_none_or_whose_cards_are_unknown_is_refused():
    table = Table("big-two", hand=referee.deal("big-two", seed=7))
    with pytest.raises(MalformedError, match="seats are numbered 1 to 4"):
        observe(table, 5)
    with pytest.raises(MalformedError, match="cards of seat 1 are not all known"):
        observe(Table("big-two"), 1)
