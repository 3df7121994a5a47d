"""Follow an event through the versions of its record.

Revisions do not store which event became which, so two versions are compared.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher


def map_events(before: Sequence[str], after: Sequence[str]) -> Mapping[int, int]:
    """Return the number of each event in the next version; removed events are left out.

    >>> map_events(["1: 3C", "2: 4D"], ["1: 3C", "1: takes back", "2: 4D"])
    {1: 1, 2: 3}
    """
    if list(after[: len(before)]) == list(before):  # unchanged, or events were appended
        return {number: number for number in range(1, len(before) + 1)}
    numbers: dict[int, int] = {}
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal" or (tag == "replace" and end - start == new_end - new_start):
            numbers |= {start + step + 1: new_start + step + 1 for step in range(end - start)}
    return numbers


def follow_event(event: int, versions: Iterable[Sequence[str]]) -> int | None:
    """Return the number in the last version of an event of the first one; None if it was removed."""
    number: int | None = event
    before: Sequence[str] | None = None
    for version in versions:
        if before is not None and number is not None:
            number = map_events(before, version).get(number)
        before = version
    return number
