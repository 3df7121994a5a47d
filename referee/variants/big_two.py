"""Big Two, by the Taiwanese rules of document 001."""

from referee.cards import RANKS, STANDARD
from referee.climbing import switches
from referee.climbing.rules import ClimbingRules
from referee.climbing.straights import STRAIGHTS
from referee.combinations import Order
from referee.house_rules import NONE
from referee.verdicts import Fault

BIG_TWO = ClimbingRules(
    variant="big-two",
    name="Big Two",
    edition="2",
    earlier_editions={"1": {"weighs_unseen_actions": False, "compares_left_with_sheet": False}},
    seats=(4,),
    deck=STANDARD,
    hand_size=13,
    # B1: threes low, twos high; clubs lowest, spades highest
    order=Order(ranks=RANKS, suits="CDHS", straights=STRAIGHTS["taiwan"]),
    # B4, B9
    ladder=(
        (switches.SINGLE,),
        (switches.PAIR,),
        (switches.STRAIGHT, switches.FULL_HOUSE),
    ),
    # B10, B11
    bombs=(switches.FOUR_AND_ONE, switches.STRAIGHT_FLUSH),
    apply=switches.apply,
    switches=switches.for_pack_of_52(
        {
            "suit_order": ("CDHS", "B1"),
            "straights": ("taiwan", "B6"),
            "triples": (False, "B4"),
            "flush": ("none", "B4"),
            "five_card_cross_category": (True, "B9"),
            "bombs": (True, "B10"),
            "bombs_beat_top_single": (False, "B10"),
            "top_single_closes_trick": (True, "B14"),
            "opening": ("lowest-in-any", "B2"),
            "next_hand_leader": ("lowest-card", "B3"),
            "play_to_last": (False, "B21"),
            "pass_locks_out": (False, "B15"),
            "protect_last_card": (False, "G29"),
            "protect_lead_highest": (False, "G30"),
            "multipliers": ([[1, 1]], "B19"),
            "settlement": ("winner-collects", "B19"),
            "direction": ("clockwise", "B20"),
            "target": (NONE, "B20"),
            "hands_per_match": (NONE, "B20"),
            "final_tie": ("shared", "G35"),
        },
        settlements=("winner-collects", "pairwise", "penalties"),
    ),
    citations={
        Fault.HAND_OVER: "B21",
        Fault.OUT_OF_TURN: "B12",
        Fault.PASS_ON_LEAD: "B16",
        Fault.NOT_A_COMBINATION: "B4",
        Fault.OPENING_CARD_MISSING: "B2",
        Fault.WRONG_SIZE: "B10",
        Fault.WRONG_TYPE: "B9",
        Fault.DOES_NOT_BEAT: "B9",
        "single": "B1",
        "pair": "B17",
        "triple": "B4",
        "straight": "B6",
        "flush": "B4",
        "full-house": "B18",
        "four-of-a-kind": "B11",
        "straight-flush": "B6",
        "opener": "B2",
        "closed": "B14",
        "bomb on bomb": "B11",
        "after a bomb": "B13",
        "bomb on the top single": "B10",
        "cross category": "B9",
    },
    doubts=("B15", "sources of Big Two"),
).with_house_rules({})
