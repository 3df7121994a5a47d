"""Cards of Four Color Cards that nobody saw: what the offer tells of them, and witnesses that fill them in."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import referee
from tests.referee.chance import few_examples
from tests.referee.four_color_table import DEAL, last_verdict, verdicts
from tests.referee.random_four_color_hands import random_round


def test_the_card_that_was_claimed_is_the_one_on_offer():
    assert last_verdict("1: discards Ag, 2: draws Gg, 2: chi ?", dealt=None) == "legal"


def test_a_seat_whose_cards_are_all_accounted_for_cannot_have_discarded_a_general():
    """Alice's two generals are seen later, in commands that she lays."""
    without = [DEAL[0].replace("Gg Gg", "Sw Sw"), *DEAL[1:]]
    assert verdicts("1: discards ?", dealt=without) == ["legal"]
    assert verdicts("1: discards ?", dealt=DEAL) == ["unproven"]


def test_a_discard_that_is_claimed_next_was_the_card_claimed():
    """Alice's hand is not known; Bob takes her card for the horseman of a field."""
    unknown = [None, *DEAL[1:]]
    assert verdicts("1: discards ?, 2: chi Hg Rg Cg", dealt=unknown) == ["legal", "legal"]
    assert verdicts("1: discards ?, 2: chi Gg", dealt=unknown) == ["general-discarded", "legal"]
    assert verdicts("1: discards ?, 2: calls chi Hg Rg Cg", dealt=unknown) == ["unproven", "legal"]


def test_the_one_card_that_is_nowhere_else_was_discarded():
    """Alice still has all her other cards, both generals among them."""
    left = [DEAL[0].removeprefix("Hg "), None, None, None]
    assert verdicts("1: discards ?", hand={"left": left}) == ["legal"]
    without = [DEAL[0].replace(" Gg", "", 1), None, None, None]
    assert verdicts("1: discards ?", hand={"left": without}) == ["general-discarded"]


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

    def judged(**hand):
        parsed = referee.parse_hand({"events": events, **hand}, rules, seats=played.seats)
        return parsed, referee.adjudicate_hand(rules, parsed, carried).as_json()["events"]

    hand, written = judged()
    for event in [one["event"] for one in written if one["verdict"] == "unproven"][:2]:
        found = referee.find_witnesses(rules, hand, carried, event=event)
        for word, witness in (("legal", found.legal), ("illegal", found.illegal)):
            if witness is None:
                continue
            dealt = [" ".join(cards) for cards in witness.hand.dealt]
            texts = [one.text for one in witness.hand.events]
            _, complete = judged(dealt=dealt, events=texts)
            assert complete[event - 1]["verdict"] == word
            assert "?" not in " ".join([*dealt, *texts])
