"""Session records of Four Color Cards, and helpers that return the referee's answers."""

from typing import Any

import referee
from tests.referee.cast import CAST
from tests.referee.climbing_table import Json, event_list, verdict_or_fault

DEAL = [
    "Hg Rr Rr Rr Hr Hr Hr Cr Cr Cr Ar Er Gg Gg Sr Sg Ag Eg Hw Hw Rw",
    "Rg Cg Gr Aw Aw Ew Ew Rw Rw Hy Hy Sy Sw Gy Gy Gw Cg Eg Ag Er",
    "Hg Hg Gr Gr Gr Sr Sg Sy Rg Rg Ar Ar Aw Aw Ew Ew Gw Gw Hr Cr",
    "Hg Sr Sg Sy Sw Ay Ay Ay Ey Ey Ey Ry Ry Ry Cy Cy Cy Cw Cw Cw",
]
"""Alice is first player; her Hg can be claimed by Bob with chi, Carol with pong and Dan with hu.  Carol has three Gr."""

OPENING = "1: discards Hg, "


def record(*hands: Json, seats: int = 4, house_rules: Json | None = None, **keys: Any) -> Json:
    """Return a session record of the first ``seats`` players."""
    return {
        "format": "session-record/1",
        "variant": "four-color-cards",
        "house_rules": house_rules or {},
        "players": CAST[:seats],
        **keys,
        "hands": list(hands),
    }


def adjudicate(*hands: Json, **keys: Any) -> Json:
    """Return the referee's answer to a session, as JSON."""
    return referee.adjudicate(referee.parse_record(record(*hands, **keys))).as_json()


def judge(events: str, *, dealt: Any = DEAL, hand: Json | None = None, **keys: Any) -> Json:
    """Return the referee's answer to one hand; ``events`` are separated by commas."""
    hand_record = {**(hand or {}), "events": event_list(events)}
    if dealt is not None:
        hand_record["dealt"] = dealt
    return adjudicate(hand_record, **keys)["hands"][0]


def verdicts(events: str, **keys: Any) -> list[str]:
    """Return ``legal``, ``unproven`` or the fault of every event."""
    return [verdict_or_fault(event) for event in judge(events, **keys)["events"]]


def last_verdict(events: str, **keys: Any) -> str:
    """Return ``legal``, ``unproven`` or the fault of the last event; all events before it must be legal."""
    *before, verdict = verdicts(events, **keys)
    assert set(before) <= {"legal"}, before
    return verdict


def ask(claim: str, *, seat: int = 2, offered: str = "Hg", by: int = 1, **keys: Any) -> Json:
    """Return the referee's answer to a question about a claim at a table of four."""
    question = {
        "variant": "four-color-cards",
        "players": 4,
        "seat": seat,
        "offered": offered,
        "offered_by": by,
    }
    return referee.ask({**question, "claim": claim, **keys}).as_json()
