"""The seats at one moment of a replay: who is to act, known cards, badges and melds."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.pages.display.answer_types import Frame, FrameMeld
from scorekeeper.pages.display.cards import PIECES, RANKS, SUITS, UNSEEN
from scorekeeper.pages.display.event_text import combination_name
from scorekeeper.pages.display.referee_messages import Names, points
from scorekeeper.pages.replays.moments import Badge, Face, SeatMoment, TableCards
from scorekeeper.pages.replays.upcoming_plays import UpcomingPlays

XIANGQI = tuple(PIECES)
SHOWN_COLORS = "GYRBgyrw"


class Seats:
    """The seats of a hand, clockwise from the one at the bottom."""

    def __init__(self, frames: Sequence[Frame], names: Names, *, suits: str, below: int) -> None:
        self._frames, self._names = frames, names
        self._suits, self._below = suits, below
        self._upcoming = UpcomingPlays(frames)

    def at(self, index: int, seat: int) -> SeatMoment:
        """Return a seat at the frame with this index."""
        frame = self._frames[index]
        count = frame["counts"][seat - 1]
        known = self._known(frame, seat)
        unseen = max(0, count - len(known)) if count is not None else 0
        if seat in frame["out"] and "must" in frame:
            count, unseen = 0, 0
        return SeatMoment(
            number=seat,
            at=(seat - self._below) % len(self._names),
            name=str(self._names[seat]),
            to_act=frame["turn"] == seat and not frame["over"],
            narrated=(frame["seat"] or frame["turn"]) == seat,
            badges=tuple(self._badges(index, seat)),
            count=_count(count),
            known=known,
            unseen=unseen,
            unseen_text=ngettext("%(count)s unseen card", "%(count)s unseen cards", unseen)
            % {"count": unseen},
            melds=self._melds(frame, seat),
        )

    def spot(self, seat: int | None) -> str:
        """Return the CSS class of the place on the felt where this seat's cards lie."""
        return f"from-{(seat - self._below) % len(self._names)}" if seat else "from-stock"

    def _known(self, frame: Frame, seat: int) -> tuple[Face, ...]:
        if seat in frame["out"]:
            return ()
        holding = [face for face in frame["holdings"][seat - 1] or [] if face != UNSEEN]
        holding.sort(key=lambda face: _order(face, self._suits))
        copies: Counter[str] = Counter()
        known = []
        for face in holding:
            plays = self._upcoming.plays(seat, face, since=frame["event"])
            known.append(Face(face, plays[copies[face]] if copies[face] < len(plays) else None))
            copies[face] += 1
        return tuple(known)

    def _badges(self, index: int, seat: int) -> list[Badge]:
        frame = self._frames[index]
        badges = [Badge(_("to act"))] if frame["turn"] == seat and not frame["over"] else []
        if seat in frame["out"]:
            place = frame["out"].index(seat) + 1
            hu = "must" in frame
            badges.append(Badge(_("hu") if hu else _("out, %(place)s.") % {"place": place}, "out"))
        if seat in frame.get("blocked", ()):
            badges.append(Badge(_("blocked"), "blocked"))
        past = self._frames[: index + 1]
        has_announced = any(one.get("last") and one["seat"] == seat for one in past)
        if has_announced and frame["counts"][seat - 1] == 1:
            badges.append(Badge(_("last card!"), "last"))
        return badges

    def _melds(self, frame: Frame, seat: int) -> tuple[TableCards, ...]:
        melds = frame["melds"][seat - 1] if frame.get("melds") else []
        finish = frame.get("finish")
        if finish is not None and seat in frame["out"]:
            melds = finish
        return tuple(_meld(meld) for meld in melds)


def _count(count: int | None) -> str:
    if count is None:
        return _("? cards")
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def _meld(meld: FrameMeld) -> TableCards:
    name = combination_name(meld["meld"])
    label = f"{name} {points(meld['points'], signed=False)}" if meld["points"] else name
    faces = tuple(Face(face) for face in meld["cards"])
    kind = "" if meld["exposed"] else "concealed"
    return TableCards(
        event=None,
        name=label,
        did="" if meld["exposed"] else _("concealed"),
        faces=faces,
        verdict=kind,
    )


def _order(face: str, suits: str) -> tuple[int, int, int]:
    """Sort suited cards and numbers by rank, xiangqi pieces by color."""
    rank, suit = face[:-1], face[-1]
    if rank in XIANGQI and suit.islower():
        return (SHOWN_COLORS.find(suit), XIANGQI.index(rank), 0)
    if suit in SUITS and rank in RANKS:
        return (0, RANKS.index(rank), suits.find(suit))
    if rank.isdigit():
        return (0, int(rank), SHOWN_COLORS.find(suit))
    return (1, "PD".find(rank), SHOWN_COLORS.find(suit))
