"""Keys of positions: equal where the same can happen next, stable for ever, and read back to such a position."""

from collections import Counter
from contextlib import suppress
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee import MalformedError, Table, tables
from tests.referee.chance import clubs, few_games, seeds, some_examples
from tests.referee.legal_events import legal_events, random_table
from tests.referee.random_hands import random_hand
from tests.referee.random_sessions import random_session

PINNED = {
    (
        "big-two",
        30,
    ): "p1:big-two:4D,5H,6H,7C/3H,3S,5C,5D,7H,10C,10D,JH/4C,4H,6S,7D,9C,9H,JC,JS,KD/8C,9D,10H,10S,JD:"
    "turn=1;standing=QS;owner=3;passed=4",
    (
        "pusoy-dos",
        40,
    ): "p1:pusoy-dos:4D,5H,6H,7C/3H,3S,6D,10C,10D,JH,QC/6S,7D,9C,QH,QS/8C,9D,10H,JD:"
    "turn=4;standing=JC,JS;owner=3",
    ("gang-of-four", 45): "p1:gang-of-four:3G,4R,5G,6Y/1G,3G,4G,10G/2G,3Y,3R,9G/5Y,6R:"
    "turn=2;anticlockwise;standing=9R;owner=4;passed=3",
    (
        "four-color-cards",
        25,
    ): "p1:four-color-cards:Gr,Gg,Gg,Gy,Gw,Gw,Ag,Er,Ey,Ew,Rr,Hr,Hy,Hy,Cr,Cw,Sw,Sw/Ar,Ar,Rr,Rw,Hr,Hr,Cr,Sr,Sg/"
    "Gg,Gg,Ar,Aw,Aw,Er,Eg,Rr,Hg,Hy,Cr,Cg,Cg,Cy,Cy,Cw,Sg,Sg/Gr,Gy,Gy,Gy,Ar,Ag,Ag,Aw,Aw,Rg,Rg,Hr,Hw,Cw,Cw,Sr,Sy,Sy,Sw:"
    "turn=2;offer=Cy,1,drawn;melds=Hg,Hg/Ew,Ew,Ew+Ey,Ey+Rg,Hg,Cg+Ry,Hy,Cy/Ay,Ay/Gw;"
    "stock=Gr,Gr,Gw,Ag,Ay,Ay,Er,Er,Eg,Rr,Ry,Ry,Rw,Rw,Hw,Cr,Cg,Sr,Sg,Sy,Sy",
}
"""Keys after so many events of a random hand.  They never change: keys are stored."""

DEAL = [
    "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C",
    "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D",
    "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H",
    "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S",
]


def choices(table: Table) -> list[list[str]]:
    """Return the legal plays of each seat, whatever the order of the cards of each."""
    seats = range(1, len(table.holdings) + 1)
    plays = [table.legal_plays(seat) for seat in seats]
    return [sorted(" ".join(sorted(play.split())) for play in one) for one in plays]


def read_back(table: Table) -> Table:
    """Return the table that the key of this one gives, after comparing the two."""
    key = referee.position_key(table)
    again = referee.table_from_key(key)
    assert referee.position_key(again) == key
    assert (again.turn, choices(again)) == (table.turn, choices(table))
    assert list(map(Counter, again.holdings)) == list(map(Counter, table.holdings))
    return again


@pytest.mark.parametrize(("variant", "events"), PINNED)
def test_a_position_has_the_same_key_for_ever(variant, events):
    table = random_table(Random(7), variant, events=events)
    assert referee.position_key(table) == PINNED[variant, events]


@some_examples
@given(clubs(), seeds)
def test_a_key_is_read_back_to_a_table_where_the_same_plays_are_legal(club, chance):
    variant, house_rules = club
    hand = random_hand(variant, house_rules, chance)
    events = hand["events"][: chance.randint(0, len(hand["events"]))]
    table = Table(variant, house_rules=house_rules, hand={**hand, "events": events})
    assert read_back(table).rules.digest == table.rules.digest


@few_games
@given(seeds)
def test_positions_of_gang_of_four_are_read_back_during_the_exchange_too(chance):
    session = random_session(chance, most=2)
    for table in tables(referee.parse_record(session.record())):
        moments = [*range(4), *(chance.randrange(len(table.events) + 1) for _ in range(4))]
        for number in sorted(moments, reverse=True):
            while len(table.events) > number:
                table.pop()
            if table.turn or table.is_over:  # else nobody knows who leads (G16)
                read_back(table)


@pytest.mark.parametrize("variant", ["big-two", "pusoy-dos", "gang-of-four"])
def test_the_same_plays_lead_to_equal_keys_to_the_end_of_the_hand(variant):
    chance = Random(5)
    table = random_table(chance, variant, events=20)
    again = read_back(table)
    while not table.is_over:
        event = chance.choice(legal_events(table))
        assert table.play(event) == again.play(event)
        assert referee.position_key(table) == referee.position_key(again)
    assert table.result == again.result


def test_positions_reached_in_different_ways_have_one_key():
    ways = (["3C", "3D", "3H", "3S", "4C", "4D"], ["3C", "3S", "4C", "3D", "3H", "4D"])
    keys = set()
    for way in ways:
        events = [f"{dict(zip('CDHS', '1234', strict=True))[card[-1]]}: {card}" for card in way]
        keys.add(referee.position_key(Table("big-two", hand={"dealt": DEAL, "events": events})))
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("events", "house_rules"),
    [
        ([], {}),
        (["1: 3C"], {}),
        (["1: 4C"], {}),
        (["1: 3C", "2: pass"], {}),
        (["1: 3C", "2: 3D", "3: pass"], {}),
        (["1: 3C", "2: 3D", "3: pass", "4: pass", "1: pass"], {}),
        (["1: 3C", "2: 3D"], {"direction": "anticlockwise"}),
        (["1: 3C", "2: 3D"], {"triples": True}),
        (["1: 3C", "2: 3D", "3: pass", "4: 3S"], {"pass_locks_out": True}),
    ],
)
def test_whatever_decides_what_may_follow_is_in_the_key(events, house_rules):
    plain = referee.position_key(
        Table("big-two", hand={"dealt": DEAL, "events": ["1: 3C", "2: 3D"]})
    )
    table = Table("big-two", house_rules=house_rules, hand={"dealt": DEAL, "events": events})
    assert referee.position_key(table) != plain
    read_back(table)


@pytest.mark.parametrize("order", [*permutations("rgyw")][1::7])
def test_an_exchange_of_the_four_colors_changes_no_key(order):
    table = random_table(Random(3), "four-color-cards", events=40)
    change = str.maketrans(dict(zip("rgyw", order, strict=True)))

    def exchanged(text: str) -> str:
        words = (
            word[0] + word[1:].translate(change) if len(word) == 2 else word
            for word in text.split()
        )
        return " ".join(words)

    dealt = [exchanged(cards) for cards in table.adjudication.judged.record.source["dealt"]]
    other = Table(
        "four-color-cards", hand={"dealt": dealt, "events": [*map(exchanged, table.events)]}
    )
    assert other.holdings != table.holdings
    assert referee.position_key(other) == referee.position_key(table)
    other.pop()
    assert referee.position_key(other) != referee.position_key(table)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (
            {"dealt": [*DEAL[:3], "?"], "events": ["1: 3C", "4: ?"]},
            "cards of seat 4 are not all known",
        ),
        ({"dealt": ["?", *DEAL[1:3], "?"]}, "cards of seat 1 are not all known"),
        ({"dealt": DEAL, "events": ["1: 3C", "unseen"]}, "not all known"),
        ({}, "cards of seat 1 are not all known"),
    ],
)
def test_a_position_that_is_not_wholly_known_has_no_key(hand, message):
    with pytest.raises(MalformedError, match=message):
        referee.position_key(Table("big-two", hand=hand))


KEY = "p1:big-two:3C/3D/3H/3S:turn=2;standing=4C;owner=1"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("", "begins with 'p1:'"),
        (None, "begins with 'p1:'"),
        ("p2:big-two:3C/3D/3H/3S:turn=2", "begins with 'p1:'"),
        ("p1:big-two", "'p1:GAME:HANDS:STATE' is expected"),
        (KEY.replace("big-two", "bridge"), "none of big-two"),
        (KEY.replace("/3S", ""), "cards for 3 seats"),
        (KEY.replace("3S", "3X"), "'3X' is no card"),
        (KEY.replace("3S", "?"), "no unknown card"),
        (KEY.replace("3S", "4C"), "the 4C more often than the deck"),
        (KEY.replace("turn=2;", ""), "whose turn it is"),
        (KEY.replace("turn=2", "turn=5"), "'5' is no seat"),
        (KEY.replace("owner", "holder"), "'holder' is none of turn"),
        (KEY.replace("owner=1", "owner=2"), "No history was found"),
        (KEY.replace("standing=4C", "standing=4C,5C"), "No history was found"),
        (KEY + ":{", "'p1:GAME:HANDS:STATE' is expected"),
        (KEY + ':{"triples":' + 99999 * "[" + "}", "a JSON object is expected"),
        (KEY + ":{x}", "a JSON object is expected"),
        (KEY + ':{"triples":7}', "7 will not do"),
        (PINNED["four-color-cards", 25], "cannot be made without its history"),
    ],
)
def test_what_is_no_key_of_a_position_is_refused_with_the_reason(key, message):
    with pytest.raises(MalformedError, match=message):
        referee.table_from_key(key)


@some_examples
@given(st.text('p1:big-two345CDHS,/turn=;{}"', max_size=60))
def test_any_text_is_a_key_or_refused(text):
    for key in (text, f"p1:big-two:{text}", KEY + text):
        with suppress(MalformedError):
            referee.table_from_key(key)


def test_a_position_of_four_color_cards_has_no_key_after_a_card_that_its_seat_did_not_hold():
    table = Table("four-color-cards", hand=referee.deal("four-color-cards", seed=3))
    table.play(f"1: discards {table.holdings[1][-1]}")
    with pytest.raises(MalformedError, match="the cards of seat 1 are not all known"):
        referee.position_key(table)
