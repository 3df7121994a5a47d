"""Tiến Lên, by the southern Vietnamese rules; SOURCES.md settles what T1 to T16 mean."""

from referee.cards import RANKS, STANDARD
from referee.climbing import ClimbingRules
from referee.combinations import Order
from referee.verdicts import Fault
from tien_len import house_rules
from tien_len.kinds import BOMBS, LADDER

TIEN_LEN = ClimbingRules(
    variant="tien-len",
    name="Tiến Lên",
    edition="1",
    seats=(2, 3, 4),
    deck=STANDARD,
    hand_size=13,
    # T1: threes low, twos high; spades lowest, hearts highest
    order=Order(ranks=RANKS, suits="SCDH", straights=()),
    # T3, T4
    ladder=LADDER,
    # T7
    bombs=BOMBS,
    # T4: three sixes do not follow a sequence of three
    five_card_cross_category=False,
    # T11
    leads_if_undealt="anybody",
    apply=house_rules.apply,
    switches=house_rules.SWITCHES,
    citations={
        Fault.HAND_OVER: "T13",
        Fault.OUT_OF_TURN: "T12",
        Fault.PASS_ON_LEAD: "T12",
        Fault.NOT_A_COMBINATION: "T3",
        Fault.OPENING_CARD_MISSING: "T10",
        Fault.WRONG_SIZE: "T4",
        Fault.WRONG_TYPE: "T4",
        Fault.DOES_NOT_BEAT: "T4",
        "single": "T1",
        "opener": "T10",
        "undealt": "T11",
        "bomb on bomb": "T7",
        "after a bomb": "T7",
        "bomb on other plays": "T8",
    },
).with_house_rules({})
