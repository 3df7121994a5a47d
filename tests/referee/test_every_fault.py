"""A small record for every fault of contract §3, in every game that can have it."""

from typing import Any, NamedTuple

import pytest

from referee.verdicts import Fault
from tests.referee import climbing_table, four_color_table
from tests.referee.climbing.test_gang_of_four import DEAL as GANGS
from tests.referee.climbing.test_gang_of_four import DOWN_TO_TWO
from tests.referee.climbing_table import verdict_or_fault
from tests.referee.four_color_table import DEAL as MELDS
from tests.referee.four_color_table import OPENING

Json = dict[str, Any]


class Breach(NamedTuple):
    """A hand in which only the last event is illegal, with the keys of its record."""

    events: str
    hand: Json = {}
    house_rules: Json = {}
    keys: Json = {}


TWELVE = "1: 3C 4S 5H 6C 7C, 1: 8C 9S 10H JC QC, 1: KC KS"
"""Alice holds one card after these plays; passes are implied."""

IMPLIED: Json = {"passes": "implied"}
DANS = {**IMPLIED, "dealt": [None, None, None, "3H 3S 4H 5S 6H 7S 8H 9D 10D JD QD 2C 2H"]}
GUARDED = {"protect_last_card": True}

CARDS = {
    "out-of-turn": Breach("1: 3C, 3: 4C"),
    "pass-on-lead": Breach("1: 3C, ppp, 1: pass"),
    "must-play-highest": Breach(f"{TWELVE}, 2: AD AS, 2: 4D, 4: pass", DANS, GUARDED),
    "card-already-played": Breach("1: 3C, 2: 3C"),
    "card-not-held": Breach(f"{TWELVE}, 1: AC AS", IMPLIED),
    "not-a-combination": Breach("1: 3C 4D"),
    "opening-card-missing": Breach("1: 4D"),
    "wrong-size": Breach("1: 3C, 2: 4C 4D"),
    "wrong-type": Breach(
        "1: 3C 4S 5H 6C 7C, 2: 8D 8H 8S 9D 9H", {}, {"five_card_cross_category": False}
    ),
    "does-not-beat": Breach("1: 3C, 2: 5D, 3: 4D"),
    "must-lead-several": Breach(f"{TWELVE}, 4: 2C 2H, 4: 4H", DANS, GUARDED),
}
ENDED = f"{TWELVE}, 1: AC, 2: 3D"
ONE_WINS = {"play_to_last": False, "settlement": "winner-collects"}

DEALT = {"dealt": GANGS}
IMPLIED_DEALT = {**IMPLIED, **DEALT}
SECOND = {"first_hand": 2, "previous_winner": 1, "previous_loser": 3}
"""Carol lost the hand before to Alice, so she gives the first card."""

GANG = {
    "hand-over": Breach(f"{DOWN_TO_TWO}, 1: 7G last, 1: 8G, 4: 9R", IMPLIED_DEALT),
    "exchange-missing": Breach("1: 2G", keys=SECOND),
    "exchange-not-due": Breach("2: gives PG to 1", keys=SECOND),
    "not-highest-card": Breach("3: gives 10Y to 1", DEALT, keys=SECOND),
    "returned-received-card": Breach("3: gives DR to 1, 1: gives DR to 3", keys=SECOND),
    "out-of-turn": Breach("1: 1M, 3: 6Y", DEALT),
    "blocked": Breach(f"{DOWN_TO_TWO}, 1: 7G, 1: 8G", IMPLIED_DEALT),
    "pass-on-lead": Breach("1: 1M, 4: pass, 3: pass, 2: pass, 1: pass"),
    "must-play-highest": Breach(f"{DOWN_TO_TWO}, 1: 7G last, 2: pass", IMPLIED_DEALT),
    "card-already-played": Breach("1: 1M, 4: 1M"),
    "card-not-held": Breach("1: 1M, 4: 2G", DEALT),
    "not-a-combination": Breach("1: 1M 2G", DEALT),
    "opening-card-missing": Breach("1: 1G", DEALT),
    "wrong-size": Breach("1: 1M, 4: 4R 4R"),
    "wrong-type": Breach(
        "1: 1M 2G 4G 6G 8G, 4: 3R 4R 5R 6R 7R", DEALT, {"five_card_following": "same-type"}
    ),
    "does-not-beat": Breach("1: 1M, 4: 3R, 3: 2R"),
    "must-lead-several": Breach(f"{DOWN_TO_TWO}, 1: 7G last, 2: PG, 2: 8G", IMPLIED_DEALT),
}

FACE_UP = {"dealt": MELDS}
HU = f"{OPENING}4: hu Hg Hg / Sr Sg Sy Sw / Ay Ay Ay / Ey Ey Ey / Ry Ry Ry / Cy Cy Cy / Cw Cw Cw"
STOCK = ", ".join(f"{seat % 4 + 1}: draws ?" for seat in range(1, 33))
ALL_FOUR = "1: discards Sr, 2: draws Sr, 3: draws Sr, 4: draws Sr, 4: chi Sr Sg Sy, 4: discards Sr"

MELDING = {
    "hand-over": Breach(f"{HU}, 4: lucky Gy, 2: draws Rr", FACE_UP),
    "out-of-turn": Breach("2: discards Rg", FACE_UP),
    "pass-on-lead": Breach("1: pass", FACE_UP),
    "card-already-played": Breach(ALL_FOUR),
    "card-not-held": Breach("1: discards Aw", FACE_UP),
    "not-a-meld": Breach(f"{OPENING}2: chi Hg Rg Eg", FACE_UP),
    "claim-not-available": Breach(f"{OPENING}3: chi Hg Hg", FACE_UP),
    "claim-outranked": Breach(f"{OPENING}4: calls hu Hg Hg, 2: chi Hg Rg Cg", FACE_UP),
    "general-discarded": Breach("1: discards Gg", FACE_UP),
    "general-not-taken": Breach(f"{OPENING}2: draws Gy, 3: draws Rr", FACE_UP),
    "hand-not-complete": Breach(f"{OPENING}3: hu Hg Hg Hg", FACE_UP),
    "stock-exhausted": Breach(f"{OPENING}{STOCK}", FACE_UP),
}

GAMES = {
    "big-two": {"hand-over": Breach(ENDED, IMPLIED), **CARDS},
    "pusoy-dos": {"hand-over": Breach(ENDED, IMPLIED, ONE_WINS), **CARDS},
    "gang-of-four": GANG,
    "gang-of-four-loser-scores": GANG,
    "four-color-cards": MELDING,
}


@pytest.mark.parametrize(
    ("variant", "fault", "breach"),
    [(game, fault, breach) for game, faults in GAMES.items() for fault, breach in faults.items()],
)
def test_the_record_of_a_fault_has_this_fault_only(variant, fault, breach):
    keys = {"house_rules": breach.house_rules, **breach.keys}
    if variant == "four-color-cards":
        dealt = breach.hand.get("dealt")
        events = four_color_table.judge(breach.events, dealt=dealt, **keys)["events"]
    else:
        events = climbing_table.judge(breach.events, breach.hand, variant=variant, **keys)["events"]
    *before, last = [verdict_or_fault(event) for event in events]
    assert last == fault
    assert set(before) <= {"legal", "unproven"}
    assert events[-1]["rule"]
    assert events[-1]["reason"].endswith(".")


def test_every_fault_has_a_record():
    faults_with_record = {fault for faults in GAMES.values() for fault in faults}
    assert faults_with_record == {str(fault) for fault in Fault}


def test_every_game_has_a_record_for_each_of_its_faults():
    exchange = {
        "exchange-missing",
        "exchange-not-due",
        "not-highest-card",
        "returned-received-card",
    }
    assert set(GANG) == set(GAMES["big-two"]) | exchange | {"blocked"}
    assert set(GAMES["big-two"]) == set(GAMES["pusoy-dos"])
    assert set(MELDING) - set(GANG) == {str(fault) for fault in Fault} - set(GANG)
