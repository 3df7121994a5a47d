"""The seats round the table at one moment: who is to act, what they hold as far as it is known, what they have laid."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.pages.display.answer_types import Frame, Meld
from scorekeeper.pages.display.cards import PIECES, RANKS, SUITS, UNSEEN
from scorekeeper.pages.display.referee_messages import Names, points
from scorekeeper.pages.replays.moments import Badge, Face, Laid, SeatNow
from scorekeeper.pages.replays.upcoming_plays import Future

XIANGQI = tuple(PIECES)
SHOWN_COLORS = "GYRBgyrw"


class Seats:
    """The seats of a hand, from below clockwise."""

    def __init__(self, frames: Sequence[Frame], names: Names, *, suits: str, below: int) -> None:
        self._frames, self._names = frames, names
        self._suits, self._below = suits, below
        self._future = Future(frames)

    def at(self, index: int, seat: int) -> SeatNow:
        """A seat after so many events."""
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
