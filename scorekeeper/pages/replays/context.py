"""A hand with everything that a page needs to show its replay."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import judging
from scorekeeper.models import Hand
from scorekeeper.pages import drawing
from scorekeeper.pages.display.answer_types import Frame, HandAnswer
from scorekeeper.pages.display.cards import UNSEEN, Card, suit_order
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.replays import moments, viewpoints
from scorekeeper.pages.replays.timeline import ReplayTimeline
from scorekeeper.replays import perspective
from scorekeeper.replays.perspective import Perspective, PerspectiveHand

CLOCKWISE = "clockwise"


@dataclass(frozen=True, kw_only=True)
class WatchedHand:
    """A hand as one person watches it: from one seat or all, as it stands or as it stood."""

    hand: Hand
    view: Perspective
    names: Names
    rules: referee.Rules
    watched: PerspectiveHand

    @property
    def answer(self) -> HandAnswer:
        """The referee's answer, as this person may see it."""
        return cast(HandAnswer, self.watched.visible.answer)

    @cached_property
    def cited(self) -> dict[int, str]:
        """The ruling behind the verdict on each event, as far as this person sees the hand; empty where there is none."""
        events = self.answer.get("events") or []
        cited = referee.cited_rules(self.rules, cast(Mapping[str, object], self.answer))
        return {event["event"]: rule for event, rule in zip(events, cited, strict=True)}

    @property
    def direction(self) -> str:
        """The house rule ``direction``: clockwise, anticlockwise or alternate."""
        return str(self.rules.house_rules.get("direction", CLOCKWISE))

    @property
    def digest(self) -> str:
        """The digest of the frames' input."""
        return self.hand.adjudication.input_digest

    def timeline(self) -> ReplayTimeline | None:
        """Return the moments of the hand, or None while its replay is being built."""
        if self.watched.frames is None:
            return None
        return ReplayTimeline(
            cast(list[Frame], self.watched.frames),
            self.names,
            suits=suit_order(self.rules) or "",
            direction=self.direction,
            below=self.view.seat or 1,
            points_by_seat=self.answer.get("points") or (),
            rules=self.cited,
            opens=self.answer.get("number", 1) == 1
            or not getattr(self.rules, "winner_leads", False),
        )


def version_of(hand: Hand, names: Names) -> list[object]:
    """Return what tells one version of a hand's replay, with these names, from every other."""
    return [
        hand.head.digest,
        hand.adjudication.input_digest,
        str(hand.adjudication.replay_id),
        referee.FRAME_VERSION,
        drawing.EDITION,
        moments.EDITION,
        {str(seat): str(name) for seat, name in names.items()},
    ]


def watch_hand(hand: Hand, person: Person, view: Perspective, names: Names) -> WatchedHand:
    """Return the hand as the person watches it in this view."""
    return WatchedHand(
        hand=hand,
        view=view,
        names=names,
        rules=judging.rules_of(hand.session),
        watched=perspective.hand_from(hand, person, view),
    )


def as_json(hand: WatchedHand) -> dict[str, object]:
    """Return all moments as JSON, for the script that steps through them."""
    timeline = hand.timeline()
    if timeline is None:
        return {"state": "building"}
    faces = (UNSEEN, *hand.rules.deck.cards)
    return {
        "state": "current",
        "digest": hand.digest,
        "finished": hand.answer.get("status") != "unfinished",
        "query": viewpoints.query_of(hand.view),
        "first": timeline.first,
        "last": timeline.last,
        "names": {face: Card(face).name for face in dict.fromkeys(faces)},
        "moments": [moment.as_json() for moment in timeline.moments()],
    }
