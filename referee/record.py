"""Session records as written down, unjudged (contract §2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

from referee.cards import UNSEEN, Cards

RECORD_FORMAT = "session-record/1"

Number: TypeAlias = int | float
"""Points: whole numbers, unless a house rule gives others."""

RulingId: TypeAlias = str
"""What a verdict cites: B17, P12 …"""

Json: TypeAlias = Any
"""What a session record can hold; dates only come from TOML."""


class MalformedError(ValueError):
    """Input that is no session record, with the place and what would be right.

    ``code`` is one of contract §3's words; ``where`` is a path into the JSON such as ``hands[0].events[6]``.
    """

    def __init__(self, code: str, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.code = code
        self.where = where
        self.message = message

    def within(self, place: str) -> "MalformedError":
        """The same error seen from further out: ``events[3]`` within ``hands[0]``."""
        return MalformedError(
            self.code, f"{place}.{self.where}" if self.where else place, self.message
        )

    def as_json(self) -> dict[str, dict[str, str]]:
        """The error as the commands and the service answer it."""
        return {"error": {"code": self.code, "where": self.where, "message": self.message}}


def to_json(value: Json) -> Json:
    """A value with TOML's dates and times as texts, for JSON."""
    if isinstance(value, dict):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return value.isoformat() if isinstance(value, date | time) else value


class Family(StrEnum):
    """The two kinds of games: they differ in the grammar of events, in score sheets and in frames."""

    CLIMBING = "climbing"
    MELDING = "melding"


class SheetKind(StrEnum):
    """What a score sheet without plays holds for each hand."""

    CARDS_LEFT = "left"  # how many cards each seat has left
    ORDER_OUT = "out"  # who went out first, second …
    MELDS = "melds"  # who finished, with which melds


class SeatAction(StrEnum):
    """What a seat does in one event."""

    PLAY = "play"
    PASS = "pass"  # noqa: S105 - no password
    UNSEEN = "unseen"
    TAKES_BACK = "takes back"
    GIVES = "gives"
    DISCARDS = "discards"
    DRAWS = "draws"
    CHI = "chi"
    PONG = "pong"
    GAN = "gan"
    HU = "hu"
    LUCKY = "lucky"


@dataclass(frozen=True, slots=True)
class HandEvent:
    """One line of a hand.  ``seat`` 0 is nobody: any number of actions that nobody saw."""

    seat: int
    action: SeatAction
    text: str
    cards: Cards = ()
    last: bool = False  # announces the last card
    to: int = 0  # who receives the card given
    called: bool = field(default=False, repr=False)  # a claim that did not prevail
    melds: tuple[Cards, ...] = field(
        default=(), repr=False
    )  # hu: the claimed card's, then the hand's


@dataclass(frozen=True, slots=True)
class PointAdjustment:
    """Points given or taken by a human referee."""

    seat: int
    points: int | float


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """One hand as written down.  By seat, ``None`` is what nobody knows."""

    events: tuple[HandEvent, ...] | None = None  # None: only the score sheet is known
    dealt: tuple[Cards | None, ...] | None = None
    left: tuple[Cards | None, ...] | None = None
    cards_left: tuple[int, ...] | None = None
    went_out: tuple[int, ...] | None = (
        None  # Pusoy Dos' sheet, ``out``: seats in the order of going out
    )
    winner: int | None = None
    blocked: tuple[int, ...] = ()
    dealer: int | None = None
    implied_passes: bool = False
    pays_all: int | None = None
    finisher: int | None = None  # Four Color Cards' sheet, with the melds and the lucky card
    exposed: tuple[Cards, ...] | None = None
    concealed: tuple[Cards, ...] | None = None
    lucky: Cards | None = None  # none: the stock was empty
    washed_out: bool = False
    void: str | None = None
    annulled: str | None = None
    adjustments: tuple[PointAdjustment, ...] = ()
    source: Mapping[str, Json] = field(
        default_factory=dict
    )  # as it was read, unknown keys included

    @cached_property
    def actions(self) -> frozenset[SeatAction]:
        """What was done in it at all."""
        return frozenset([event.action for event in self.events or ()])

    @cached_property
    def has_unseen_faces(self) -> bool:
        """Is there an event with a card whose face nobody saw?"""
        return any(UNSEEN in event.cards for event in self.events or ())

    def as_json(self) -> dict[str, Json]:
        """The hand as it was read; dates as texts."""
        return {key: to_json(value) for key, value in self.source.items()}


@dataclass(frozen=True, kw_only=True)
class SessionRecord:
    """One sitting of the same players."""

    variant: str
    house_rules: Mapping[str, Json]
    players: tuple[str, ...]
    hands: tuple[HandRecord, ...] = ()
    carried: tuple[int | float, ...] | None = None
    credits: Number = 0  # what every seat starts with, unless totals were carried in
    first_hand: int = 1
    previous_winner: int | None = None
    previous_loser: int | None = None
    source: Mapping[str, Json] = field(
        default_factory=dict
    )  # every key but ``hands``, as it was read

    def as_json(self) -> dict[str, Json]:
        """The record as it was read, hands last; dates as texts."""
        session = {key: to_json(value) for key, value in self.source.items()}
        return {**session, "hands": [hand.as_json() for hand in self.hands]}


@dataclass(frozen=True, kw_only=True)
class Carried:
    """What a hand takes over from those before it."""

    number: int  # the hand's own; void hands are not counted
    previous_winner: int | None = None
    previous_loser: int | None = None
    totals: tuple[Number, ...] | None = None  # None: a hand before is unfinished or not proved
    won: tuple[int, ...] = ()  # hands won, by seat
    next_first: int | None = None  # Four Color Cards: the first player, where the hands before say
    over: bool = False  # has the game ended?

    @classmethod
    def first(cls, record: SessionRecord) -> "Carried":
        """What the first hand of a record takes over."""
        seats = len(record.players)
        return cls(
            number=record.first_hand,
            previous_winner=record.previous_winner,
            previous_loser=record.previous_loser,
            totals=record.carried or (record.credits,) * seats,
            won=(0,) * seats,
        )

    def as_json(self) -> dict[str, Json]:
        """The state as plain JSON; ``from_json`` is the inverse."""
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
        """The state that ``as_json`` wrote."""
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
