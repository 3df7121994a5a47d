"""Hands of Four Color Cards at one table, and what the referee says of them."""

from typing import Any

import referee
from tests.referee.climbing_table import CAST, Json, event_list, verdict_or_fault

DEAL = [
    "Hg Rr Rr Rr Hr Hr Hr Cr Cr Cr Ar Er Gg Gg Sr Sg Ag Eg Hw Hw Rw",
    "Rg Cg Gr Aw Aw Ew Ew Rw Rw Hy Hy Sy Sw Gy Gy Gw Cg Eg Ag Er",
    "Hg Hg Gr Gr Gr Sr Sg Sy Rg Rg Ar Ar Aw Aw Ew Ew Gw Gw Hr Cr",
    "Hg Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Ry Ry Ry Cy Cy Cy Cw Cw Cw",
]
"""Alice is first player; on her Hg Bob can chi, Carol pong and Dan hu.  Carol has three red generals."""

OPENING = "1: discards Hg, "


def record(*hands: Json, seats: int = 4, house_rules: Json | None = None, **keys: Any) -> Json:
    """A session record of the first so many of the four."""
    return {
        "format": "session-record/1", "variant": "four-color-cards", "house_rules": house_rules or {},
        "players": CAST[:seats], **keys, "hands": list(hands),
    }  # fmt: skip


def adjudicate(*hands: Json, **keys: Any) -> Json:
    """What the referee answers to a session."""
    return referee.adjudicate(referee.parse_record(record(*hands, **keys))).as_json()


def judge(events: str, *, dealt: Any = DEAL, hand: Json | None = None, **keys: Any) -> Json:
    """What the referee answers to one hand, its events on one line with commas between them."""
    written = {**(hand or {}), "events": event_list(events)}
    if dealt is not None:
        written["dealt"] = dealt
    return adjudicate(written, **keys)["hands"][0]


def verdicts(events: str, **keys: Any) -> list[str]:
    """Of every event, ``legal``, ``unproven`` or the fault."""
    return [verdict_or_fault(event) for event in judge(events, **keys)["events"]]


def last_verdict(events: str, **keys: Any) -> str:
    """Of the last event, after nothing but legal ones."""
    *before, verdict = verdicts(events, **keys)
    assert set(before) <= {"legal"}, before
    return verdict


def ask(claim: str, *, seat: int = 2, offered: str = "Hg", by: int = 1, **keys: Any) -> Json:
    """What the referee answers to a claim at a table of four."""
    question = {
        "variant": "four-color-cards",
        "players": 4,
        "seat": seat,
        "offered": offered,
        "offered_by": by,
    }
    return referee.ask({**question, "claim": claim, **keys}).as_json()
