"""A session's score sheet: leader, points and totals, hand by hand."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import referee
from referee.spreadsheets.points import FROM_SHEET, ONLY_POINTS
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.models import Decision, Hand, Result, Session
from scorekeeper.sessions import document
from scorekeeper.sessions.document import SeatedPlayer

Number = int | float | None


@dataclass(frozen=True, kw_only=True)
class ScoreSheetLine:
    """One hand of the score sheet."""

    hand: uuid.UUID
    position: int  # in the session, void hands included
    number: int  # as the players count, without void hands; the position if only points are known
    status: str
    only_points: bool  # whether only the points are known, which are the adjustments
    leader: int | None  # the seat that made the first play, if recorded
    first_out: int | None  # the seat that went out first
    annulled: bool
    points: tuple[Number, ...]  # by seat; None if the record does not prove them
    adjustments: tuple[Number, ...]  # by seat, by human referees; None if there is none
    from_sheet: tuple[Number, ...]  # of the adjustments, those that are the hand's only points
    ruled: bool  # whether a ruling made the adjustments
    cards_left: tuple[Number, ...] | None  # by seat; None of a seat: nobody knows it
    totals: tuple[Number, ...] | None  # after this hand, adjustments included
    illegal: int  # plays
    unproven: int
    note: str


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """A session's score sheet."""

    seats: tuple[SeatedPlayer, ...]
    lines: tuple[ScoreSheetLine, ...]
    totals: tuple[Number, ...] | None
    over: bool
    winners: tuple[int, ...]


def build_score_sheet(session: Session, person: Person) -> ScoreSheet:
    """Build the score sheet as this person may see it."""
    hands = session.hands.select_related("head", "adjudication").order_by("position")
    result = Result.objects.get(session=session)
    return ScoreSheet(
        seats=tuple(document.players_at(session)),
        lines=tuple(_line(hand, session, person) for hand in hands),
        totals=_tuple(result.totals),
        over=result.over,
        winners=tuple(result.winners),
    )


def places(totals: Sequence[Number], *, lowest: bool) -> list[int | None]:
    """Return the place of each total, equal ones sharing the better one; nobody has a place while a total is unproven.

    >>> places([5, 9, 9, 1], lowest=False)
    [3, 1, 1, 4]
    """
    proved = [total for total in totals if total is not None]
    if len(proved) < len(totals):
        return [None] * len(totals)
    order = sorted(proved, reverse=not lowest)
    return [order.index(total) + 1 for total in proved]


def _line(hand: Hand, session: Session, person: Person) -> ScoreSheetLine:
    hand.session = session  # avoids a query
    visible = hidden_cards.visible_hand(hand, person)
    events = cast(list[referee.JsonObject], visible.answer.get("events") or [])
    verdicts = [event["verdict"] for event in events]
    played = (event["seat"] for event in events if event.get("combination"))
    places = cast("list[int]", visible.answer.get("places") or [])
    only_points = visible.answer.get("void") == ONLY_POINTS
    seats = len(session.head.content["players"])
    given = cast("list[dict[str, Any]]", visible.record.get("adjustments") or [])
    of_sheet = [row for row in given if row.get("reason") == FROM_SHEET]
    return ScoreSheetLine(
        hand=hand.pk,
        position=hand.position,
        number=hand.position if only_points else cast(int, visible.answer["number"]),
        status=hand.adjudication.status,
        only_points=only_points,
        leader=cast("int | None", next(played, None)),
        first_out=places.index(1) + 1 if 1 in places else None,
        annulled="annulled" in visible.answer,
        points=_tuple(visible.answer["points"]) or (None,) * seats,
        adjustments=_by_seat(given, seats=seats),
        from_sheet=_by_seat(of_sheet, seats=seats) if only_points else (),
        ruled=_is_ruled(hand),
        cards_left=_tuple(visible.answer.get("cards_left")),
        totals=_tuple(hand.adjudication.carried_out.get("totals")),
        illegal=verdicts.count("illegal"),
        unproven=verdicts.count("unproven"),
        note=str(visible.record.get("note") or ""),
    )


def _by_seat(given: Iterable[Mapping[str, Any]], *, seats: int) -> tuple[Number, ...]:
    sums: list[Number] = [None] * seats
    for row in given:
        sums[row["seat"] - 1] = (sums[row["seat"] - 1] or 0) + row["points"]
    return tuple(sums)


def _is_ruled(hand: Hand) -> bool:
    rulings = cast("list[dict[str, Any]]", hand.head.content.get("rulings") or [])
    return any(row.get("decision") == Decision.ADJUSTMENT for row in rulings)


def _tuple(values: object) -> tuple[Number, ...] | None:
    return tuple(cast(list[Number], values)) if values is not None else None
