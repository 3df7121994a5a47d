"""Session records of Alice, Bob, Carol and Dan at climbing games, and helpers that return the referee's answers."""

from typing import Any

import pytest

import referee
from tests.referee.cast import CAST

DEAL = [
    "3C 5C 5D 6C 7C 8C 9C 10C JC QC KC AC 2C",
    "3D 4D 6D 7D 8D 9D 10D JD QD KD AD 2D 2H",
    "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 4C",
    "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S",
]
"""Almost one suit each: Alice has clubs and the 5D, Bob diamonds and the 2H, Carol hearts and the 4C, Dan spades."""

FOURS = [
    "3C 4C 4D 4H 4S 5C 5D 5H 5S 9C 10C JC QC",
    "3D 6C 6D 6H 6S 7C 7D 7H 7S 9D 10D JD QD",
    "3H 8C 8D 8H 8S 9H 10H JH QH KC KD KH KS",
    "3S 9S 10S JS QS AC AD AH AS 2C 2D 2H 2S",
]
"""A deal that gives every seat fours of a kind; Dan has every two."""

ENDED = "1: 3C 4C 4D 4H 4S, ppp, 1: 5C 5D 5H 5S 9C, ppp, 1: 10C, ppp, 1: JC, ppp, 1: QC"
"""Events with the deal ``FOURS`` after which Alice has gone out."""

Json = dict[str, Any]


def record(
    *hands: Json, variant: str = "big-two", house_rules: Json | None = None, **keys: Any
) -> Json:
    """Return a session record of the four players."""
    return {
        "format": "session-record/1",
        "variant": variant,
        "house_rules": house_rules or {},
        "players": CAST,
        **keys,
        "hands": list(hands),
    }


def adjudicate(*hands: Json, **keys: Any) -> Json:
    """Return the referee's answer to a session, as JSON."""
    return referee.adjudicate(referee.parse_record(record(*hands, **keys))).as_json()


def judge(events: str, hand: Json | None = None, **keys: Any) -> Json:
    """Return the referee's answer to one hand; ``events`` are separated by commas."""
    return adjudicate({**(hand or {}), "events": event_list(events)}, **keys)["hands"][0]


def event_list(events: str) -> list[str]:
    """Return ``1: 3C, 2: pass`` as a list of two events; ``ppp`` after a play stands for a pass of each of the other three."""
    written: list[str] = []
    for event in events.split(","):
        text = event.strip()
        if text != "ppp":
            written.append(text)
            continue
        seat = int(written[-1].split(":")[0])
        written += [f"{(seat + step - 1) % 4 + 1}: pass" for step in (1, 2, 3)]
    return written


def verdicts(events: str, hand: Json | None = None, **keys: Any) -> list[str]:
    """Return ``legal``, ``unproven`` or the fault of every event."""
    return [verdict_or_fault(event) for event in judge(events, hand, **keys)["events"]]


def last_verdict(events: str, hand: Json | None = None, **keys: Any) -> str:
    """Return ``legal``, ``unproven`` or the fault of the last event."""
    return verdicts(events, hand, **keys)[-1]


def verdict_or_fault(event: Json) -> str:
    """Return ``legal``, ``unproven`` or the fault of an event."""
    return str(event.get("fault", event["verdict"]))


def record_error(*hands: Json, **keys: Any) -> tuple[str, str]:
    """Return the code and the path of the error that a record raises."""
    return document_error(record(*hands, **keys))


def document_error(document: Any) -> tuple[str, str]:
    """Return the code and the path of the error that a document raises."""
    with pytest.raises(referee.MalformedError) as raised:
        referee.adjudicate(referee.parse_record(document))
    error = raised.value
    assert error.message
    assert error.as_json() == {
        "error": {"code": error.code, "where": error.where, "message": error.message}
    }
    return error.code, error.where
