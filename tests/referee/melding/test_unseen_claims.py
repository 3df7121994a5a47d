"""Unseen cards of Four Color Cards: what offers and claims prove about them, and their witnesses."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee.chance import few_examples
from tests.referee.four_color_table import DEAL, last_verdict, verdicts
from tests.referee.random_four_color_hands import random_round


def test_an_unseen_claimed_card_is_the_card_on_offer():
    assert last_verdict("1: discards Ag, 2: draws Gg, 2: chi ?", dealt=None) == "legal"


def test_a_card_on_offer_before_an_unseen_action_and_claimed_after_it_is_one_card():
    """Three Hg lie on the table, not four: the last may still be discarded, and then none."""
    events = "1: discards Hg, 2: unseen, 3: pong Hg Hg Hg, 3: discards Ag, unseen, 4: discards Hg"
    assert verdicts(events, dealt=None)[-1] == "legal"
    assert verdicts(f"{events}, unseen, 1: discards Hg", dealt=None)[-1] == "card-already-played"


def test_an_unseen_discard_is_legal_if_the_seat_holds_no_general():
    """Without generals in her hand Alice cannot have discarded one."""
    no_generals = [DEAL[0].replace("Gg Gg", "Sw Sw"), *DEAL[1:]]
    assert verdicts("1: discards ?", dealt=no_generals) == ["legal"]
    assert verdicts("1: discards ?", dealt=DEAL) == ["unproven"]


def test_an_unseen_discard_is_the_card_that_is_claimed_next():
    """Alice's hand is unknown; Bob claims her discard as Hg for a field, or as Gg alone."""
    unknown = [None, *DEAL[1:]]
    assert verdicts("1: discards ?, 2: chi Hg Rg Cg", dealt=unknown) == ["legal", "legal"]
    assert verdicts("1: discards ?, 2: chi Gg", dealt=unknown) == ["general-discarded", "legal"]
    assert verdicts("1: discards ?, 2: calls chi Hg Rg Cg", dealt=unknown) == ["unproven", "legal"]


def test_an_unseen_discard_is_the_card_missing_from_the_cards_left():
    """At the end Alice has all cards but the discarded one."""
    left = [DEAL[0].removeprefix("Hg "), None, None, None]
    assert verdicts("1: discards ?", hand={"left": left}) == ["legal"]
    one_general_left = [DEAL[0].replace(" Gg", "", 1), None, None, None]
    assert verdicts("1: discards ?", hand={"left": one_general_left}) == ["general-discarded"]


@few_examples
@given(st.integers(0, 1 << 32))
def test_a_witness_to_a_hand_with_unseen_cards_settles_the_verdict(seed):
    chance = Random(seed)
    played = random_round(chance)
    events = list(played.events)
    place = chance.randrange(len(events))
    events[place] = events[place].rsplit(" ", 1)[0] + " ?"
    rules, nothing = referee.rules_for("four-color-cards"), (0,) * played.seats
    carried = referee.Carried(number=1, won=nothing, totals=nothing)

    def judge_with(**hand):
        parsed = referee.parse_hand({"events": events, **hand}, rules, seats=played.seats)
        return parsed, referee.adjudicate_hand(rules, parsed, carried).as_json()["events"]

    hand, written = judge_with()
    for event in [one["event"] for one in written if one["verdict"] == "unproven"][:2]:
        witnesses = referee.find_witnesses(rules, hand, carried, event=event)
        for word, witness in (("legal", witnesses.legal), ("illegal", witnesses.illegal)):
            if witness is None:
                continue
            dealt = [" ".join(cards) for cards in witness.hand.dealt]
            texts = [one.text for one in witness.hand.events]
            _, complete = judge_with(dealt=dealt, events=texts)
            assert complete[event - 1]["verdict"] == word
            assert "?" not in " ".join([*dealt, *texts])
