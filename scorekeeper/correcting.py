"""A hand's record as a page has it to be written otherwise: what of it somebody may write, and what they then change."""

import re
from collections.abc import Mapping
from typing import Any

import referee
from scorekeeper import adjudicating, amending, decisions, disclosure, effects, rewriting
from scorekeeper.amending import Amendment, AmendmentError
from scorekeeper.models import Cause, Hand, User
from scorekeeper.records import Json, Keys

EVENTS = "events"
_CHANGE = re.compile(r"changes\[(\d+)\]")


def events_of(hand: Hand) -> list[str]:
    """The events as they were written down."""
    events: Any = adjudicating.hand_sheet(hand.head).get(EVENTS) or []
    return list(events)


def keys_of(hand: Hand, person: User) -> Keys:
    """What somebody may see and may write, beside the events."""
    sheet = disclosure.sheet_for(hand, person)
    theirs = decisions.written_by_rulings(sheet) | {EVENTS}
    return {key: value for key, value in sheet.items() if key not in theirs}


def decided(sheet: Keys) -> Keys:
    """What of a record only a referee writes."""
    theirs = decisions.written_by_rulings(sheet)
    return {key: value for key, value in sheet.items() if key in theirs}


def amendment(
    hand: Hand, person: User, given: Mapping[str, Any], *, keys: Mapping[str, Json]
) -> Amendment:
    """What a form that was filled in makes of the record; all of its other keys are in ``keys``."""
    return Amendment(
        changes=rewriting.changes(events_of(hand), given[EVENTS]),
        keys=changed(keys_of(hand, person), keys),
        cause=Cause(given["cause"]),
        reason=given["reason"],
    )


def undoing(number: int, given: Mapping[str, Any]) -> Amendment:
    """Back to what a revision said; for a look, nobody has to say why."""
    cause = Cause(given.get("cause", Cause.TRANSCRIPTION_FIX))
    return Amendment(undo=number, cause=cause, reason=given.get("reason", ""))


def why_not(hand: Hand, wanted: Amendment) -> str:
    """Why this cannot be made of the record; nothing if it can."""
    try:
        amending.preview(hand, wanted)
    except (AmendmentError, referee.MalformedError) as error:
        return str(error)
    return ""


def preview(hand: Hand, wanted: Amendment, person: User) -> effects.Answer:
    """What would be different, as this person may see it.  Nothing is kept."""
    changes = amending.preview(hand, wanted)
    return disclosure.effects_for(hand.session, changes, person)


def place(where: str, hand: Hand, text: str) -> str:
    """A path into an amendment as one into the record: its changes are named as the events they change."""
    number = _CHANGE.match(where)
    if number is None:
        return where
    changes = rewriting.changes(events_of(hand), text)
    return f"events[{changes[int(number[1])].event - 1}]"


def changed(before: Keys, after: Mapping[str, Json]) -> dict[str, Json]:
    """The keys that somebody wrote otherwise; null for those left out.

    >>> changed({"note": "long", "dealer": 1}, {"note": "short"})
    {'note': 'short', 'dealer': None}
    """
    written = {
        key: value
        for key, value in after.items()
        if key not in before or referee.canonical(before[key]) != referee.canonical(value)
    }
    return {**written, **{key: None for key in before if key not in after}}
