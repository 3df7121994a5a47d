"""Types of the referee's answers, as far as pages show them (contract §3)."""

from typing import Any, TypedDict


class EventAnswer(TypedDict, total=False):
    """One event and its verdict."""

    event: int
    seat: int | None
    text: str
    trick: int | None
    combination: str
    meld: str | None
    verdict: str
    fault: str
    rule: str
    reason: str
    template: str
    parameters: dict[str, Any]
    needs: list[str]
    needs_templates: list[dict[str, Any]]


class PointsLine(TypedDict, total=False):
    """One reason for a seat's points, with the points."""

    seat: int
    points: float
    reason: str
    rule: str
    template: str
    parameters: dict[str, Any]


class HandAnswer(TypedDict, total=False):
    """The referee's answer about one hand."""

    number: int
    status: str
    events: list[EventAnswer]
    places: list[int] | None
    cards_left: list[int | None] | None
    points: list[float | None] | None
    lines: list[PointsLine]
    loser: int
    void: str
    annulled: str
    adjustments: list[dict[str, Any]]
    rulings: list[dict[str, Any]]


class TrickPlay(TypedDict):
    """A play of the current trick; ``cards`` is None for a pass."""

    event: int
    seat: int | None
    cards: list[str] | None


class StandingPlay(TypedDict):
    """The combination to be beaten."""

    seat: int | None
    cards: list[str]
    combination: str | None


class FrameMeld(TypedDict):
    """A meld on the table or in a finished hand."""

    cards: list[str]
    meld: str | None
    exposed: bool
    points: int


class Frame(TypedDict, total=False):
    """The table after one event; event 0 is the start."""

    event: int
    seat: int | None
    text: str
    action: str
    cards: list[str]
    trick: int | None
    combination: str | None
    verdict: str | None
    rule: str
    reason: str
    template: str
    parameters: dict[str, Any]
    needs: list[str]
    needs_templates: list[dict[str, Any]]
    turn: int | None
    standing: StandingPlay | None
    on_table: list[TrickPlay]
    holdings: list[list[str] | None]
    counts: list[int | None]
    out: list[int]
    blocked: list[int]
    exchange: dict[str, Any] | None
    direction: int
    to: int | None
    last: bool
    called: bool
    must: str | None
    offer: dict[str, Any] | None
    melds: list[list[FrameMeld]]
    finish: list[FrameMeld] | None
    stock: int | None
    lucky: str | None
    over: bool
    narration: str
    narration_template: str
    narration_parameters: dict[str, Any]
