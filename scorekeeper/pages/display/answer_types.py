"""The shapes of what the referee answers, as far as pages draw it (contract §3)."""

from typing import Any, TypedDict


class Event(TypedDict, total=False):
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


class Line(TypedDict, total=False):
    """Where a seat's points come from."""

    seat: int
    points: float
    reason: str
    rule: str
    template: str
    parameters: dict[str, Any]


class HandAnswer(TypedDict, total=False):
    """The referee on one hand."""

    number: int
    status: str
    events: list[Event]
    places: list[int] | None
    cards_left: list[int | None] | None
    points: list[float | None] | None
    lines: list[Line]
    void: str
    annulled: str
    adjustments: list[dict[str, Any]]
    rulings: list[dict[str, Any]]


class OnTable(TypedDict):
    """A play of the trick that is going on; no cards for a pass."""

    event: int
    seat: int | None
    cards: list[str] | None


class Standing(TypedDict):
    """What is to be beaten."""

    seat: int | None
    cards: list[str]
    combination: str | None


class Meld(TypedDict):
    """Cards that score together."""

    cards: list[str]
    meld: str | None
    exposed: bool
    points: int


class Frame(TypedDict, total=False):
    """The table after one event; frame 0 is the start."""

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
    standing: Standing | None
    on_table: list[OnTable]
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
    melds: list[list[Meld]]
    finish: list[Meld] | None
    stock: int | None
    lucky: str | None
    over: bool
    narration: str
    narration_template: str
    narration_parameters: dict[str, Any]
