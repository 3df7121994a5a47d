"""The table after one event, drawn from a frame of the replay."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.pages.answers import Frame
from scorekeeper.pages.cards import RANKS, UNSEEN, Card, cards
from scorekeeper.pages.tricks import combination
from scorekeeper.pages.wording import Names, reason_of, sentence


@dataclass(frozen=True, kw_only=True)
class SeatNow:
    """A seat at one moment."""

    number: int
    name: str
    to_act: bool
    count: int | None
    known: tuple[Card, ...]  # faces that are proved to be held
    unseen: int  # cards more
    place: int | None  # how manieth to go out
    acted: bool


@dataclass(frozen=True, kw_only=True)
class Laid:
    """A play of the trick that is going on."""

    event: int
    name: str
    cards: tuple[Card, ...]
    stands: bool


@dataclass(frozen=True, kw_only=True)
class Table:
    """One moment of a hand."""

    event: int
    last: int
    narration: str
    verdict: str
    rule: str
    reason: str
    trick: int | None
    seats: tuple[SeatNow, ...]
    laid: tuple[Laid, ...]
    standing: str  # the kind of combination to be beaten
    leads: bool  # nothing stands
    turn: str
    over: bool

    @property
    def previous(self) -> int | None:
        return self.event - 1 if self.event else None

    @property
    def next(self) -> int | None:
        return self.event + 1 if self.event < self.last else None


def table(frames: Sequence[Frame], event: int, names: Names, *, suits: str) -> Table:
    """The table after an event; past the end, the end."""
    event = max(0, min(event, len(frames) - 1))
    frame = frames[event]
    standing, turn = frame["standing"], frame["turn"]
    return Table(
        event=event,
        last=len(frames) - 1,
        narration=_narration(frame, names),
        verdict=frame["verdict"] or "",
        rule=frame.get("rule") or "",
        reason=reason_of(frame, names),
        trick=frame["trick"],
        seats=tuple(_seat(frame, seat, str(name), suits=suits) for seat, name in names.items()),
        laid=_laid(frame, names),
        standing=combination(standing["combination"]) if standing else "",
        leads=standing is None,
        turn=str(names.get(turn or 0, "")),
        over=frame["over"],
    )


def _narration(frame: Frame, names: Names) -> str:
    if frame.get("narration_template"):
        parameters = frame.get("narration_parameters", {})
        return sentence({"template": frame["narration_template"], "parameters": parameters}, names)
    return frame["narration"]


def _seat(frame: Frame, seat: int, name: str, *, suits: str) -> SeatNow:
    held = frame["holdings"][seat - 1] or []
    count = frame["counts"][seat - 1]
    known = sorted(cards(face for face in held if face != UNSEEN), key=lambda c: _order(c, suits))
    return SeatNow(
        number=seat,
        name=name,
        to_act=frame["turn"] == seat and not frame["over"],
        count=count,
        known=tuple(known),
        unseen=max(0, count - len(known)) if count is not None else 0,
        place=frame["out"].index(seat) + 1 if seat in frame["out"] else None,
        acted=frame["seat"] == seat,
    )


def _order(card: Card, suits: str) -> tuple[int, int]:
    return (RANKS.index(card.rank) if card.rank in RANKS else 0, suits.find(card.suit))


def _laid(frame: Frame, names: Names) -> tuple[Laid, ...]:
    standing = frame["standing"]
    plays = [
        (play["event"], str(names.get(play["seat"] or 0, "")), play["cards"])
        for play in frame["on_table"]
    ]
    stands = max(
        (event for event, _name, faces in plays if standing and faces == standing["cards"]),
        default=0,
    )
    return tuple(
        Laid(event=event, name=name, cards=cards(faces or ()), stands=event == stands)
        for event, name, faces in plays
    )
