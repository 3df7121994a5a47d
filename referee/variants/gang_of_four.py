"""Gang of Four, by the rulebook (document 004)."""

from referee import cards
from referee.climbing import gangs
from referee.climbing.rules import ClimbingRules
from referee.combinations import Order
from referee.house_rules import NONE
from referee.verdicts import Fault

GANG_OF_FOUR = ClimbingRules(
    variant="gang-of-four",
    name="Gang of Four",
    edition="3",
    earlier_editions={"2": {"weighs_unseen_actions": False, "compares_left_with_sheet": False}},
    seats=(3, 4),  # G16: with three, sixteen cards lie aside
    deck=cards.GANG_OF_FOUR,
    hand_size=16,
    # G2, G3: green lowest, the multicolored one the highest one; phoenixes, then the dragon
    order=Order(
        ranks=(*cards.NUMBERS, "P", "D"),
        suits="GYRM",
        # G13: no straight goes past the 10
        straights=tuple((" ".join(cards.NUMBERS[start : start + 5]),) for start in range(6)),
        wild_suit="M",
        unsuited=frozenset("PD"),
    ),
    ladder=(),  # G4, G6, G11: set by the switches below
    opens=cards.Card("1M"),  # G15
    next_hand_leader="previous-winner",  # G39
    bombs_beat_top_single=True,  # G6: a gang beats the dragon as well
    gifts=True,  # G24
    one_loser=True,  # G21
    hides_past_tricks=True,  # G36
    dealing="winner",
    apply=gangs.apply,
    switches=gangs.switches(
        {
            "phoenix": ("official", "G11"),
            "five_card_following": ("any-higher", "G5"),
            "gangs": ("four-to-seven", "G6"),
            "pass_locks_out": (False, "G18"),
            "protect_last_card": (True, "G29"),
            "protect_lead_highest": (True, "G30"),
            "protect_forces_gang": (False, "G31"),
            "last_card_announcement": ("required", "G25"),
            "exchange": (True, "G24"),
            "exchange_may_return_received": (False, "G23"),
            "direction": ("alternate", "G17"),
            "scoring": ("table", "G33"),
            "target": (100, "G34"),
            "hands_per_match": (NONE, "B20"),
            "final_tie": ("shared", "G35"),
        }
    ),
    citations={
        Fault.HAND_OVER: "G28",
        **dict.fromkeys((Fault.EXCHANGE_MISSING, Fault.EXCHANGE_NOT_DUE), "G24"),
        Fault.NOT_HIGHEST_CARD: "G22",
        Fault.RETURNED_RECEIVED_CARD: "G23",
        Fault.OUT_OF_TURN: "G17",
        Fault.BLOCKED: "G25",
        Fault.PASS_ON_LEAD: "G20",
        Fault.NOT_A_COMBINATION: "G37",
        Fault.OPENING_CARD_MISSING: "G15",
        Fault.WRONG_SIZE: "G6",
        Fault.WRONG_TYPE: "G5",
        Fault.DOES_NOT_BEAT: "G4",
        "single": "G3",
        "pair": "G9",
        "triple": "G9",
        "straight": "G9",
        "flush": "G9",
        "full-house": "G10",
        "straight-flush": "G9",
        "opener": "G15",
        "bomb on bomb": "G6",
        "after a bomb": "G6",
        "cross category": "G4",
    },
    doubts=("G23", "G30", "G31", "sources of Gang of Four"),
).with_house_rules({})
