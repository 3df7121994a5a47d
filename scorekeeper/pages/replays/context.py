"""What a page needs to show a hand's replay, whoever watches it from where."""

from dataclasses import dataclass
from typing import cast

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import judging
from scorekeeper.models import Hand
from scorekeeper.pages.display.answer_types import Frame, HandAnswer
from scorekeeper.pages.display.cards import UNSEEN, Card
from scorekeeper.pages.display.referee_messages import Names
from scorekeeper.pages.replays import viewpoints
from scorekeeper.pages.replays.timeline import Reel
from scorekeeper.replays import perspective
from scorekeeper.replays.perspective import View, Watched

CLOCKWISE = "clockwise"


@dataclass(frozen=True, kw_only=True)
class Showing:
    """A hand as one person watches it."""

    hand: Hand
    view: View
    names: Names
    rules: referee.Rules
    watched: Watched

    @property
    def answer(self) -> HandAnswer:
        """The referee's."""
        return cast(HandAnswer, self.watched.shown.answer)

    @property
    def direction(self) -> str:
        """Which way the table plays; anticlockwise where hands alternate and the game has them."""
        return str(self.rules.house_rules.get("direction", CLOCKWISE))

    @property
    def digest(self) -> str:
        """What the frames were built from."""
        return self.hand.adjudication.input_digest

    def reel(self) -> Reel | None:
        """The moments, unless they are being built."""
        if self.watched.frames is None:
            return None
        return Reel(
            cast(list[Frame], self.watched.frames),
            self.names,
            suits=str(self.rules.house_rules.get("suit_order", "")),
            direction=self.direction,
            below=self.view.seat or 1,
            brought=self.answer.get("points") or (),
        )


def showing(hand: Hand, person: Person, view: View, names: Names) -> Showing:
    """The hand from there."""
    return Showing(
        hand=hand,
        view=view,
        names=names,
        rules=judging.rules_of(hand.session),
        watched=perspective.watch(hand, person, view),
    )


def as_json(shown: Showing) -> dict[str, object]:
    """All moments at once, for the script that steps through them."""
    reel = shown.reel()
    if reel is None:
        return {"state": "building"}
    moments = [moment.as_json() for moment in reel.moments()]
    faces = (UNSEEN, *shown.rules.deck.cards)
    return {
        "state": "current",
        "digest": shown.digest,
        "finished": shown.answer.get("status") != "unfinished",
        "query": viewpoints.query_of(shown.view),
        "first": reel.first,
        "last": reel.last,
        "names": {face: Card(face).name for face in dict.fromkeys(faces)},
        "moments": moments,
    }
