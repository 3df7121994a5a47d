"""Comments and variations in the record of a hand: what people say of events, and lines that might have been played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from referee.parsing import parse_events
from referee.record import HandRecord, Json, MalformedError
from referee.rules import Rules

MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""What a comment may say of a play in a sign, as in chess: good, bad, excellent, a blunder, interesting, doubtful."""

_BEFORE_EVENTS = ("dealer", "dealt", "passes")


@dataclass(frozen=True)
class EventComment:
    """What somebody says of one event.

    ``event`` is its number, 0 for the hand before its first event.  ``mark`` is one of ``! ? !! ?? !? ?!``, or empty.

    >>> import referee
    >>> hand = {"events": ["1: 3C"], "comments": [{"event": 1, "text": "The only lead.", "mark": "!"}]}
    >>> referee.annotations(hand, referee.rules_for("big-two"), seats=4).comments
    (EventComment(event=1, text='The only lead.', mark='!'),)
    """

    event: int
    text: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Variation:
    """A line that might have been played.

    ``first`` is the number of the event of the hand instead of which it begins, one more than the last event where it goes
    on after the hand; ``from`` in the record.  Its events are numbered from there.

    >>> import referee
    >>> hand = {"events": ["1: 3C", "2: 3D"], "variations": [{"name": "holding back", "from": 2, "events": ["2: pass"]}]}
    >>> line = referee.annotations(hand, referee.rules_for("big-two"), seats=4).variations[0]
    >>> line.name, line.first, line.events, line.hand(hand)
    ('holding back', 2, ('2: pass',), {'events': ['1: 3C', '2: pass']})
    """

    first: int
    events: tuple[str, ...]
    name: str = ""
    comment: str = ""
    comments: tuple[EventComment, ...] = ()

    def hand(self, record: Mapping[str, Json]) -> dict[str, Json]:
        """Return the hand in which this line was played, for ``Table``: the deal, and the events up to the end of the line."""
        history = {key: record[key] for key in _BEFORE_EVENTS if key in record}
        before = (record.get("events") or ())[: self.first - 1]
        return {**history, "events": [*before, *self.events]}


@dataclass(frozen=True)
class Annotations:
    """The comments and variations of a hand, as ``annotations`` reads them.

    >>> import referee
    >>> referee.annotations({"events": ["1: 3C"]}, referee.rules_for("big-two"), seats=4)
    Annotations(comments=(), variations=())
    """

    comments: tuple[EventComment, ...] = ()
    variations: tuple[Variation, ...] = ()


def annotations(hand: HandRecord | Mapping[str, Json], rules: Rules, *, seats: int) -> Annotations:
    """Return the comments and variations in the record of a hand, checked.

    Records are read, judged and stored whatever their keys ``comments`` and ``variations`` hold, and verdicts do not depend
    on them.  Only this function checks them.

    >>> import referee
    >>> hand = {"events": ["1: 3C", "2: 3D"], "variations": [{"from": 4, "events": ["3: pass"]}]}
    >>> try:
    ...     referee.annotations(hand, referee.rules_for("big-two"), seats=4)
    ... except referee.MalformedError as error:
    ...     print(error)
    variations[0].from: A variation begins instead of an event, or after the last one: from 1 to 3.

    Raises MalformedError with a path inside the hand.
    """
    source = hand.source if isinstance(hand, HandRecord) else hand
    number = len(parse_events(source.get("events"), rules, seats=seats) or ())
    return Annotations(
        _comments(source, first=0, last=number),
        tuple(
            _variation(table, f"variations[{place}]", rules, seats=seats, events=number)
            for place, table in enumerate(_tables(source, "variations"))
        ),
    )


def _variation(
    table: Mapping[str, Json], where: str, rules: Rules, *, seats: int, events: int
) -> Variation:
    first = table.get("from")
    if not _is_number(first) or not 1 <= first <= events + 1:
        message = f"A variation begins instead of an event, or after the last one: from 1 to {events + 1}."
        raise MalformedError("bad-event", f"{where}.from", message)
    try:
        line = parse_events(table.get("events"), rules, seats=seats)
        if not line:
            raise MalformedError("bad-event", "events", "A variation has at least one event.")
        return Variation(
            first=first,
            events=tuple(event.text for event in line),
            name=_text(table, "name"),
            comment=_text(table, "comment"),
            comments=_comments(table, first=first, last=first + len(line) - 1),
        )
    except MalformedError as error:
        raise error.within(where) from None


def _comments(table: Mapping[str, Json], *, first: int, last: int) -> tuple[EventComment, ...]:
    comments = []
    for place, comment in enumerate(_tables(table, "comments")):
        where = f"comments[{place}]"
        event = comment.get("event")
        if not _is_number(event) or not first <= event <= last:
            message = f"A comment names the number of an event, from {first} to {last}."
            raise MalformedError("bad-event", f"{where}.event", message)
        try:
            text, mark = _text(comment, "text"), _text(comment, "mark")
        except MalformedError as error:
            raise error.within(where) from None
        if mark and mark not in MARKS:
            message = f"{mark!r} is no mark: expected one of {' '.join(MARKS)}."
            raise MalformedError("unreadable", f"{where}.mark", message)
        if not text and not mark:
            raise MalformedError("unreadable", where, "A comment has a text, or a mark, or both.")
        comments.append(EventComment(event, text, mark))
    return tuple(comments)


def _tables(table: Mapping[str, Json], key: str) -> Sequence[Mapping[str, Json]]:
    """Return a list of objects; none if the key is missing."""
    tables = table.get(key)
    if tables is None:
        return ()
    if not isinstance(tables, list):
        raise MalformedError("unreadable", key, f"Expected a list of {key}, each an object.")
    for place, one in enumerate(tables):
        if not isinstance(one, Mapping):
            raise MalformedError("unreadable", f"{key}[{place}]", "Expected an object.")
    return tables


def _text(table: Mapping[str, Json], key: str) -> str:
    value = table.get(key)
    if value is not None and not isinstance(value, str):
        raise MalformedError("unreadable", key, f"{value!r} is no text.")
    return value or ""


def _is_number(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
