"""A hand's frames as moments: the replay, in words and cards."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.pages import middle
from scorekeeper.pages.answers import Frame, Meld
from scorekeeper.pages.cards import PIECES, RANKS, SUITS, UNSEEN
from scorekeeper.pages.future import Future
from scorekeeper.pages.moments import Badge, Face, Laid, Moment, SeatNow
from scorekeeper.pages.tricks import PUTS_UP
from scorekeeper.pages.wording import Names, points, sentence

XIANGQI = tuple(PIECES)
SHOWN_COLORS = "GYRBgyrw"


class Reel:
    """The moments of a hand, each drawn when it is asked for."""

    def __init__(
        self,
        frames: Sequence[Frame],
        names: Names,
        *,
        suits: str = "",
        direction: str = middle.CLOCKWISE,
        below: int = 1,
        brought: Sequence[float | None] = (),
    ) -> None:
        self._frames, self._names = frames, names
        self._suits, self._direction, self._below = suits, direction, below
        self._brought = brought
        self._future = Future(frames)
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
            heading=middle.heading(frame, self._names),
            facts=(*middle.facts(frame, self._names, direction=self._direction), *self._end(frame)),
            laid=(lies := middle.laid(self._frames, index, self._names)),
            nothing="" if lies else _nothing(frame),
            seats=tuple(self._seat(index, seat) for seat in self._names),
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

    def _seat(self, index: int, seat: int) -> SeatNow:
        frame = self._frames[index]
        count = frame["counts"][seat - 1]
        held = self._held(frame, seat)
        unseen = max(0, count - len(held)) if count is not None else 0
        if seat in frame["out"] and "must" in frame:
            count, unseen = 0, 0
        return SeatNow(
            number=seat,
            at=(seat - self._below) % len(self._names),
            name=str(self._names[seat]),
            to_act=frame["turn"] == seat and not frame["over"],
            badges=tuple(self._badges(index, seat)),
            count=_count(count),
            held=held,
            unseen=unseen,
            unseen_said=ngettext("%(count)s unseen card", "%(count)s unseen cards", unseen)
            % {"count": unseen},
            melds=self._melds(frame, seat),
        )

    def _held(self, frame: Frame, seat: int) -> tuple[Face, ...]:
        if seat in frame["out"]:
            return ()
        known = [face for face in frame["holdings"][seat - 1] or [] if face != UNSEEN]
        known.sort(key=lambda face: _order(face, self._suits))
        seen: Counter[str] = Counter()
        held = []
        for face in known:
            plays = self._future.plays(seat, face, since=frame["event"])
            held.append(Face(face, plays[seen[face]] if seen[face] < len(plays) else None))
            seen[face] += 1
        return tuple(held)

    def _badges(self, index: int, seat: int) -> list[Badge]:
        frame = self._frames[index]
        badges = [Badge(_("to act"))] if frame["turn"] == seat and not frame["over"] else []
        if seat in frame["out"]:
            place = frame["out"].index(seat) + 1
            hu = "must" in frame
            badges.append(Badge(_("hu") if hu else _("out, %(place)s.") % {"place": place}, "out"))
        if seat in frame.get("blocked", ()):
            badges.append(Badge(_("blocked"), "blocked"))
        said = any(one.get("last") and one["seat"] == seat for one in self._frames[: index + 1])
        if said and frame["counts"][seat - 1] == 1:
            badges.append(Badge(_("last card!"), "last"))
        return badges

    def _melds(self, frame: Frame, seat: int) -> tuple[Laid, ...]:
        melds = frame["melds"][seat - 1] if frame.get("melds") else []
        finish = frame.get("finish")
        if finish is not None and seat in frame["out"]:
            melds = finish
        return tuple(_meld(meld) for meld in melds)


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


def _count(count: int | None) -> str:
    if count is None:
        return _("? cards")
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def _meld(meld: Meld) -> Laid:
    name = meld_name(meld["meld"])
    label = f"{name} {points(meld['points'], signed=False)}" if meld["points"] else name
    faces = tuple(Face(face) for face in meld["cards"])
    kind = "" if meld["exposed"] else "concealed"
    return Laid(event=None, name=label, did="" if meld["exposed"] else _("concealed"), faces=faces, verdict=kind)  # fmt: skip


def meld_name(kind: str | None) -> str:
    """A meld in words."""
    kinds = {
        "general": _("general"),
        "command": _("command"),
        "field": _("field"),
        "pair": _("pair"),
        "triple": _("triple"),
        "quadruple": _("quadruple"),
        "four generals": _("four generals"),
        "three soldiers": _("three soldiers"),
        "four soldiers": _("four soldiers"),
    }
    return kinds.get(kind, kind) if kind else ""


def _order(face: str, suits: str) -> tuple[int, int, int]:
    """Suited cards and numbers by rank, pieces by color."""
    rank, suit = face[:-1], face[-1]
    if rank in XIANGQI and suit.islower():
        return (SHOWN_COLORS.find(suit), XIANGQI.index(rank), 0)
    if suit in SUITS and rank in RANKS:
        return (0, RANKS.index(rank), suits.find(suit))
    if rank.isdigit():
        return (0, int(rank), SHOWN_COLORS.find(suit))
    return (1, "PD".find(rank), SHOWN_COLORS.find(suit))
