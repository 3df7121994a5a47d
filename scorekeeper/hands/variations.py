"""Variations of a hand: lines that might have been played, with a name and comments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import referee
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.models import Hand, HandRevision


@dataclass(frozen=True, kw_only=True)
class NamedLine:
    """A variation in the record of a hand."""

    key: str  # how an address names it: its number in the record, from 1
    line: referee.Variation
    revision: HandRevision  # the version of the record from which it begins

    @property
    def title(self) -> str:
        """Its name, or its number in the record."""
        return self.line.name or self.key

    @property
    def event(self) -> int:
        """The last event of the hand before the line."""
        return self.line.first - 1


def recorded_variations(hand: Hand) -> Sequence[NamedLine]:
    """Return the variations in the record of a finished hand.

    None while the hand is unfinished, and where the record has a key of this name that holds something else.
    """
    record = judging.hand_record(hand.head)
    if "variations" not in record or hand.adjudication.status == hidden_cards.UNFINISHED:
        return []
    rules = judging.rules_of(hand.session, hand.adjudication)
    only: dict[str, Any] = {key: record[key] for key in ("events", "variations") if key in record}
    try:
        notes = referee.annotations(only, rules, seats=judging.seat_count(hand.session))
    except referee.MalformedError:
        return []
    return [
        NamedLine(key=str(number), line=line, revision=hand.head)
        for number, line in enumerate(notes.variations, 1)
    ]
