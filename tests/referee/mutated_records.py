"""Session records of every game in which one to three things are changed at random: keys, values, letters of texts."""

import copy
import json
from random import Random
from typing import Any

from tests.referee.cast import CAST

Json = Any

DEAL_64 = "1G 2G 3G 4G 5G 6G 7G 8G 9G 10G PG 1Y 2Y 3Y 4Y 1M"
DEAL_20 = "Gr Ar Er Rr Hr Cr Sr Gg Ag Eg Rg Hg Cg Sg Gy Ay Ey Ry Hy Cy"
HAND_ROWS = {
    "adjustments": [{"seat": 2, "points": -10, "reason": "late"}],
    "rulings": [{"event": 1, "decision": "stands", "reason": "Nobody objected."}],
    "note": "loud",
    "weather": {"rain": [True]},
}

SAMPLES: list[Json] = [
    {
        "variant": "big-two",
        "house_rules": {
            "multipliers": [[1, 1], [10, 2]],
            "suit_order": "CSHD",
            "target": 50,
            "settlement": "pairwise",
        },
        "players": CAST,
        "played_on": "2026-03-01",
        "carried": [34, 12, 60.5, 8],
        "first_hand": 5,
        "previous_winner": 2,
        "previous_loser": 3,
        "hands": [
            {
                "events": [
                    "1: 3c, 3D",
                    "2: pass",
                    "3: T♥",
                    "3: takes back",
                    "unseen",
                    "4: ? ? last",
                ],
                "dealt": ["3C 3D 5C 6C 7C 8C 9C 10C JC QC KC AC ?", None, "?", ""],
                "left": ["", "4C 4D", "?", "9S"],
                "dealer": 2,
                "passes": "written",
                **HAND_ROWS,
            },
            {"cards_left": [0, 5, 8, 12], "pays_all": 3, "winner": 1, "annulled": "wrong deck"},
        ],
    },
    {
        "variant": "pusoy-dos",
        "house_rules": {
            "play_to_last": True,
            "settlement": "placement",
            "placement_points": [5, 3, 2, 0],
        },
        "players": CAST,
        "hands": [
            {"out": [2, 4, 1], "void": "misdeal"},
            {"events": ["1: 3C 3♠ 3♥️ ?", "002 : PASS"], "passes": "implied"},
        ],
    },
    {
        "variant": "gang-of-four",
        "house_rules": {"last_card_announcement": "required", "hands_per_match": 8},
        "players": CAST[:3],
        "hands": [
            {
                "events": [
                    "1: gives DR to 2",
                    "2: Gives ? to 1",
                    "1: 10R LAST",
                    "3: 7g 7Y",
                    "2: 1M",
                ],
                "dealt": [DEAL_64, None, "?"],
            },
            {"cards_left": [0, 1, 12], "blocked": [2]},
        ],
    },
    {
        "variant": "gang-of-four-loser-scores",
        "house_rules": {"deck": "literal-42", "phoenix": "wild"},
        "players": CAST,
        "hands": [
            {"events": ["1: 1M", "2: 10B PB", "3: unseen"], "left": ["1B 2B", "3G", None, "?"]}
        ],
    },
    {
        "variant": "four-color-cards",
        "house_rules": {
            "threshold": 12.5,
            "rounds": 2,
            "general_quad_points": [8, 6],
            "hand_size": 20,
            "dead_wall": 1,
        },
        "players": CAST[:3],
        "hands": [
            {
                "events": [
                    "1: discards Sr",
                    "3: calls chi Sr Sg Sy",
                    "2: pong Sr Sr Sr",
                    "2: draws Gg",
                    "2: chi Gg",
                    "3: hu Er Er Er / Hy Hy Hy /?",
                    "3: lucky Ag",
                ],
                "dealt": [f"{DEAL_20} Sy", DEAL_20, None],
            },
            {
                "finisher": 2,
                "exposed": ["Rr Rr Rr", "Gg Ag Eg"],
                "concealed": ["Hy Hy Hy", "? ?"],
                "lucky": "Ag",
            },
            {"washed_out": True},
        ],
    },
]
for sample in SAMPLES:
    sample["format"] = "session-record/1"

JUNK: list[Json] = json.loads("""[
    null, true, false, 0, 1, -1, 3, 4, 5, 13, 1.5, 2.0, 9007199254740992, 9007199254740994,
    "", " ", "?", ",", "none", "pass", "unseen", "3C", "Gr", "1: 3C", "1: gives 3C to 2",
    "1: gives DR,1M to 2", "0: pass", "1: hu /", "2: draws Gr Gr", "１: pass", "1: ♣r", "1: 3ſ",
    "3C 3C", [], [[]], {}, [null], ["3C"], [1, 2], [0, 1, 2, 3], [1, 2, 3, 4, 5],
    [[1, 1]], [[2, 1]], [[1, 1], [1, 2]], {"seat": 1}, {"seat": 4, "points": 2},
    {"seat": 1, "points": 1.5}, {"deck": "literal-42"}, {"play_to_last": false},
    {"target": "none"}, "big-two", "four-color-cards"
]""")
KEYS = [
    *"house_rules carried first_hand previous_winner hands events dealt left dealer passes".split(),
    *"cards_left out winner blocked pays_all finisher exposed concealed lucky washed_out".split(),
    *"void adjustments rulings note seat points triples deck settlement after_out target".split(),
    *"rounds played_on".split(),
]
PIECES = [
    *"0123456789TJQKACDHSGYRMBPErgyw:,/?  ♣♥\ufe0f\t\u3000",
    "10",
    " last",
    "pass",
    "to ",
    "calls ",
    "hu ",
    "chi ",
]


def mutate(record: Json, chance: Random) -> Json:
    """Return a copy of the record with one to three changes."""
    changed = copy.deepcopy(record)
    for _ in range(chance.choice([1, 1, 2, 3])):
        places = list(_containers(changed))
        _change(chance.choice(places), chance)
    return changed


def _containers(value: Json) -> list[Json]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    found = [value] if isinstance(value, dict) or (isinstance(value, list) and value) else []
    return found + [place for item in inner for place in _containers(item)]


def _change(place: Json, chance: Random) -> None:
    """Change one item of a list or object: another value, other letters, one item more or less."""
    items = list(place) if isinstance(place, dict) else list(range(len(place)))
    if isinstance(place, dict) and (not items or chance.random() < 0.2):
        place[chance.choice(KEYS)] = copy.deepcopy(chance.choice(JUNK))
        return
    key = chance.choice(items)
    if isinstance(place[key], str) and chance.random() < 0.6:
        place[key] = misspell(place[key], chance)
    elif chance.random() < 0.15:
        del place[key]
    elif isinstance(place, list) and chance.random() < 0.15:
        place.insert(key, copy.deepcopy(place[key]))
    else:
        place[key] = copy.deepcopy(chance.choice(JUNK))


def misspell(text: str, chance: Random) -> str:
    at = chance.randint(0, len(text))
    match chance.randrange(4):
        case 0:
            return text[:at] + chance.choice(PIECES) + text[at:]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + chance.choice(PIECES) + text[at + 1 :]
        case _:
            return text.swapcase() if chance.random() < 0.5 else text[:at] + text[:at]
