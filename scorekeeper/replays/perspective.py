"""A hand from a perspective: the current or an earlier revision, with all known cards or as seen from one seat.

A seat knows its own cards and what the record proves about the others, so the hand is adjudicated again with the deal of
that seat alone.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.adjudication.hidden_cards import VisibleHand
from scorekeeper.models import Hand, HandRevision
from scorekeeper.replays.frames import ReplayState, frames_of

Frames: TypeAlias = list[dict[str, Any]]

TABLE = 0
"""The seat of spectators, who know nobody's cards."""
REVEALING_ACTIONS = frozenset({"gives", "takes back"})
"""Actions that reveal cards of a holding to the table."""


@dataclass(frozen=True, kw_only=True)
class Perspective:
    """The revision and the seat from which a hand is seen."""

    revision: HandRevision | None = None  # None: the current one
    seat: int | None = None  # None: all known cards are visible


@dataclass(frozen=True, kw_only=True)
class PerspectiveHand:
    """A hand as seen from a perspective; ``frames`` is None while they are being built."""

    visible: VisibleHand
    state: ReplayState
    frames: Frames | None


def hand_from(hand: Hand, person: Person, view: Perspective) -> PerspectiveHand:
    """Return the hand's record, answer and frames from a perspective, as far as this person may see them."""
    watched = (
        _past_hand(hand, person, view.revision) if view.revision else _current_hand(hand, person)
    )
    if watched.frames is not None and view.seat is not None:
        public = hidden_cards.public_record(hand, person, revision=view.revision)
        frames = _frames_from_seat(hand, public, watched.frames, view.seat)
        watched = replace(watched, frames=frames)
    return watched


def _current_hand(hand: Hand, person: Person) -> PerspectiveHand:
    state, frames = frames_of(hand, person)
    is_unfinished = hand.adjudication.status == hidden_cards.UNFINISHED
    if state is ReplayState.BUILDING and is_unfinished:  # a live hand's replay would always be late
        state, frames = ReplayState.CURRENT, judging.judge_stored(hand).frames()
    return PerspectiveHand(
        visible=hidden_cards.visible_hand(hand, person), state=state, frames=frames
    )


def _past_hand(hand: Hand, person: Person, revision: HandRevision) -> PerspectiveHand:
    """Return an earlier revision, adjudicated now under the session's current rules and carried-in state."""
    record = hidden_cards.public_record(hand, person, revision=revision)
    judged = judging.judge_stored(hand, record)
    hides = bool(hidden_cards.hides_cards(hand, person))
    shown = VisibleHand(record=record, answer=judged.as_json(), hides=hides)
    return PerspectiveHand(visible=shown, state=ReplayState.CURRENT, frames=judged.frames())


def _frames_from_seat(hand: Hand, record: referee.JsonObject, frames: Frames, seat: int) -> Frames:
    """Return the frames with the holdings that the seat could know at each moment, without knowledge of later plays."""
    own_record = _record_for_seat(record, seat, seats=len(frames[0]["counts"]))
    final_holdings = [
        frame["holdings"] for frame in judging.judge_stored(hand, own_record).frames()
    ]
    visible: Frames = []
    known = final_holdings[0]
    for place, frame in enumerate(frames):
        number = frame["event"]
        holdings = final_holdings[number]
        if place == 0 or frame["action"] in REVEALING_ACTIONS or frame.get("called"):
            so_far = {**own_record, "events": (own_record.get("events") or [])[:number]}
            known = judging.judge_stored(hand, so_far).frames()[-1]["holdings"]
        known = [_still_held(before, after) for before, after in zip(known, holdings, strict=True)]
        current = [holdings[at] if at == seat - 1 else holding for at, holding in enumerate(known)]
        visible.append({**frame, "holdings": current})
    return visible


def _record_for_seat(record: Mapping[str, Any], seat: int, *, seats: int) -> dict[str, Any]:
    """Return the record with the deal of one seat only, or without a deal."""
    dealt = record.get("dealt") or [None] * seats
    deal = [cards if number == seat else None for number, cards in enumerate(dealt, 1)]
    return {
        **hidden_cards.without_hidden_cards({**record}),
        **({"dealt": deal} if any(deal) else {}),
    }


def _still_held(before: list[str] | None, after: list[str] | None) -> list[str]:
    """Return the cards that were proved to be held before and are still held."""
    return list((Counter(before or ()) & Counter(after or ())).elements())
