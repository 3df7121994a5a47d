"""Gang of Four, loser scores, by the rules of document 000: the differences from Gang of Four."""

from dataclasses import replace

from referee.climbing import gangs
from referee.house_rules import NONE
from referee.variants.gang_of_four import GANG_OF_FOUR
from referee.verdicts import Fault

GANG_OF_FOUR_LOSER_SCORES = replace(
    GANG_OF_FOUR,
    variant="gang-of-four-loser-scores",
    name="Gang of Four, loser scores",
    edition="3",
    # L10
    seats=(4,),
    dealing="agreed",
    switches=gangs.switches(
        {
            "deck": ("published-64", "L1"),
            "phoenix": ("wild", "L3"),
            "five_card_following": ("same-type", "L4"),
            "gangs": ("four-only", "L5"),
            "pass_locks_out": (False, "G18"),
            "protect_last_card": (True, "G29"),
            "protect_lead_highest": (False, "L8"),
            "protect_forces_gang": (False, "G31"),
            "last_card_announcement": ("required", "G25"),
            "exchange": (True, "G24"),
            "exchange_may_return_received": (False, "L9"),
            "direction": ("alternate", "G17"),
            "scoring": ("loser-only", "L6"),
            "target": (NONE, "L7"),
            "hands_per_match": (NONE, "B20"),
            "final_tie": ("shared", "G35"),
        }
    ),
    citations={**GANG_OF_FOUR.citations, Fault.WRONG_TYPE: "L4"},
    doubts=("L3", *GANG_OF_FOUR.doubts),
).with_house_rules({})
