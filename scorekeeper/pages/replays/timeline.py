"""A hand's frames as moments: the replay, in words and cards."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scorekeeper.pages.display.answer_types import Frame
from scorekeeper.pages.display.event_text import PUTS_UP
from scorekeeper.pages.display.referee_messages import Names, points, sentence
from scorekeeper.pages.replays import table_center as replay_table_center
from scorekeeper.pages.replays.moments import Moment
from scorekeeper.pages.replays.seats import Seats


class Reel:
    """The moments of a hand, each drawn when it is asked for."""

    def __init__(
        self,
        frames: Sequence[Frame],
        names: Names,
        *,
        suits: str = "",
        direction: str = replay_table_center.CLOCKWISE,
        below: int = 1,
        brought: Sequence[float | None] = (),
    ) -> None:
        self._frames, self._names = frames, names
        self._direction, self._brought = direction, brought
        self._seats = Seats(frames, names, suits=suits, below=below)
        self._groups = _groups(frames)
        self.first = frames[0]["event"]
        self.last = self.first + len(frames) - 1

    def moment(self, event: int) -> Moment:
        """The table after an event; past either end, the end."""
        index = max(self.first, min(event, self.last)) - self.first
        frame = self._frames[index]
        return Moment(
            event=self.first + index,
            said=_said(frame, self._names),
            verdict=frame["verdict"] or "",
            group=self._groups[index],
            heading=replay_table_center.heading(frame, self._names),
            facts=(
                *replay_table_center.facts(frame, self._names, direction=self._direction),
                *self._end(frame),
            ),
            laid=(lies := replay_table_center.laid(self._frames, index, self._names)),
            nothing="" if lies else _nothing(frame),
            seats=tuple(self._seats.at(index, seat) for seat in self._names),
        )

    def moments(self) -> list[Moment]:
        """All of them, in order."""
        return [self.moment(event) for event in range(self.first, self.last + 1)]

    def steps(self, event: int) -> dict[str, int | None]:
        """Where the buttons lead; nothing for those that lead nowhere."""
        before, after = event > self.first, event < self.last
        return {
            "first": self.first if before else None,
            "group_before": self._group_before(event) if before else None,
            "previous": event - 1 if before else None,
            "next": event + 1 if after else None,
            "group_after": self._group_after(event) if after else None,
            "last": self.last if after else None,
        }

    def _group_before(self, event: int) -> int:
        """Where the trick began; at its beginning, where the one before began."""
        return self._starts(self._groups[event - self.first - 1])

    def _group_after(self, event: int) -> int:
        """Where the next trick begins; in the last, the end."""
        now, *later = self._groups[event - self.first :]
        found = next((group for group in later if group != now), None)
        return self.last if found is None else self._starts(found)

    def _starts(self, group: int) -> int:
        return self.first + self._groups.index(group)

    def _end(self, frame: Frame) -> list[str]:
        if not frame["over"] or not any(self._brought):
            return []
        said = (f"{name} {points(self._brought[seat - 1])}" for seat, name in self._names.items())
        return [", ".join(said)]


def _said(frame: Frame, names: Names) -> str:
    if frame.get("narration_template"):
        parameters = frame.get("narration_parameters", {})
        return sentence({"template": frame["narration_template"], "parameters": parameters}, names)
    return frame["narration"]


def _groups(frames: Sequence[Frame]) -> list[int]:
    """The trick of each frame; in a melding game, how many cards were put up."""
    offers, found = 0, []
    for frame in frames:
        offers += frame["action"] in PUTS_UP
        found.append(frame["trick"] or offers)
    return found


def _nothing(frame: Frame) -> str:
    return _("No card has been put up.") if "must" in frame else _("No card has been played.")
