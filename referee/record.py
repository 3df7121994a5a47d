"""Session records as they were written down, not yet judged (contract §2)."""

import copyreg
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, time
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

from referee.cards import UNSEEN, Cards

RECORD_FORMAT = "session-record/1"
ADJUDICATION_FORMAT = "adjudication/1"
BUNDLE_FORMAT = "session-bundle/1"

Number: TypeAlias = int | float
"""Points: whole numbers, unless a house rule says otherwise."""

RulingId: TypeAlias = str
"""The id of a rule that a verdict cites: B17, P12 …"""

Json: TypeAlias = Any
"""Any value that a session record can hold.  Dates come from TOML only."""


class MalformedError(ValueError):
    """Raised for input that cannot be read or judged; tells where, and what would be right.

    ``code`` is a word for programs, from the list in docs/specification.md, §11; ``where`` is a path into the JSON such as
    ``hands[0].events[6]``, empty for the whole; ``message`` is a sentence.  Halves of surrogate pairs, which JSON can hold
    in keys and texts, are escaped, so that every answer can be written as UTF-8.

    >>> import referee
    >>> try:
    ...     referee.parse_hand({"events": ["1: 3C", "2: 3Z"]}, referee.rules_for("big-two"), seats=4)
    ... except referee.MalformedError as error:
    ...     print(error.within("hands[0]").as_json()["error"])
    {'code': 'unknown-card', 'where': 'hands[0].events[1]', 'message': "'3Z' is no card of this game; cards are written 3C, 3D … 2S."}
    """

    def __init__(self, code: str, where: str, message: str) -> None:
        self.code = code
        self.where = where.encode(errors="backslashreplace").decode()
        self.message = message.encode(errors="backslashreplace").decode()
        super().__init__(f"{self.where}: {self.message}" if where else self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let pickle and copy restore the error as it is: a kind of its own may be made of other arguments."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]

    def within(self, place: str) -> "MalformedError":
        """Return this error with its path prefixed: ``events[3]`` becomes ``hands[0].events[3]``."""
        return MalformedError(
            self.code, f"{place}.{self.where}" if self.where else place, self.message
        )

    def as_json(self) -> dict[str, dict[str, str]]:
        """Return the error as the commands and the service answer it."""
        return {"error": {"code": self.code, "where": self.where, "message": self.message}}


def to_json(value: Json) -> Json:
    """Return a value with TOML's dates and times as texts."""
    if isinstance(value, dict):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return value.isoformat() if isinstance(value, date | time) else value


class Family(StrEnum):
    """The two kinds of games; they differ in event texts, score sheets and frames.

    >>> import referee
    >>> referee.rules_for("four-color-cards").family
    <Family.MELDING: 'melding'>
    """

    CLIMBING = "climbing"
    MELDING = "melding"


class SheetKind(StrEnum):
    """What a score sheet without plays states for each hand, as ``rules.sheet`` says.

    >>> import referee
    >>> referee.rules_for("pusoy-dos").sheet, referee.rules_for("big-two").sheet
    (<SheetKind.ORDER_OUT: 'out'>, <SheetKind.CARDS_LEFT: 'left'>)
    """

    CARDS_LEFT = "left"  # the number of cards of each seat
    ORDER_OUT = "out"  # the seats in the order of going out
    MELDS = "melds"  # the finisher and its melds


class SeatAction(StrEnum):
    """What a seat does in an event."""

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
    """One event of a hand.  Seat 0: any number of actions of any seat, all unseen."""

    seat: int
    action: SeatAction
    text: str
    cards: Cards = ()
    last: bool = False  # announces the last card
    to: int = 0  # the receiver of a gift
    called: bool = field(default=False, repr=False)  # a claim that did not prevail
    # hu: the meld of the claimed card, then those of the hand
    melds: tuple[Cards, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PointAdjustment:
    """Points given or taken by a human referee."""

    seat: int
    points: int | float


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """One hand as it was written down, not yet judged.

    A list by seat begins with seat 1; None is unknown.  Without events (None), only the score sheet is known: the cards left,
    the order of going out or the finisher's melds.  ``source`` is the hand as it was read, unknown keys included.

    >>> import referee
    >>> written = {"events": ["1: 3C", "2: ?", "3: pass"], "left": ["", "4C 4D", "?", "9S"], "weather": "rain"}
    >>> hand = referee.parse_hand(written, referee.rules_for("big-two"), seats=4)
    >>> hand.left, hand.has_unseen_faces, hand.actions == {"play", "pass"}
    (((), ('4C', '4D'), None, ('9S',)), True, True)
    >>> hand.as_json() == written
    True
    """

    events: tuple[HandEvent, ...] | None = None  # None: only the score sheet is known
    dealt: tuple[Cards | None, ...] | None = None
    left: tuple[Cards | None, ...] | None = None
    cards_left: tuple[int | None, ...] | None = None
    # the score sheet of Pusoy Dos, ``out``: seats in the order of going out
    went_out: tuple[int, ...] | None = None
    winner: int | None = None
    blocked: tuple[int, ...] = ()
    dealer: int | None = None
    implied_passes: bool = False
    pays_all: int | None = None
    # the score sheet of Four Color Cards: the finisher, its melds and the lucky card
    finisher: int | None = None
    exposed: tuple[Cards, ...] | None = None
    concealed: tuple[Cards, ...] | None = None
    lucky: Cards | None = None  # (): the stock was empty
    washed_out: bool = False
    void: str | None = None
    annulled: str | None = None
    adjustments: tuple[PointAdjustment, ...] = ()
    # the hand as it was read, unknown keys included
    source: Mapping[str, Json] = field(default_factory=dict)

    @cached_property
    def actions(self) -> frozenset[SeatAction]:
        """The different actions of its events."""
        return frozenset([event.action for event in self.events or ()])

    @cached_property
    def has_unseen_faces(self) -> bool:
        """Whether an event has a card whose face nobody saw."""
        return any(UNSEEN in event.cards for event in self.events or ())

    def as_json(self) -> dict[str, Json]:
        """Return the hand as it was read, dates as texts."""
        return {key: to_json(value) for key, value in self.source.items()}


_DEAL_AND_EVENTS = {"events", "dealt", "dealer", "implied_passes", "source"}


def has_only_events(hand: HandRecord) -> bool:
    """Return whether nothing is known of a hand but its deal and its events."""
    others = (field for field in fields(hand) if field.name not in _DEAL_AND_EVENTS)
    return all(getattr(hand, field.name) == field.default for field in others)


@dataclass(frozen=True, kw_only=True)
class SessionRecord:
    """One session as it was written down: the same players, one hand after another.

    ``players`` are listed clockwise, seat 1 first.  ``house_rules`` are those that differ from the game's own.  ``carried``
    is the totals by seat before the first hand; None: each seat has ``credits``.  ``source`` is every key but ``hands`` as
    it was read.

    >>> import referee
    >>> text = 'format = "session-record/1"\\nvariant = "gang-of-four"\\nplayers = ["Ann", "Bo", "Cy"]\\nplayed_on = 2026-03-01'
    >>> record = referee.read_record(text, "toml")
    >>> record.players, record.hands, record.as_json()["played_on"]
    (('Ann', 'Bo', 'Cy'), (), '2026-03-01')
    """

    variant: str
    house_rules: Mapping[str, Json]
    players: tuple[str, ...]
    hands: tuple[HandRecord, ...] = ()
    carried: tuple[int | float, ...] | None = None
    credits: Number = 0  # the points every seat starts with, unless ``carried`` is given
    first_hand: int = 1
    previous_winner: int | None = None
    previous_loser: int | None = None
    # every key but ``hands``, as it was read
    source: Mapping[str, Json] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        """Return the record as it was read, hands last, dates as texts."""
        session = {key: to_json(value) for key, value in self.source.items()}
        return {**session, "hands": [hand.as_json() for hand in self.hands]}
