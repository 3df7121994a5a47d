"""The record of a hand as an editable form: events as lines of text, and the keys that a person may see and change."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import referee
from referee import Json, JsonObject
from scorekeeper.adjudication import effects, hidden_cards, judging, recorded_rulings
from scorekeeper.hands import amendments
from scorekeeper.hands.amendments import Amendment, AmendmentError, EventChange, Operation
from scorekeeper.models import Cause, Hand, User

EVENTS = "events"
_CHANGE = re.compile(r"changes\[(\d+)\]")


def event_texts(hand: Hand) -> list[str]:
    """Return the events of a hand as they were recorded."""
    events: Any = judging.hand_record(hand.head).get(EVENTS) or []
    return list(events)


def editable_keys(hand: Hand, person: User) -> JsonObject:
    """Return the keys beside the events that this person may see and change."""
    record = hidden_cards.record_for(hand, person)
    theirs = recorded_rulings.ruling_keys(record) | {EVENTS}
    return {key: value for key, value in record.items() if key not in theirs}


def ruling_entries(record: JsonObject) -> JsonObject:
    """Return the keys of a record that only rulings write."""
    theirs = recorded_rulings.ruling_keys(record)
    return {key: value for key, value in record.items() if key in theirs}


def build_amendment(
    hand: Hand, person: User, data: Mapping[str, Any], *, keys: Mapping[str, Json]
) -> Amendment:
    """Build the amendment of a valid form; ``keys`` are all editable keys of the record after it."""
    return Amendment(
        changes=diff_events(event_texts(hand), data[EVENTS]),
        keys=changed_keys(editable_keys(hand, person), keys),
        cause=Cause(data["cause"]),
        reason=data["reason"],
    )


def refusal(hand: Hand, amendment: Amendment) -> str:
    """Return why an amendment cannot be made; empty if it can."""
    try:
        amendments.preview(hand, amendment)
    except (AmendmentError, referee.MalformedError) as error:
        return str(error)
    return ""


def preview(hand: Hand, amendment: Amendment, person: User) -> effects.Answer:
    """Return what an amendment would change, without cards hidden from this person. Nothing is saved."""
    changes = amendments.preview(hand, amendment)
    return hidden_cards.effects_for(hand.session, changes, person)


def record_path(where: str, hand: Hand, text: str) -> str:
    """Return a path into an amendment as a path into the record: a change becomes the event that it changes."""
    number = _CHANGE.match(where)
    if number is None:
        return where
    changes = diff_events(event_texts(hand), text)
    return f"events[{changes[int(number[1])].event - 1}]"


def changed_keys(before: JsonObject, after: Mapping[str, Json]) -> dict[str, Json]:
    """Return the keys whose values differ; None for those left out.

    >>> changed_keys({"note": "long", "dealer": 1}, {"note": "short"})
    {'note': 'short', 'dealer': None}
    """
    written = {
        key: value
        for key, value in after.items()
        if key not in before or referee.canonical(before[key]) != referee.canonical(value)
    }
    return {**written, **{key: None for key in before if key not in after}}


_BREAK = re.compile(r"\s*[\r\n]\s*")


def events_as_text(events: Sequence[str]) -> str:
    """Return events as text, one on each line."""
    return "\n".join(_lines(events))


def diff_events(events: Sequence[str], text: str) -> list[EventChange]:
    """Return the changes that turn a record's events into the lines of a text, without its empty lines.

    A diff keeps the numbers of unchanged events known, so that what was decided about an event stays with it.

    >>> for change in diff_events(["1: 3C", "2: 4D"], "1: 3C\\n2: 5D\\n3: pass"):
    ...     print(change.operation, change.event, change.text)
    replace 2 2: 5D
    insert 3 3: pass
    """
    before = _lines(events)
    after = [line.strip() for line in re.split("[\\r\\n]+", text) if line.strip()]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        change
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
        for change in _changed(start, end, after[new_start:new_end])
    ]


def _changed(start: int, end: int, lines: Sequence[str]) -> Iterator[EventChange]:
    """Yield the changes that replace the events from ``start`` to before ``end``, counted from 0, by these lines."""
    both = min(end - start, len(lines))
    for step in range(both):
        yield EventChange(Operation.REPLACE, start + step + 1, lines[step])
    for event in range(start + both, end):
        yield EventChange(Operation.REMOVE, event + 1)
    for line in lines[both:]:
        yield EventChange(Operation.INSERT, end + 1, line)


def _lines(events: Sequence[str]) -> list[str]:
    """Return each event on one line, with its line breaks as blanks."""
    return [_BREAK.sub(" ", event.strip()) for event in events]
