"""Scores as rows for a spreadsheet, written as CSV."""

import csv
import uuid
from collections.abc import Iterable, Iterator
from datetime import date
from io import StringIO

from django.db.models import QuerySet

from scorekeeper import access
from scorekeeper.access import Person
from scorekeeper.adjudication.hidden_cards import UNFINISHED
from scorekeeper.models import Hand, Score, Season, Session
from scorekeeper.sessions import score_sheet

Cell = str | int | float | date | uuid.UUID | None

SEASON_COLUMNS = (
    "date", "event", "round", "table", "variant", "hand", "status", "player", "seat", "points", "adjustments",
    "place", "cards left", "session",
)  # fmt: skip
CHUNK = 200  # hands read at a time

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def session_rows(session: Session, person: Person) -> Iterator[list[Cell]]:
    """A session's score sheet as this person may see it, a row a hand: what each brought, what a referee gave or took
    (only where there was such a thing), and where everybody stands.
    """
    sheet = score_sheet.sheet_of(session, person)
    names = [place.name for place in sheet.seats]
    nothing = (None,) * len(names)
    adjusted = [f"{name} (adjusted)" for name in names]
    if all(line.adjustments == nothing for line in sheet.lines):
        adjusted = []
    yield ["hand", "status", *names, *adjusted, *(f"{name} (total)" for name in names), "note"]
    for line in sheet.lines:
        status = "annulled" if line.annulled else line.status
        given = line.adjustments if adjusted else ()
        yield [line.number, status, *line.points, *given, *(line.totals or nothing), line.note]


def season_rows(season: Season, person: Person) -> Iterator[list[Cell]]:
    """Every hand of a season's sessions that this person may see, a row a player, read as it is asked for."""
    yield [*SEASON_COLUMNS]
    for hand in _hands(season, person).iterator(chunk_size=CHUNK):
        for score in hand.scores.all():
            yield score_row(hand, score)


def written(rows: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """The rows as lines of CSV (RFC 4180), in which no text is taken for a formula.

    >>> list(written([["=1+1", -5, 2.0, None]]))
    ["'=1+1,-5,2,\\r\\n"]
    """
    for row in rows:
        line = StringIO()
        csv.writer(line).writerow(map(_safe, row))
        yield line.getvalue()


def _safe(cell: Cell) -> str | int | float:
    """Numbers stay numbers; an apostrophe tells the spreadsheet that the rest is text."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if isinstance(cell, int | float):
        return cell
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _hands(season: Season, person: Person) -> QuerySet[Hand]:
    seen = access.sessions_seen_by(person).filter(season=season)
    hands = Hand.objects.filter(session__in=seen.values("pk"), adjudication__isnull=False)
    return (
        hands.select_related("session", "head", "adjudication")
        .defer("adjudication__answer", "adjudication__carried_out", "head__text")
        .prefetch_related("scores__player")
        .order_by("session__played_on", "session__created_at", "session", "position")
    )


def score_row(hand: Hand, score: Score) -> list[Cell]:
    """What is proved of a hand that goes on might come from cards that are not shown yet, so it stays empty."""
    session, judged = hand.session, hand.adjudication
    ended = judged.status != UNFINISHED
    return [
        session.played_on,
        session.event,
        session.round,
        session.table,
        session.variant,
        judged.carried_in["number"],
        "annulled" if "annulled" in hand.head.content else judged.status,
        score.player.name,
        score.seat,
        score.points if ended else None,
        _adjusted(hand, score.seat),
        score.place if ended else None,
        score.cards_left if ended else None,
        session.pk,
    ]


def _adjusted(hand: Hand, seat: int) -> Cell:
    """What human referees gave and took, if anything."""
    given = [
        adjustment["points"]
        for adjustment in hand.head.content.get("adjustments") or []
        if adjustment["seat"] == seat
    ]
    return sum(given) if given else None
