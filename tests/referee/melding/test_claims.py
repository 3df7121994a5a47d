"""Claims of Four Color Cards: who may claim which card, and whose claim prevails (F11–F16)."""

from itertools import permutations

import pytest

import referee
from tests.referee.four_color_table import OPENING, ask, last_verdict, verdicts

# F11: hu before gan and pong before chi; among equals in turn order, after a draw the drawer first
DISCARD, DRAW = False, True
RESOLVED = [
    # turned up by      the claims                                  goes to
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


@pytest.mark.parametrize(("by", "drawn", "claims", "winner"), RESOLVED)
def test_the_claim_that_prevails_does_not_depend_on_the_order_of_the_question(
    by, drawn, claims, winner
):
    for order in permutations(claims):
        first, *others = order
        seat, claim = int(first[0]), first[3:]
        answer = ask(claim, seat=seat, by=by, drawn=drawn, other_claims=others)
        assert answer["goes_to"] == winner
        if seat != winner:
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
def test_only_these_seats_may_claim(claim, discarded, drawn):
    for turned_up, expected in ((False, discarded), (True, drawn)):
        allowed = {
            seat
            for seat in (1, 2, 3, 4)
            if ask(claim, seat=seat, by=2, drawn=turned_up).get("fault") != "claim-not-available"
        }
        assert allowed == expected


def test_only_the_drawer_may_chi_a_drawn_card_under_the_house_rule():
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
def test_only_hu_and_gan_of_others_prevail_over_the_drawer_of_a_general(seat, claim, verdict):
    answer = ask(claim, seat=seat, offered="Gr", by=2, drawn=True)
    assert answer.get("fault", answer["verdict"]) == verdict


def test_the_drawer_of_a_general_may_pass_if_another_seat_calls_gan():
    question = {"seat": 2, "offered": "Gr", "by": 2, "drawn": True}
    assert ask("pass", **question, other_claims=["4: gan Gr Gr Gr Gr"])["verdict"] == "legal"
    assert (
        ask("pass", **question, house_rules={"drawn_general_forced": False})["verdict"] == "legal"
    )


def test_the_next_seat_may_chi_a_drawn_general_if_it_need_not_be_taken():
    rules = {"drawn_general_forced": False}
    assert (
        ask("chi Gr", seat=3, offered="Gr", by=2, drawn=True, house_rules=rules)["verdict"]
        == "legal"
    )


def test_every_legal_claim_is_listed_and_the_pass_last():
    answer = ask("pass", hand="Hg Hg Hg Rg Cg")
    assert answer["could_play"] == [
        "chi Hg Hg",
        "chi Hg Rg Cg",
        "pong Hg Hg Hg",
        "gan Hg Hg Hg Hg",
        "hu Hg Hg Hg",
        "hu Hg Rg Cg",
        "pass",
    ]
    assert ask("pass", seat=3, hand="Hg Hg Rg Cg Sr")["could_play"] == ["pong Hg Hg Hg", "pass"]


def test_a_known_hand_settles_whether_hu_is_legal():
    assert ask("hu Hg Hg")["verdict"] == "unproven"
    assert ask("hu Hg Hg")["needs"]
    assert ask("hu Hg Hg", hand="Hg Gr Sr Sg Sy")["verdict"] == "legal"
    assert ask("hu Hg Hg", hand="Hg Gr Sr Sg Sr")["fault"] == "hand-not-complete"
    assert ask("hu Hg Hg / Gr", hand="Hg Gr Sr Sg Sy")["verdict"] == "legal"
    assert ask("pong Hg Hg Hg", hand="Hg Gr")["fault"] == "card-not-held"


def test_recorded_claims_prevail_in_the_order_of_the_rulings():
    assert last_verdict(OPENING + "2: chi Hg Rg Cg") == "legal"
    assert last_verdict(OPENING + "2: calls chi Hg Rg Cg, 3: pong Hg Hg Hg") == "legal"
    called = OPENING + "2: calls chi Hg Rg Cg, 3: calls pong Hg Hg Hg"
    assert last_verdict(called + ", 4: hu Hg Hg") == "legal"
    assert last_verdict(OPENING + "3: calls pong Hg Hg Hg, 2: chi Hg Rg Cg") == "claim-outranked"
    assert last_verdict(OPENING + "4: calls hu Hg Hg, 3: pong Hg Hg Hg") == "claim-outranked"


def test_calls_are_simultaneous_so_none_is_outranked():
    events = "3: calls pong Hg Hg Hg, 2: calls chi Hg Rg Cg, 4: hu Hg Hg"
    assert verdicts(OPENING + events) == ["legal"] * 4


def test_an_illegal_call_outranks_nothing():
    answer = verdicts(OPENING + "3: calls hu Hg Hg, 2: chi Hg Rg Cg")
    assert answer == ["legal", "hand-not-complete", "legal"]


def test_after_a_claim_its_seat_discards_and_the_seats_between_are_skipped():
    pong = OPENING + "3: pong Hg Hg Hg"
    assert last_verdict(pong + ", 3: discards Cr, 4: draws Rw") == "legal"
    assert last_verdict(pong + ", 3: discards Cr, 2: draws Rw") == "out-of-turn"
    assert last_verdict(pong + ", 2: draws Rw") == "out-of-turn"
    assert last_verdict(pong + ", 2: discards Rw") == "out-of-turn"


def test_a_card_that_nobody_claims_is_not_offered_again_and_the_next_seat_draws():
    assert last_verdict(OPENING + "2: draws Cw, 3: draws Rr") == "legal"
    assert last_verdict(OPENING + "2: draws Cw, 2: discards Rw") == "out-of-turn"
    assert last_verdict(OPENING + "2: draws Cw, 3: pong Hg Hg Hg") == "claim-not-available"


def test_a_card_that_was_claimed_is_no_longer_on_offer():
    assert last_verdict(OPENING + "2: chi Hg Rg Cg, 3: pong Hg Hg Hg") == "claim-not-available"
    assert last_verdict("2: chi Hg Rg Cg") == "claim-not-available"


def test_the_number_of_players_is_four_by_default():
    assert ask("chi Hg Hg", seat=1, by=4, players=None)["verdict"] == "legal"
    for players in (2.0, "4", True, 5):
        with pytest.raises(referee.MalformedError) as raised:
            ask("chi Hg Hg", players=players)
        assert (raised.value.code, raised.value.where) == ("wrong-player-count", "players")


def test_a_question_about_a_called_claim_is_judged_as_the_claim():
    for claim in ("chi Hg Rg Cg", "calls chi Hg Rg Cg"):
        assert ask(claim, other_claims=["3: pong Hg Hg Hg"])["fault"] == "claim-outranked"
