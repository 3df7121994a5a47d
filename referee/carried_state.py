"""The state that one hand of a session passes on to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.record import Json, MalformedError, Number, SessionRecord


@dataclass(frozen=True, kw_only=True)
class Carried:
    """The state that a hand takes over from the hands before it.

    ``totals`` are points and ``won`` hands won, by seat; both begin with seat 1.

    >>> import referee
    >>> game = {"format": "session-record/1", "variant": "big-two", "players": ["Ann", "Bo", "Cy", "Di"]}
    >>> record = referee.parse_record({**game, "carried": [5, 0, -5, 0], "hands": [{"cards_left": [0, 1, 2, 3]}]})
    >>> referee.Carried.first(record).totals
    (5, 0, -5, 0)
    >>> after = referee.adjudicate(record).carried_out
    >>> after.number, after.previous_winner, after.previous_loser, after.totals, after.won
    (2, 1, 4, (11, -1, -7, -3), (1, 0, 0, 0))
    >>> referee.Carried.from_json(after.as_json()) == after
    True
    """

    number: int  # of this hand; void hands are not counted
    previous_winner: int | None = None
    previous_loser: int | None = None
    totals: tuple[Number, ...] | None = (
        None  # None: an earlier hand is unfinished or its points are not proved
    )
    won: tuple[int, ...] = ()  # hands won, by seat
    next_first: int | None = (
        None  # Four Color Cards: the first player, if the earlier hands decide it
    )
    over: bool = False  # has the game ended?

    @classmethod
    def first(cls, record: SessionRecord) -> "Carried":
        """Return the state that the first hand of a record starts from."""
        seats = len(record.players)
        return cls(
            number=record.first_hand,
            previous_winner=record.previous_winner,
            previous_loser=record.previous_loser,
            totals=record.carried or (record.credits,) * seats,
            won=(0,) * seats,
        )

    def as_json(self) -> dict[str, Json]:
        """Return the state as JSON; ``from_json`` is the inverse."""
        state: dict[str, Json] = {
            "number": self.number,
            "previous_winner": self.previous_winner,
            "previous_loser": self.previous_loser,
            "totals": None if self.totals is None else list(self.totals),
            "won": list(self.won),
            "over": self.over,
        }
        return state if self.next_first is None else {**state, "next_first": self.next_first}

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> "Carried":
        """Return the state from the JSON of ``as_json``."""
        totals = state["totals"]
        return cls(
            number=state["number"],
            previous_winner=state["previous_winner"],
            previous_loser=state["previous_loser"],
            totals=None if totals is None else tuple(totals),
            won=tuple(state["won"]),
            next_first=state.get("next_first"),
            over=state["over"],
        )


def check_beginning(winner: int | None, loser: int | None, where: str) -> None:
    """Raise MalformedError where the seat that won the hand before is said to have lost it, too."""
    if winner is not None and winner == loser:
        message = f"previous_winner and previous_loser are both seat {winner}: nobody wins and loses one hand."
        raise MalformedError("bad-seat", where, message)


def for_seats(carried: Carried, seats: int) -> Carried:
    """Return the state of a game with so many seats: where ``won`` is empty, nobody has won a hand.

    Raises MalformedError for a list of another length, for a seat that is none, and for one that won and lost the hand before.
    """
    carried = carried if carried.won else replace(carried, won=(0,) * seats)
    for name, numbers in (("totals", carried.totals), ("won", carried.won)):
        if numbers is not None and (not isinstance(numbers, tuple) or len(numbers) != seats):
            message = f"{name} is {numbers!r}: expected a tuple of {seats} numbers, by seat."
            raise MalformedError("unreadable", "carried", message)
    for name in ("previous_winner", "previous_loser", "next_first"):
        seat = getattr(carried, name)
        if seat is not None and seat not in range(1, seats + 1):
            message = f"{name} is {seat!r}: seats are numbered 1 to {seats}."
            raise MalformedError("bad-seat", "carried", message)
    check_beginning(carried.previous_winner, carried.previous_loser, "carried")
    return carried
