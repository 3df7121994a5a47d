"""Pusoy Dos, by the rules of document 003."""

from referee.cards import RANKS, STANDARD
from referee.climbing import switches
from referee.climbing.rules import ClimbingRules
from referee.climbing.straights import STRAIGHTS
from referee.combinations import Order
from referee.house_rules import NONE
from referee.verdicts import Fault

PUSOY_DOS = ClimbingRules(
    variant="pusoy-dos",
    name="Pusoy Dos",
    edition="2",
    earlier_editions={"1": {"weighs_unseen_actions": False, "compares_left_with_sheet": False}},
    seats=(4,),
    deck=STANDARD,
    hand_size=13,
    # P1: clubs lowest, diamonds highest
    order=Order(ranks=RANKS, suits="CSHD", straights=STRAIGHTS["circular"]),
    # P3, P4, P5: the rungs are set by the switches below
    ladder=(),
    apply=switches.apply,
    switches=switches.for_pack_of_52(
        {
            "suit_order": ("CSHD", "P1"),
            "straights": ("circular", "P7"),
            "triples": (True, "P4"),
            "flush": ("by-suit", "P9"),
            "five_card_cross_category": (True, "P5"),
            "bombs": (False, "P3"),
            "bombs_beat_top_single": (False, "B10"),
            "top_single_closes_trick": (False, "B14"),
            "opening": ("lowest-in-any", "P2"),
            "next_hand_leader": ("lowest-card", "P2"),
            "play_to_last": (True, "P15"),
            "after_out": ("next-has-control", "P12"),
            "pass_locks_out": (False, "P13"),
            "protect_last_card": (False, "G29"),
            "protect_lead_highest": (False, "G30"),
            "multipliers": ([[1, 1]], "B19"),
            "settlement": ("placement", "P16"),
            "placement_points": ([3, 2, 1, 0], "P16"),
            "direction": ("clockwise", "B20"),
            "target": (NONE, "B20"),
            "hands_per_match": (NONE, "B20"),
            "final_tie": ("shared", "G35"),
        },
        settlements=("placement", "winner-collects", "pairwise", "penalties"),
    ),
    citations={
        Fault.HAND_OVER: "P15",
        Fault.OUT_OF_TURN: "P13",
        Fault.PASS_ON_LEAD: "P14",
        Fault.NOT_A_COMBINATION: "P3",
        Fault.OPENING_CARD_MISSING: "P2",
        Fault.WRONG_SIZE: "P3",
        Fault.WRONG_TYPE: "P5",
        Fault.DOES_NOT_BEAT: "P5",
        "single": "P1",
        "pair": "P11",
        "triple": "P4",
        "straight": "P8",
        "flush": "P9",
        "full-house": "P5",
        "four-of-a-kind": "P5",
        "straight-flush": "P10",
        "opener": "P2",
        "closed": "B14",
        "bomb on bomb": "B11",
        "after a bomb": "B13",
        "bomb on the top single": "B10",
        "cross category": "P5",
    },
    doubts=("P7",),
).with_house_rules({})
