"""Keys of positions: equal where the same can happen next, stable for ever, and read back to such a position."""

import re
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
    "big-two": (
        "3: 3C, 4: AC, 1: AD, 2: 2C, 3: 2H, 4: 2S, 1: pass, 2: pass, 3: pass",
        "p1:big-two:5C,5S,6S,7D,8D,8S,9C,10D,10S,JC,JS,QD/3D,4C,4D,6C,6D,7H,9S,JH,QS,KC,KH,KS/3H,"
        "4H,4S,6H,8C,9H,10C,10H,QC,KD,2D/3S,5D,5H,7C,7S,8H,9D,JD,QH,AH,AS:turn=4",
    ),
    "pusoy-dos": (
        "3: 3C, 4: AC, 1: AD, 2: 2C, 3: 2D, 4: pass, 1: pass, 2: pass, 3: QC",
        "p1:pusoy-dos:5C,5S,6S,7D,8D,8S,9C,10D,10S,JC,JS,QD/3D,4C,4D,6C,6D,7H,9S,JH,QS,KC,KH,KS/3"
        "H,4H,4S,6H,8C,9H,10C,10H,KD,2H/3S,5D,5H,7C,7S,8H,9D,JD,QH,AH,AS,2S:turn=4;standing=QC;ow"
        "ner=3",
    ),
    "gang-of-four": (
        "2: 1M 2R 3R 6R 9R, 1: 2R 3R 4R 5R 6R, 4: 5G 6G 7G 8G 9G, 3: 6Y 7Y 8Y 9Y 10Y, 2: pass, 1:"
        " pass, 4: pass, 3: 4Y 4R, 2: 8Y 8R",
        "p1:gang-of-four:1G,1Y,2G,3G,3Y,5Y,6G,7R,8R,9R,10Y/1R,2Y,4G,4Y,5G,8G,9G,10G,10G/1G,1Y,2Y,"
        "3G,3Y,4G,7G,10R,PY/1R,2G,5Y,5R,6Y,7Y,7R,9Y,10R,PG,DR:turn=1;anticlockwise;standing=8Y,8R"
        ";owner=2",
    ),
    "four-color-cards": (
        "1: discards Rw, 2: draws Gr, 2: chi Gr, 2: discards Cy, 3: draws Gw, 3: chi Gw, 3: disca"
        "rds Cr, 1: pong Cr Cr Cr, 1: discards Cg, 2: draws Ry, 3: draws Er",
        "p1:four-color-cards:Gg,Gg,Gw,Ag,Ay,Er,Hr,Hg,Hy,Hy,Hw,Hw,Cg,Sr,Sg,Sy,Sw/Gr,Gr,Gy,Ar,Aw,Er"
        ",Eg,Ey,Rr,Ry,Ry,Hg,Cy,Cw,Sg,Sy,Sw,Sw,Sw/Gy,Ar,Ar,Ag,Ay,Eg,Ey,Ey,Ew,Ew,Rr,Ry,Ry,Hr,Hr,Cw,"
        "Sr,Sr,Sy/Gr,Gr,Gg,Gw,Gw,Ar,Ag,Ay,Er,Eg,Ew,Rr,Rg,Hg,Hg,Hy,Hw,Cr,Cw,Sy:turn=4;offer=Ey,3,d"
        "rawn;melds=Cy,Cy,Cy/Gy/Gw/;stock=Gg,Gy,Ag,Ay,Aw,Aw,Aw,Er,Eg,Ew,Rr,Rg,Rg,Rw,Rw,Rw,Hr,Hy,H"
        "w,Cr,Cr,Cg,Cg,Cw,Sr,Sg,Sg",
    ),
}
"""Events of a hand that seed 7 deals, and the key of the position after them.  It never changes: keys are stored."""

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


def recolored(text: str, order: str) -> str:
    """Return the text with other colors of its cards: red, green, yellow and white are these."""
    change = dict(zip("rgyw", order, strict=True))
    return re.sub(r"\b([GAERHCS])([rgyw])\b", lambda card: card[1] + change[card[2]], text)


def read_back(table: Table) -> Table:
    """Return the table that the key of this one gives, after comparing the two."""
    key = referee.position_key(table)
    again = referee.table_from_key(key)
    assert referee.position_key(again) == key
    assert (again.turn, choices(again)) == (table.turn, choices(table))
    assert list(map(Counter, again.holdings)) == list(map(Counter, table.holdings))
    return again


@pytest.mark.parametrize("variant", PINNED)
def test_a_position_has_the_same_key_for_ever(variant):
    events, key = PINNED[variant]
    hand = {**referee.deal(variant, seed=7), "events": events.split(", ")}
    table = Table(variant, hand=hand)
    assert not table.adjudication.has_illegal
    assert referee.position_key(table) == key


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


@few_games
@given(seeds)
def test_positions_of_four_color_cards_are_read_back_to_the_lucky_card(chance):
    house_rules = {"dead_wall": chance.choice([0, 5]), "forced_hu": chance.random() < 0.5}
    seats = chance.choice([2, 3, 4])
    hand = referee.deal(
        "four-color-cards", seed=chance.getrandbits(32), seats=seats, house_rules=house_rules
    )
    table = Table("four-color-cards", seats=seats, hand=hand, house_rules=house_rules)
    while choices := table.choices():
        seat, actions = chance.choice([*choices.items()])
        action = chance.choice(actions)
        called = action.startswith(CLAIMS) and chance.random() < 0.3
        table.play(f"{seat}: {'calls ' * called}{action}")
        if chance.random() < 0.1 or called or table.is_over:
            key = referee.position_key(table)
            again = referee.table_from_key(key)  # in other colors, perhaps
            assert referee.position_key(again) == key
            assert (again.turn, again.is_over) == (table.turn, table.is_over)
            assert keys_after(again) == keys_after(table)


def keys_after(table: Table) -> list[str]:
    """Return the keys of the positions after each legal action but the draw of an unknown card."""
    keys = []
    for event in legal_events(table):
        if not event.endswith("?"):
            after = table.copy()
            after.play(event)
            keys.append(referee.position_key(after))
    return sorted(keys)


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
    dealt = [recolored(cards, order) for cards in table.adjudication.judged.record.source["dealt"]]
    events = [recolored(event, order) for event in table.events]
    other = Table("four-color-cards", hand={"dealt": dealt, "events": events})
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


FOUR_COLORS = PINNED["four-color-cards"][1]
CLAIMS = ("chi", "pong", "gan", "hu")
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
        (KEY.replace("3C", "3c"), "not written as keys are"),
        (KEY.replace("turn=2", "turn=2,3"), "not written as keys are"),
        (KEY.replace("turn=2", "turn=3;turn=2"), "not written as keys are"),
        (KEY.replace("turn=2", "turn=2;opening=no"), "not written as keys are"),
        (KEY + ":{}", "not written as keys are"),
        (KEY + ";exchange=1", "between two seats"),
        (
            "p1:gang-of-four:"
            + ",".join(referee.VARIANTS["gang-of-four"].deck.cards)
            + "///:turn=1",
            "No history",
        ),
        (KEY + ":{", "'p1:GAME:HANDS:STATE' is expected"),
        (KEY + ':{"triples":' + 99999 * "[" + "}", "a JSON object is expected"),
        (KEY + ":{x}", "a JSON object is expected"),
        (KEY + ':{"triples":7}', "7 will not do"),
        (FOUR_COLORS.replace("turn=4;", ""), "whose turn it is"),
        (FOUR_COLORS.replace("turn=4", "turn=5"), "'5' is no seat"),
        (FOUR_COLORS.replace("offer", "standing"), "'standing' is none of turn"),
        (FOUR_COLORS.replace("Ey,3,drawn", "Ey,3,turned"), "'Ey,3,turned' is no card on offer"),
        (FOUR_COLORS.replace("Ey,3,drawn", "Ey"), "'Ey' is no card on offer"),
        (FOUR_COLORS.replace("offer", "calls=2 draws;offer"), "'2 draws' is no call"),
        (FOUR_COLORS.replace("offer", "calls= pong;offer"), "'' is not one seat"),
        (FOUR_COLORS.replace("stock", "finish=,Gg;stock"), "'' is not one seat"),
        (FOUR_COLORS.replace("offer", "calls=2 hu;offer"), "not written as keys are"),
        (FOUR_COLORS.replace(";melds", ";calls=2 hu;melds"), "No history was found"),
        (FOUR_COLORS.replace("Gw/;", "Gw;"), "melds of 3 seats, and cards for 4"),
        (FOUR_COLORS.replace("turn=4", "turn=2"), "No history was found"),
        (FOUR_COLORS.replace("Ey,3,drawn", "Gg,3,drawn"), "the Gg more often than the deck"),
        (recolored(FOUR_COLORS, "gryw"), "not written as keys are"),
    ],
)
def test_what_is_no_key_of_a_position_is_refused_with_the_reason(key, message):
    with pytest.raises(MalformedError, match=message):
        referee.table_from_key(key)


@some_examples
@given(st.text('p1:big-two345CDHS,/turn=;{}"', max_size=60))
def test_any_text_is_a_key_or_refused(text):
    for key in (text, f"p1:big-two:{text}", KEY + text, FOUR_COLORS + text):
        with suppress(MalformedError):
            referee.table_from_key(key)


def test_a_position_of_four_color_cards_has_no_key_after_a_card_that_its_seat_did_not_hold():
    table = Table("four-color-cards", hand=referee.deal("four-color-cards", seed=3))
    table.play(f"1: discards {table.holdings[1][-1]}")
    with pytest.raises(MalformedError, match="the cards of seat 1 are not all known"):
        referee.position_key(table)


@pytest.mark.parametrize("variant", [key for key, rules in referee.VARIANTS.items() if hasattr(rules, "ladder")])  # fmt: skip
def test_the_keys_of_leads_are_those_of_the_table_at_these_moments(variant):
    chance = Random(5)
    table = referee.Table(variant, hand=referee.deal(variant, seed=11))
    keys = {}
    while choices := table.choices():
        if table.standing is None:
            keys[len(table.events)] = referee.position_key(table)
        seat, actions = next(iter(choices.items()))
        table.play(f"{seat}: {chance.choice(actions)}")
    assert len(keys) > 3
    assert referee.lead_keys(table.adjudication) == keys


@pytest.mark.parametrize(
    "key",
    [
        "p1:big-two:2S,3C/3D/4C/4D:turn=1",  # in another order
        "p1:big-two:3C/3D/4C/4D:turn=1:{}",
        "p1:big-two:3C/3C/4C/4D:turn=1",  # a card twice
        "3C 3D",
    ],
)
def test_a_text_that_no_position_has_is_no_key_of_a_lead(key):
    with pytest.raises(MalformedError):
        referee.is_lead_key(key)
