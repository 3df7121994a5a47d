"""Who may claim which card, and whose claim stands (F11–F16), against tables written from the rulings."""

from itertools import permutations

import pytest

import referee
from tests.referee.four_color_table import OPENING, ask, last_verdict, verdicts

# F11: hu before gan and pong before chi; among equals in turn order, after a draw the drawer first
DISCARD, DRAW = False, True
RESOLVED = [
    # who turned it up   the claims                                  whose stands
    (1, DISCARD, ["2: chi Hg Rg Cg"], 2),
    (1, DISCARD, ["2: chi Hg Rg Cg", "3: pong Hg Hg Hg"], 3),
    (1, DISCARD, ["2: chi Hg Rg Cg", "4: gan Hg Hg Hg Hg"], 4),
    (1, DISCARD, ["2: chi Hg Rg Cg", "3: pong Hg Hg Hg", "4: hu Hg Hg"], 4),
    (1, DISCARD, ["2: pong Hg Hg Hg", "4: hu Hg Hg"], 4),
    (1, DISCARD, ["2: hu Hg Hg", "3: hu Hg Hg", "4: hu Hg Hg"], 2),
    (1, DISCARD, ["3: hu Hg Hg", "4: hu Hg Hg"], 3),
    (3, DISCARD, ["1: hu Hg Hg", "2: hu Hg Hg", "4: hu Hg Hg"], 4),
    (3, DISCARD, ["1: hu Hg Hg", "2: hu Hg Hg"], 1),
    (4, DISCARD, ["1: chi Hg Hg", "3: pong Hg Hg Hg"], 3),
    (2, DRAW, ["2: chi Hg Hg", "3: chi Hg Rg Cg"], 2),
    (2, DRAW, ["3: chi Hg Rg Cg"], 3),
    (2, DRAW, ["2: chi Hg Hg", "1: pong Hg Hg Hg"], 1),
    (2, DRAW, ["2: hu Hg Hg", "3: hu Hg Hg", "1: hu Hg Hg"], 2),
    (2, DRAW, ["3: hu Hg Hg", "1: hu Hg Hg"], 3),
    (2, DRAW, ["2: chi Hg Hg", "4: pong Hg Hg Hg", "1: hu Hg Hg"], 1),
]


@pytest.mark.parametrize(("by", "drawn", "claims", "stands"), RESOLVED)
def test_the_claim_that_stands_is_the_same_whoever_is_asked(by, drawn, claims, stands):
    for order in permutations(claims):
        asked, *others = order
        seat, claim = int(asked[0]), asked[3:]
        answer = ask(claim, seat=seat, by=by, drawn=drawn, other_claims=others)
        assert answer["goes_to"] == stands
        if seat != stands:
            assert (answer["fault"], answer["rule"]) == ("claim-outranked", "F11")
        else:
            assert answer["verdict"] in {"legal", "unproven"}


# F12, F13: who may claim a card that seat 2 of four discarded or drew
MAY = [
    # claim              discarded   drawn
    ("chi Hg Rg Cg", {3}, {2, 3}),
    ("chi Hg Hg", {3}, {2, 3}),
    ("pong Hg Hg Hg", {1, 3, 4}, {1, 2, 3, 4}),
    ("gan Hg Hg Hg Hg", {1, 3, 4}, {1, 2, 3, 4}),
    ("hu Hg Hg", {1, 3, 4}, {1, 2, 3, 4}),
    ("hu Hg Rg Cg", {1, 3, 4}, {1, 2, 3, 4}),
]


@pytest.mark.parametrize(("claim", "discarded", "drawn"), MAY)
def test_only_some_seats_may_claim(claim, discarded, drawn):
    for turned_up, able in ((False, discarded), (True, drawn)):
        found = {
            seat
            for seat in (1, 2, 3, 4)
            if ask(claim, seat=seat, by=2, drawn=turned_up).get("fault") != "claim-not-available"
        }
        assert found == able


def test_where_the_club_says_so_only_the_drawer_may_chi_a_drawn_card():
    rules = {"next_may_chi_drawn": False}
    assert ask("chi Hg Hg", seat=2, by=2, drawn=True, house_rules=rules)["verdict"] == "legal"
    assert ask("chi Hg Hg", seat=3, by=2, drawn=True, house_rules=rules)["rule"] == "F13"
    assert ask("chi Hg Hg", seat=3, by=2, house_rules=rules)["verdict"] == "legal"


# F15: a general that seat 2 drew
@pytest.mark.parametrize(
    ("seat", "claim", "verdict"),
    [
        (2, "chi Gr", "legal"),
        (2, "chi Gr Ar Er", "legal"),
        (2, "gan Gr Gr Gr Gr", "legal"),
        (2, "pass", "general-not-taken"),
        (3, "chi Gr", "claim-not-available"),
        (3, "chi Gr Ar Er", "claim-not-available"),
        (4, "gan Gr Gr Gr Gr", "legal"),
        (4, "hu Gr", "unproven"),
        (4, "pass", "legal"),
        (2, "chi Gr Gr", "not-a-meld"),
        (2, "pong Gr Gr Gr", "not-a-meld"),
    ],
)
def test_a_drawn_general_is_its_drawers_unless_somebody_calls_hu_or_gan(seat, claim, verdict):
    answer = ask(claim, seat=seat, offered="Gr", by=2, drawn=True)
    assert answer.get("fault", answer["verdict"]) == verdict


def test_the_drawer_of_a_general_may_let_it_go_to_a_gan():
    asked = {"seat": 2, "offered": "Gr", "by": 2, "drawn": True}
    assert ask("pass", **asked, other_claims=["4: gan Gr Gr Gr Gr"])["verdict"] == "legal"
    assert ask("pass", **asked, house_rules={"drawn_general_forced": False})["verdict"] == "legal"


def test_where_nobody_must_take_a_general_the_next_seat_may_chi_it():
    rules = {"drawn_general_forced": False}
    assert (
        ask("chi Gr", seat=3, offered="Gr", by=2, drawn=True, house_rules=rules)["verdict"]
        == "legal"
    )


def test_every_legal_claim_is_listed_with_the_pass_last():
    answer = ask("pass", hand="Hg Hg Hg Rg Cg")
    assert answer["could_play"] == [
        "chi Hg Hg", "chi Hg Rg Cg", "pong Hg Hg Hg", "gan Hg Hg Hg Hg",
        "hu Hg Hg Hg", "hu Hg Rg Cg", "pass",
    ]  # fmt: skip
    assert ask("pass", seat=3, hand="Hg Hg Rg Cg Sr")["could_play"] == ["pong Hg Hg Hg", "pass"]


def test_a_hand_that_is_known_settles_a_hu():
    assert ask("hu Hg Hg")["verdict"] == "unproven"
    assert ask("hu Hg Hg")["needs"]
    assert ask("hu Hg Hg", hand="Hg Gr Sr Sg Sy")["verdict"] == "legal"
    assert ask("hu Hg Hg", hand="Hg Gr Sr Sg Sr")["fault"] == "hand-not-complete"
    assert ask("hu Hg Hg / Gr", hand="Hg Gr Sr Sg Sy")["verdict"] == "legal"
    assert ask("pong Hg Hg Hg", hand="Hg Gr")["fault"] == "card-not-held"


def test_claims_on_the_table_go_by_the_same_order():
    assert last_verdict(OPENING + "2: chi Hg Rg Cg") == "legal"
    assert last_verdict(OPENING + "2: calls chi Hg Rg Cg, 3: pong Hg Hg Hg") == "legal"
    called = OPENING + "2: calls chi Hg Rg Cg, 3: calls pong Hg Hg Hg"
    assert last_verdict(called + ", 4: hu Hg Hg") == "legal"
    assert last_verdict(OPENING + "3: calls pong Hg Hg Hg, 2: chi Hg Rg Cg") == "claim-outranked"
    assert last_verdict(OPENING + "4: calls hu Hg Hg, 3: pong Hg Hg Hg") == "claim-outranked"


def test_calls_are_made_together_so_none_is_outranked_by_another():
    events = "3: calls pong Hg Hg Hg, 2: calls chi Hg Rg Cg, 4: hu Hg Hg"
    assert verdicts(OPENING + events) == ["legal"] * 4


def test_an_illegal_call_outranks_nothing():
    found = verdicts(OPENING + "3: calls hu Hg Hg, 2: chi Hg Rg Cg")
    assert found == ["legal", "hand-not-complete", "legal"]


def test_after_a_claim_its_seat_discards_and_the_seats_between_are_skipped():
    pong = OPENING + "3: pong Hg Hg Hg"
    assert last_verdict(pong + ", 3: discards Cr, 4: draws Rw") == "legal"
    assert last_verdict(pong + ", 3: discards Cr, 2: draws Rw") == "out-of-turn"
    assert last_verdict(pong + ", 2: draws Rw") == "out-of-turn"
    assert last_verdict(pong + ", 2: discards Rw") == "out-of-turn"


def test_a_card_that_nobody_takes_is_gone_and_the_next_seat_draws():
    assert last_verdict(OPENING + "2: draws Cw, 3: draws Rr") == "legal"
    assert last_verdict(OPENING + "2: draws Cw, 2: discards Rw") == "out-of-turn"
    assert last_verdict(OPENING + "2: draws Cw, 3: pong Hg Hg Hg") == "claim-not-available"


def test_a_card_that_was_taken_is_no_longer_on_offer():
    assert last_verdict(OPENING + "2: chi Hg Rg Cg, 3: pong Hg Hg Hg") == "claim-not-available"
    assert last_verdict("2: chi Hg Rg Cg") == "claim-not-available"


def test_the_number_of_players_is_four_unless_it_is_said():
    assert ask("chi Hg Hg", seat=1, by=4, players=None)["verdict"] == "legal"
    for players in (2.0, "4", True, 5):
        with pytest.raises(referee.MalformedError) as refused:
            ask("chi Hg Hg", players=players)
        assert (refused.value.code, refused.value.where) == ("wrong-player-count", "players")


def test_a_claim_that_was_called_is_asked_about_as_the_claim_itself():
    for claim in ("chi Hg Rg Cg", "calls chi Hg Rg Cg"):
        assert ask(claim, other_claims=["3: pong Hg Hg Hg"])["fault"] == "claim-outranked"
