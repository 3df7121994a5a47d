"""The frames of a hand as moments that a page can show."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scorekeeper.pages.display.answer_types import Frame
from scorekeeper.pages.display.event_text import PUTS_UP
from scorekeeper.pages.display.referee_messages import Names, points, sentence
from scorekeeper.pages.replays import table_center
from scorekeeper.pages.replays.moments import ReplayMoment, TableCards
from scorekeeper.pages.replays.questions import question
from scorekeeper.pages.replays.seats import Seats
from scorekeeper.replays.lines import is_open

CROWDED = 13  # cards


class ReplayTimeline:
    """The moments of a hand, each built on demand."""

    def __init__(
        self,
        frames: Sequence[Frame],
        names: Names,
        *,
        suits: str = "",
        direction: str = table_center.CLOCKWISE,
        below: int = 1,
        points_by_seat: Sequence[float | None] = (),
        rules: Mapping[int, str] | None = None,
        opens: bool = True,
    ) -> None:
        """Take the frames; ``rules`` are the rulings behind the verdicts, by event.

        ``opens`` says that the first play of the hand must contain the opening card.
        """
        self._frames, self._names = frames, names
        self._direction, self._points_by_seat = direction, points_by_seat
        self._rules, self._opens = rules or {}, opens
        self._seats = Seats(frames, names, suits=suits, below=below)
        self._groups = _groups(frames)
        self.first = frames[0]["event"]
        self.last = self.first + len(frames) - 1

    def moment(self, event: int) -> ReplayMoment:
        """Return the table after an event; a number out of range gives the first or last moment."""
        index = max(self.first, min(event, self.last)) - self.first
        frame = self._frames[index]
        return ReplayMoment(
            event=self.first + index,
            sentence=_narration(frame, self._names),
            verdict=frame["verdict"] or "",
            group=self._groups[index],
            heading=table_center.heading(frame, self._names),
            facts=(
                *table_center.facts(frame, self._names, direction=self._direction),
                *self._end(frame),
            ),
            laid=(laid := self._laid(index)),
            nothing="" if laid else _nothing(frame),
            seats=tuple(self._seats.at(index, seat) for seat in self._names),
            rule=self._rules.get(frame["event"], ""),
            kind=frame["combination"] or "",
            question=question(frame, opens=self._opens),
            is_open=all(is_open({**each}) for each in (self._frames[0], frame)),
        )

    def moments(self) -> list[ReplayMoment]:
        """Return all moments, in order."""
        return [self.moment(event) for event in range(self.first, self.last + 1)]

    @property
    def is_crowded(self) -> bool:
        """Whether a seat ever holds more cards than fit in half the width of a phone."""
        counts = (count or 0 for frame in self._frames for count in frame["counts"])
        return max(counts, default=0) > CROWDED

    def steps(self, event: int) -> dict[str, int | None]:
        """Return the event that each button leads to; None disables it."""
        before, after = event > self.first, event < self.last
        return {
            "first": self.first if before else None,
            "group_before": self._group_before(event) if before else None,
            "previous": event - 1 if before else None,
            "next": event + 1 if after else None,
            "group_after": self._group_after(event) if after else None,
            "last": self.last if after else None,
        }

    def _laid(self, index: int) -> tuple[TableCards, ...]:
        """Return the cards on the table, each in the place of its seat, where the last play covers the others."""
        laid = table_center.laid(self._frames, index, self._names)
        last = {one.seat: one.event for one in laid}
        standing = {one.seat for one in laid if one.stands}
        return tuple(
            replace(
                one,
                spot=self._seats.spot(one.seat),
                covered=not one.stands
                and (one.event != last[one.seat] or (one.seat in standing and not one.faces)),
            )
            for one in laid
        )

    def _group_before(self, event: int) -> int:
        """Return the start of this trick, or of the trick before if this is its start."""
        return self._starts(self._groups[event - self.first - 1])

    def _group_after(self, event: int) -> int:
        """Return the start of the next trick; in the last trick, the last event."""
        current, *later = self._groups[event - self.first :]
        following = next((group for group in later if group != current), None)
        return self.last if following is None else self._starts(following)

    def _starts(self, group: int) -> int:
        return self.first + self._groups.index(group)

    def _end(self, frame: Frame) -> list[str]:
        if not frame["over"] or not any(self._points_by_seat):
            return []
        texts = (
            f"{name} {points(self._points_by_seat[seat - 1])}" for seat, name in self._names.items()
        )
        return [", ".join(texts)]


def _narration(frame: Frame, names: Names) -> str:
    if frame.get("narration_template"):
        parameters = frame.get("narration_parameters", {})
        return sentence({"template": frame["narration_template"], "parameters": parameters}, names)
    return frame["narration"]


def _groups(frames: Sequence[Frame]) -> list[int]:
    """Return the trick of each frame; in melding games, the number of cards put on offer so far."""
    offers, groups = 0, []
    for frame in frames:
        offers += frame["action"] in PUTS_UP
        groups.append(frame["trick"] or offers)
    return groups


def _nothing(frame: Frame) -> str:
    return (
        _("No card has been offered yet.") if "must" in frame else _("No card has been played yet.")
    )
