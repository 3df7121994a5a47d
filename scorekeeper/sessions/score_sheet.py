"""What a session's score sheet says: who led, what each hand brought, where everybody stands."""

import uuid
from dataclasses import dataclass
from typing import Any, cast

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, record_parts
from scorekeeper.models import Hand, Result, Session
from scorekeeper.sessions import document as session_document

Number = int | float | None


@dataclass(frozen=True, kw_only=True)
class Place:
    """A seat at the table and who sits in it."""

    number: int
    player: uuid.UUID
    name: str


@dataclass(frozen=True, kw_only=True)
class Line:
    """One hand on the sheet."""

    hand: uuid.UUID
    position: int  # in the session; a void hand has one too
    number: int  # as the players count
    status: str
    leader: int | None  # the seat that made the first play, where it is written
    first_out: int | None  # the seat that went out first
    annulled: bool
    points: tuple[Number, ...]  # by seat; None where the record does not prove them
    adjustments: tuple[Number, ...]  # by seat: what a referee gave or took; None where nothing
    totals: tuple[Number, ...] | None  # after this hand, adjustments included
    illegal: int  # plays
    unproven: int
    note: str


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A session's score sheet."""

    seats: tuple[Place, ...]
    lines: tuple[Line, ...]
    totals: tuple[Number, ...] | None
    over: bool
    winners: tuple[int, ...]


def sheet_of(session: Session, person: Person) -> Sheet:
    """The score sheet as this person may see it."""
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    result = Result.objects.get(session=session)
    return Sheet(
        seats=tuple(Place(**seated._asdict()) for seated in session_document.seated_at(session)),
        lines=tuple(_line(hand, session, person) for hand in hands),
        totals=_row(result.totals),
        over=result.over,
        winners=tuple(result.winners),
    )


def _line(hand: Hand, session: Session, person: Person) -> Line:
    hand.session = session  # known already
    seen = hidden_cards.shown(hand, person)
    events = cast(list[record_parts.Keys], seen.answer.get("events") or [])
    verdicts = [event["verdict"] for event in events]
    played = (event["seat"] for event in events if event.get("combination"))
    places = cast("list[int]", seen.answer.get("places") or [])
    return Line(
        hand=hand.pk,
        position=hand.position,
        number=cast(int, seen.answer["number"]),
        status=hand.adjudication.status,
        leader=cast("int | None", next(played, None)),
        first_out=places.index(1) + 1 if 1 in places else None,
        annulled="annulled" in seen.answer,
        points=_row(seen.answer["points"]) or (None,) * len(session.head.content["players"]),
        adjustments=_adjusted(hand, seats=len(session.head.content["players"])),
        totals=_row(hand.adjudication.carried_out.get("totals")),
        illegal=verdicts.count("illegal"),
        unproven=verdicts.count("unproven"),
        note=str(seen.sheet.get("note") or ""),
    )


def _adjusted(hand: Hand, *, seats: int) -> tuple[Number, ...]:
    given: list[Number] = [None] * seats
    for row in cast("list[dict[str, Any]]", hand.head.content.get("adjustments") or []):
        given[row["seat"] - 1] = (given[row["seat"] - 1] or 0) + row["points"]
    return tuple(given)


def _row(values: object) -> tuple[Number, ...] | None:
    return tuple(cast(list[Number], values)) if values is not None else None
