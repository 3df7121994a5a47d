"""A hand as it is watched: as it stands or as it once stood, with every card that is known or from one seat.

Whoever sits at a seat knows its own cards and what the record proves about the others: the hand is judged again from
the deal of that seat alone.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging, record_parts
from scorekeeper.adjudication.hidden_cards import Shown
from scorekeeper.models import Hand, HandRevision
from scorekeeper.replays import frames as replay_frames
from scorekeeper.replays.frames import State

Frames: TypeAlias = list[dict[str, Any]]

TABLE = 0
"""The seat of those who look on: they know nobody's cards."""
SHOWS = frozenset({"gives", "takes back"})
"""After such an event the table knows cards that somebody holds."""


@dataclass(frozen=True, kw_only=True)
class View:
    """From where a hand is watched."""

    revision: HandRevision | None = None  # as it stood then; as it stands now
    seat: int | None = None  # None: every card that is known


@dataclass(frozen=True, kw_only=True)
class Watched:
    """A hand from there."""

    shown: Shown
    state: State
    frames: Frames | None


def watch(hand: Hand, person: Person, view: View) -> Watched:
    """The record, the referee's answer and the frames, as far as this person may see them."""
    watched = _as_it_stood(hand, person, view.revision) if view.revision else _now(hand, person)
    if watched.frames is not None and view.seat is not None:
        public = hidden_cards.public_sheet(hand, person, revision=view.revision)
        frames = _from_seat(hand, public, watched.frames, view.seat)
        watched = replace(watched, frames=frames)
    return watched


def _now(hand: Hand, person: Person) -> Watched:
    state, frames = replay_frames.frames_of(hand, person)
    goes_on = hand.adjudication.status == hidden_cards.UNFINISHED
    if state is State.BUILDING and goes_on:  # whoever follows it would always be a moment late
        state, frames = State.CURRENT, judging.judge_stored(hand).frames()
    return Watched(shown=hidden_cards.shown(hand, person), state=state, frames=frames)


def _as_it_stood(hand: Hand, person: Person, revision: HandRevision) -> Watched:
    """Judged on the spot, by the rules of the session and what the hands before carry into it today."""
    sheet = hidden_cards.public_sheet(hand, person, revision=revision)
    judged = judging.judge_stored(hand, sheet)
    hides = bool(hidden_cards.hides_cards(hand, person))
    shown = Shown(sheet=sheet, answer=judged.as_json(), hides=hides)
    return Watched(shown=shown, state=State.CURRENT, frames=judged.frames())


def _from_seat(hand: Hand, sheet: record_parts.Keys, frames: Frames, seat: int) -> Frames:
    """The same frames, with what is proved at each moment: not what is played later, but for one's own cards."""
    own = _own(sheet, seat, seats=len(frames[0]["counts"]))
    in_the_end = [frame["holdings"] for frame in judging.judge_stored(hand, own).frames()]
    seen: Frames = []
    known = in_the_end[0]
    for place, frame in enumerate(frames):
        number = frame["event"]
        held = in_the_end[number]
        if place == 0 or frame["action"] in SHOWS or frame.get("called"):
            so_far = {**own, "events": (own.get("events") or [])[:number]}
            known = judging.judge_stored(hand, so_far).frames()[-1]["holdings"]
        known = [_still(was, now) for was, now in zip(known, held, strict=True)]
        shown = [held[at] if at == seat - 1 else one for at, one in enumerate(known)]
        seen.append({**frame, "holdings": shown})
    return seen


def _own(sheet: Mapping[str, Any], seat: int, *, seats: int) -> dict[str, Any]:
    """The record with the deal of one seat, or of none."""
    dealt = sheet.get("dealt") or [None] * seats
    own = [cards if number == seat else None for number, cards in enumerate(dealt, 1)]
    return {**hidden_cards.without_hidden({**sheet}), **({"dealt": own} if any(own) else {})}


def _still(was: list[str] | None, now: list[str] | None) -> list[str]:
    """Of the cards that a seat was proved to hold, those that it holds yet."""
    return list((Counter(was or ()) & Counter(now or ())).elements())
