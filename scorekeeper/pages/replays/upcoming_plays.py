"""The events at which cards will be played, so that a card in a holding links to its play."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.pages.display.answer_types import Frame

TAKEN_BACK = "takes back"
CLAIMS = frozenset({"chi", "pong", "gan", "hu"})
SHEDS = frozenset({"play", "discards", "gives"}) | CLAIMS


class UpcomingPlays:
    """The events at which each seat plays each face, in order."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._events: dict[tuple[int, str], list[int]] = defaultdict(list)
        taken_back = {one["event"] for one, two in pairwise(frames) if two["action"] == TAKEN_BACK}
        for frame in frames:
            if frame["event"] in taken_back or frame["action"] not in SHEDS or frame.get("called"):
                continue
            cards = frame["cards"][1:] if frame["action"] in CLAIMS else frame["cards"]
            for face in cards:
                self._events[frame["seat"] or 0, face].append(frame["event"])

    def plays(self, seat: int, face: str, *, since: int) -> list[int]:
        """Return the later events at which this seat plays the face, one per copy."""
        return [event for event in self._events.get((seat, face), ()) if event > since]
