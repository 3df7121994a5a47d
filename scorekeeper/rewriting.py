"""The events of a hand as a text that is written anew: what was done to each of them."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from scorekeeper.amending import Change, Operation

_BREAK = re.compile(r"\s*[\r\n]\s*")


def as_text(events: Sequence[str]) -> str:
    """Events one a line, as somebody can write them anew."""
    return "\n".join(_lines(events))


def changes(events: Sequence[str], text: str) -> list[Change]:
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
