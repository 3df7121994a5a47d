"""The event that a climbing verdict is about, with all that the verdict depends on."""

from functools import cache
from typing import NamedTuple

from referee.cards import Card
from referee.climbing.rules import ClimbingRules
from referee.knowledge import Knowledge
from referee.position import Position
from referee.reason_texts import Reason
from referee.record import HandEvent, RulingId
from referee.verdicts import Fault, Illegal, Unproven

_SOURCES = {
    "dealt": "it was dealt to seat {holder}",
    "played": "seat {holder} played it in event {shown}",
    "left": "seat {holder} still held it at the end",
    "elimination": "every other card of seat {holder} is accounted for elsewhere",
}

_WITHOUT_SEAT_NUMBERS = (
    ("Seat {seat}'s {play}", "The {play}"),
    ("seat {seat}'s {play}", "the {play}"),
    ("Seat {seat}", "The player"),
    ("seat {seat}", "the player"),
    ("event {event}", "the play"),
    ("the next seat", "the next player"),
    ("; {proof}", ""),
)
"""How a sentence about a numbered seat is worded for a question, which has no seat numbers."""


class EventContext(NamedTuple):
    """Everything that the verdict on one event depends on."""

    rules: ClimbingRules
    knowledge: Knowledge
    position: Position
    event: HandEvent
    number: int  # of the event, from 1
    is_question: bool = False  # about one play, without seat numbers

    def illegal(
        self,
        fault: Fault,
        template: str,
        *,
        rule: RulingId | None = None,
        **parameters: int | str | Reason,
    ) -> Illegal:
        """Return an illegal verdict with its reason; ``seat`` is filled in."""
        reason = Reason(self._for_audience(template), {"seat": self.event.seat, **parameters})
        return Illegal(fault, rule or self.rules.cite(fault), reason)

    def unproven(
        self,
        template: str,
        needs: str | Reason,
        *,
        rule: RulingId | None = None,
        **parameters: int | str,
    ) -> Unproven:
        """Return an unproven verdict with its reason and what would settle it; ``seat`` and ``event`` are filled in."""
        every = {"seat": self.event.seat, "event": self.number, **parameters}
        reason = Reason(self._for_audience(template), every)
        if isinstance(needs, str):
            needs = Reason(self._for_audience(needs), every)
        return Unproven(rule or self.rules.cite("unseen"), reason, (needs,))

    def _for_audience(self, template: str) -> str:
        """Return the template, without seat numbers for a question."""
        return _without_seat_numbers(template) if self.is_question else template

    def proof(self, holder: int, card: Card) -> Reason:
        """Return how the record proves that a seat had a card."""
        source, shown = self.knowledge.source(holder, card)
        return Reason(_SOURCES[source], {"holder": holder, "shown": shown})

    def proof_afterwards(self, holder: int, card: Card) -> Reason:
        """Return how the record proves, by what follows this event, that a seat then had a card."""
        moves = self.knowledge.movements
        shown = (move.event for move in moves if move.seat == holder and card in move.cards)
        event = next((event for event in shown if event > self.number), 0)
        if event:
            return Reason(_SOURCES["played"], {"holder": holder, "shown": event})
        source = "left" if card in (self.knowledge.left[holder - 1] or ()) else "elimination"
        return Reason(_SOURCES[source], {"holder": holder, "shown": 0})


@cache
def _without_seat_numbers(template: str) -> str:
    for numbered, plain in _WITHOUT_SEAT_NUMBERS:
        template = template.replace(numbered, plain)
    return template
