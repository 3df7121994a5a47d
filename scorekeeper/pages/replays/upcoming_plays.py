"""When each card that somebody holds is going to be played: a card in a hand leads to its moment."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from scorekeeper.pages.display.answer_types import Frame

TAKEN_BACK = "takes back"
CLAIMS = frozenset({"chi", "pong", "gan", "hu"})
SHEDS = frozenset({"play", "discards", "gives"}) | CLAIMS


class Future:
    """What each seat plays, by face: the events, in order."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._events: dict[tuple[int, str], list[int]] = defaultdict(list)
        back = {one["event"] for one, two in pairwise(frames) if two["action"] == TAKEN_BACK}
        for frame in frames:
            if frame["event"] in back or frame["action"] not in SHEDS or frame.get("called"):
                continue
            cards = frame["cards"][1:] if frame["action"] in CLAIMS else frame["cards"]
            for face in cards:
                self._events[frame["seat"] or 0, face].append(frame["event"])

    def plays(self, seat: int, face: str, *, since: int) -> list[int]:
        """The events after one at which this seat plays such a card, a number for each copy."""
        return [event for event in self._events.get((seat, face), ()) if event > since]
