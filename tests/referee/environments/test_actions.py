"""Numbered actions: each choice of a table has a number, which stays as it is for ever."""

import pytest
from hypothesis import given

import referee
from referee import MalformedError, Table, action_table
from referee.environments.actions import table_of
from referee.variants import BUILT_IN
from tests.referee.chance import clubs, few_games, seeds, some_examples, two_games
from tests.referee.random_four_color_hands import random_house_rules

DIGESTS = {
    ("big-two", 4): "fa9697953cd828dade46303379728cc4af3eb3334f6e5752f544c5ad244093d2",
    ("pusoy-dos", 4): "ba82e9a9d3cdf7d4e3799a4c5c27c974ef72a299c3de4ef8e5d488c72de8c065",
    ("gang-of-four", 3): "b683a3d253fa15e94541f228e992c081bcb8cf535bdebb1df22ae3b4a217d8c8",
    ("gang-of-four", 4): "946b5f1377ff8b712704f5d8cda6741563946ae407de0a9d0f5f878fd74823a6",
    ("gang-of-four-loser-scores", 4): "940a0773dd93870bd6ac0d2422d7048d81c881ee9b384b0644302d30d56a7d2c",
    ("four-color-cards", 2): "e1fa8ea20ca33b6f04635daa792ea0b50e7f80f3682f3883458df8b5fbc7f6e9",
    ("four-color-cards", 3): "e1fa8ea20ca33b6f04635daa792ea0b50e7f80f3682f3883458df8b5fbc7f6e9",
    ("four-color-cards", 4): "e1fa8ea20ca33b6f04635daa792ea0b50e7f80f3682f3883458df8b5fbc7f6e9",
}  # fmt: skip


def every_choice_has_a_number(table, chance):
    """Play a hand at random; assert that each choice has a number whose text is the choice, cards in any order."""
    numbered = table_of(table.rules, table.seats)
    while choices := table.choices():
        for actions in choices.values():
            for action in actions:
                text = numbered[numbered.number(action)]
                if action[:2] == "hu":
                    assert text == "hu"
                elif action.split()[0] in {"draws", "lucky"}:
                    assert text == f"{action.split()[0]} ?"
                else:
                    assert sorted(text.split()) == sorted(action.split())
        seat = chance.choice(sorted(choices))
        table.play(f"{seat}: {chance.choice(choices[seat])}")


@pytest.mark.parametrize(("variant", "seats"), DIGESTS)
def test_the_numbers_of_a_game_never_change(variant, seats):
    assert action_table(variant, seats=seats).digest == f"sha256:{DIGESTS[variant, seats]}"


def test_every_game_has_pinned_numbers():
    assert set(DIGESTS) == {(rules.variant, seats) for rules in BUILT_IN for seats in rules.seats}


@pytest.mark.parametrize(("variant", "seats"), DIGESTS)
@few_games
@given(chance=seeds)
def test_each_choice_of_a_table_has_a_number(variant, seats, chance):
    hand = referee.deal(variant, seed=chance.randrange(1 << 32), seats=seats)
    every_choice_has_a_number(Table(variant, seats=seats, hand=hand), chance)


@two_games
@given(clubs(), seeds)
def test_each_choice_has_a_number_under_house_rules(club, chance):
    variant, house_rules = club
    hand = referee.deal(variant, seed=chance.randrange(1 << 32), house_rules=house_rules)
    every_choice_has_a_number(Table(variant, house_rules=house_rules, hand=hand), chance)


@some_examples
@given(seeds)
def test_each_choice_of_four_color_cards_has_a_number_under_house_rules(chance):
    rules = random_house_rules(chance)
    hand = referee.deal("four-color-cards", seed=chance.randrange(1 << 32), house_rules=rules)
    every_choice_has_a_number(Table("four-color-cards", house_rules=rules, hand=hand), chance)


def test_gifts_and_announcements_have_numbers():
    hand = referee.deal("gang-of-four", seed=3)
    before = referee.Carried(
        number=2, previous_winner=1, previous_loser=3, totals=(0, 1, 9, 4), won=(1, 0, 0, 0)
    )
    table = Table("gang-of-four", hand=hand, carried=before)
    numbered = action_table("gang-of-four")
    (gift,) = (action for action in table.choices()[3] if action.endswith(" to 1"))
    assert numbered[numbered.number(gift)] == gift
    assert numbered.number("3g 3y last") - numbered.number("3y 3g") == 12_352


@pytest.mark.parametrize("variant", ["big-two", "gang-of-four-loser-scores", "four-color-cards"])
def test_a_table_has_each_action_once_and_finds_its_number(variant):
    numbered = action_table(variant)
    assert len(set(numbered)) == len(numbered)
    assert [numbered.number(text) for text in numbered] == list(range(len(numbered)))


def test_cards_may_be_named_in_any_order_and_spelling():
    numbered = action_table("big-two")
    assert numbered.number("♥3 3c") == numbered.number("3C 3H")
    assert action_table("four-color-cards").number("chi Hg Cg Rg") == action_table(
        "four-color-cards"
    ).number("chi Rg Hg Cg")


@pytest.mark.parametrize("action", ["3C 4C", "unseen", "3X", "", "hu", "3C last"])
def test_what_is_no_action_of_the_game_has_no_number(action):
    with pytest.raises(MalformedError):
        action_table("big-two").number(action)


def test_a_wrong_game_house_rule_or_number_of_seats_is_refused():
    for wrong in (
        {"variant": "bridge"},
        {"variant": "big-two", "seats": 3},
        {"variant": "big-two", "house_rules": {"jokers": True}},
    ):
        with pytest.raises(MalformedError):
            action_table(**wrong)
