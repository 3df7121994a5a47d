"""Where an event stands after its record was written again.

Revisions keep what a record said, not which line became which; two versions laid beside each other say it.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher


def map_events(before: Sequence[str], after: Sequence[str]) -> Mapping[int, int]:
    """The number of each event in the next version; an event that is gone is left out.

    >>> traced(["1: 3C", "2: 4D"], ["1: 3C", "1: takes back", "2: 4D"])
    {1: 1, 2: 3}
    """
    if list(after[: len(before)]) == list(before):  # appended to, or left as it was
        return {number: number for number in range(1, len(before) + 1)}
    places: dict[int, int] = {}
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, there, there_end in matcher.get_opcodes():
        if tag == "equal" or (tag == "replace" and end - start == there_end - there):
            places |= {start + step + 1: there + step + 1 for step in range(end - start)}
    return places


def follow_event(event: int, versions: Iterable[Sequence[str]]) -> int | None:
    """The number of an event of the first version in the last one; None where it is gone."""
    place: int | None = event
    before: Sequence[str] | None = None
    for version in versions:
        if before is not None and place is not None:
            place = map_events(before, version).get(place)
        before = version
    return place
