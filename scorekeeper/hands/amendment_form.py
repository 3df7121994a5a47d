"""A hand's record as a page has it to be written otherwise: what of it somebody may write, and what they then change."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import referee
from scorekeeper.adjudication import effects, hidden_cards, judging, recorded_rulings
from scorekeeper.adjudication.record_parts import Json, Keys
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment, AmendmentError, Change, Operation
from scorekeeper.models import Cause, Hand, User

EVENTS = "events"
_CHANGE = re.compile(r"changes\[(\d+)\]")


def events_of(hand: Hand) -> list[str]:
    """The events as they were written down."""
    events: Any = judging.hand_record(hand.head).get(EVENTS) or []
    return list(events)


def keys_of(hand: Hand, person: User) -> Keys:
    """What somebody may see and may write, beside the events."""
    sheet = hidden_cards.sheet_for(hand, person)
    theirs = recorded_rulings.ruling_keys(sheet) | {EVENTS}
    return {key: value for key, value in sheet.items() if key not in theirs}


def decided(sheet: Keys) -> Keys:
    """What of a record only a referee writes."""
    theirs = recorded_rulings.ruling_keys(sheet)
    return {key: value for key, value in sheet.items() if key in theirs}


def amendment(
    hand: Hand, person: User, given: Mapping[str, Any], *, keys: Mapping[str, Json]
) -> Amendment:
    """What a form that was filled in makes of the record; all of its other keys are in ``keys``."""
    return Amendment(
        changes=changes_of_lines(events_of(hand), given[EVENTS]),
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
        hand_amendments.preview(hand, wanted)
    except (AmendmentError, referee.MalformedError) as error:
        return str(error)
    return ""


def preview(hand: Hand, wanted: Amendment, person: User) -> effects.Answer:
    """What would be different, as this person may see it.  Nothing is kept."""
    changes = hand_amendments.preview(hand, wanted)
    return hidden_cards.effects_for(hand.session, changes, person)


def place(where: str, hand: Hand, text: str) -> str:
    """A path into an amendment as one into the record: its changes are named as the events they change."""
    number = _CHANGE.match(where)
    if number is None:
        return where
    changes = changes_of_lines(events_of(hand), text)
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


_BREAK = re.compile(r"\s*[\r\n]\s*")


def as_text(events: Sequence[str]) -> str:
    """Events one a line, as somebody can write them anew."""
    return "\n".join(_lines(events))


def changes_of_lines(events: Sequence[str], text: str) -> list[Change]:
    """What makes a record's events those of the text, one a line; empty lines are none.

    Lines that moved together are laid beside each other, so that what was decided about an event stays with it.

    >>> for change in changes(["1: 3C", "2: 4D"], "1: 3C\\n2: 5D\\n3: pass"):
    ...     print(change.operation, change.event, change.text)
    replace 2 2: 5D
    insert 3 3: pass
    """
    before = _lines(events)
    after = [line.strip() for line in re.split("[\\r\\n]+", text) if line.strip()]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        change
        for tag, start, end, there, there_end in matcher.get_opcodes()
        if tag != "equal"
        for change in _changed(start, end, after[there:there_end])
    ]


def _changed(start: int, end: int, lines: Sequence[str]) -> Iterator[Change]:
    """The events from ``start`` to before ``end``, counted from 0, become these lines."""
    both = min(end - start, len(lines))
    for step in range(both):
        yield Change(Operation.REPLACE, start + step + 1, lines[step])
    for event in range(start + both, end):
        yield Change(Operation.REMOVE, event + 1)
    for line in lines[both:]:
        yield Change(Operation.INSERT, end + 1, line)


def _lines(events: Sequence[str]) -> list[str]:
    """Each event on one line, whatever blanks it was written with."""
    return [_BREAK.sub(" ", event.strip()) for event in events]
