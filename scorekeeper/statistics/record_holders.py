"""Who holds a record or wins an award, and where it can be seen; as JSON, and back."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID


class RecordHolder(NamedTuple):
    """Who holds a record, and where it can be seen."""

    players: tuple[UUID, ...] = ()
    session: UUID | None = None
    hand: UUID | None = None
    seat: int | None = None
    event: int | None = None
    day: date | None = None
    text: str = ""  # an event as it was written, or a rule

    def as_json(self) -> list[Any]:
        """Return the holder as JSON."""
        return [
            [str(player) for player in self.players],
            self.session and str(self.session),
            self.hand and str(self.hand),
            self.seat,
            self.event,
            self.day and self.day.isoformat(),
            self.text,
        ]

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> "RecordHolder":
        """Return the holder that ``as_json`` returned this of."""
        players, session, hand, seat, event, day, text = value
        return cls(
            tuple(map(UUID, players)),
            session and UUID(session),
            hand and UUID(hand),
            seat,
            event,
            day and date.fromisoformat(day),
            text,
        )
