"""The sentences of replays and verdicts: articles and plurals."""

import re

import pytest

import referee
from referee.climbing import kinds
from referee.climbing.wording import describe_cards
from referee.rulebook.wording import suit
from tests.referee import climbing_table, four_color_table

BIG_TWO_RULES = {"triples": True, "flush": "by-rank"}
PLAYS = [
    ("big-two", BIG_TWO_RULES, "3C 3D", "leads a pair of threes (3C 3D)."),
    ("big-two", BIG_TWO_RULES, "3C 3D 3H", "leads a triple of threes (3C 3D 3H)."),
    ("big-two", BIG_TWO_RULES, "3C 4C 6C 7C 9C", "leads a flush in clubs (3C 4C 6C 7C 9C)."),
    ("big-two", {}, "3C 4D 5H 6S 7C", "leads a straight 3C 4D 5H 6S 7C."),
    ("big-two", {}, "3C 3D 9C 9D 9H", "leads a full house of nines (9C 9D 9H 3C 3D)."),
    ("big-two", {}, "3C 9C 9D 9H 9S", "leads a four-of-a-kind of nines (9C 9D 9H 9S 3C)."),
    ("big-two", {}, "3C 4C 5C 6C 7C", "leads a straight flush 3C 4C 5C 6C 7C."),
    ("gang-of-four", {}, "1G 1Y 1R 1M", "leads a gang of four ones (1G 1Y 1R 1M)."),
    ("big-two", {}, "3C", "leads 3C."),
]
"""Every kind of combination; the rest of the sentence is the same for all."""


@pytest.mark.parametrize(("variant", "house_rules", "cards", "sentence"), PLAYS)
def test_a_replay_says_what_was_played_with_article_and_plural(
    variant, house_rules, cards, sentence
):
    hand = {"events": [f"1: {cards}"]}
    document = climbing_table.record(hand, variant=variant, house_rules=house_rules)
    frames = referee.adjudicate(referee.parse_record(document)).hands[0].frames()
    narration = re.sub(r"\(.*\)", "", frames[1]["narration"])
    assert narration == f"Seat 1 {re.sub(r'[(].*[)]', '', sentence)}"


def test_a_replay_says_of_an_unseen_card_that_nobody_saw_it():
    document = four_color_table.record({"events": ["1: discards ?", "2: draws ?"]})
    frames = referee.adjudicate(referee.parse_record(document)).hands[0].frames()
    assert frames[1]["narration"].startswith("Seat 1 discards a card that nobody saw.")
    assert frames[2]["narration"].startswith("Seat 2 draws a card that nobody saw.")


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ("1: discards Sr, 2: draws Rw, 2: chi Rw Rw Rw", "This meld (triple) is claimed with pong"),
        ("1: discards Ay, 4: pong Ay Ay Ay Ay", "This meld (quadruple) is claimed with gan"),
        ("1: discards Sr, 2: draws Gr, 2: pong Gr Gr Gr Gr", "This meld (four generals) is"),
        ("1: discards Hg, 2: chi Hg Rr Cg", "Hg Rr Cg do not make a meld."),
        ("1: discards Hg, 2: chi Hg", "Hg alone is no meld."),
    ],
)
def test_a_reason_names_melds_in_singular_and_plural(events, reason):
    answer = four_color_table.judge(events, dealt=None)["events"][-1]
    assert answer["reason"].startswith(reason)


def test_a_reason_names_the_cards_that_make_no_combination():
    answer = climbing_table.judge("1: 3C 4D")["events"][-1]
    assert answer["reason"].startswith("3C 4D do not make a combination: ")


def test_a_rank_and_a_suit_that_no_built_in_deck_has_are_named_as_they_are_written():
    assert str(describe_cards(kinds.PAIR, ("XC", "XD"))) == "pair of X (XC XD)"
    assert str(describe_cards(kinds.FLUSH, ("3Z", "4Z"))) == "flush in Z (3Z 4Z)"
    assert str(suit("Z")) == "`Z`"
