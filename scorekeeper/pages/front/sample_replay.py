"""The plays of two tricks from the demo club's records, moment by moment: one is illegal and taken back."""

from functools import lru_cache
from typing import cast

from django.conf import settings
from django.utils.translation import get_language

import referee
from scorekeeper.clubs import demo
from scorekeeper.pages.display.answer_types import Frame
from scorekeeper.pages.display.cards import suit_order
from scorekeeper.pages.replays.moments import ReplayMoment
from scorekeeper.pages.replays.timeline import ReplayTimeline

SESSION, HAND = "big_two_2", 3
EVENTS = (20, 22, 25, 29, 30, 31, 32, 33, 34, 35)  # without passes
HAND_ID = demo.hand_id(SESSION, HAND)
RECORD = settings.BASE_DIR / "scorekeeper" / "management" / "demo_sessions" / f"{SESSION}.toml"


def sample_moments() -> list[ReplayMoment]:
    """Return the moments in the reader's language."""
    return _moments(get_language() or "en")


def sample_faces() -> list[str]:
    """Return the cards that lie on the table in these moments."""
    return [
        one.face
        for moment in sample_moments()
        for laid in moment.laid
        if not laid.covered
        for one in laid.faces
    ]


@lru_cache(maxsize=8)
def _moments(_language: str) -> list[ReplayMoment]:
    record = referee.read_record(RECORD.read_text(), "toml")
    hand = referee.adjudicate(record).hands[HAND - 1]
    timeline = ReplayTimeline(
        cast(list[Frame], hand.frames()),
        dict(enumerate(record.players, start=1)),
        suits=suit_order(hand.rules) or "",
    )
    return [timeline.moment(event) for event in EVENTS]
