"""Scores as CSV for spreadsheets."""

import csv
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from io import StringIO

from scorekeeper import access
from scorekeeper.access import Person
from scorekeeper.adjudication import judging
from scorekeeper.exports import headings
from scorekeeper.models import Hand, Score, Season, Separator, Session
from scorekeeper.models.adjudications import FINISHED, UNFINISHED, VOID
from scorekeeper.sessions import score_sheet
from scorekeeper.sessions.score_sheet import ScoreSheetLine

Cell = str | int | float | date | uuid.UUID | None

SEASON_COLUMNS = (
    "date",
    "event",
    "round",
    "table",
    "variant",
    "hand",
    "status",
    "player",
    "seat",
    "points",
    "adjustments",
    "place",
    "cards left",
    "session",
)
BYTE_ORDER_MARK = "\ufeff"  # makes Excel read UTF-8
CHUNK = 200  # hands in memory at a time, unless a single session has more

_FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "\t",
    "\r",
    "\n",
    "＝",
    "＋",
    "－",
    "＠",
)  # spreadsheets fold wide signs


CARRIED = "carried"  # instead of the status of a hand, by which an import knows the row
_DELIMITERS = {Separator.COMMA: ",", Separator.SEMICOLON: ";"}


def session_rows(session: Session, person: Person) -> Iterator[list[Cell]]:
    """Yield a session's score sheet as this person may see it, one row per hand.

    A row has each player's points, adjustments (only if the session has any) and running total, and by what an import knows the
    session: its day, if it has one, its game and its id.  Where the points of a hand cannot be proved, its row has the cards left,
    too.  A session that begins with other totals than zero has a row with them before all hands.
    """
    sheet = score_sheet.build_score_sheet(session, person)
    names = [place.name for place in sheet.seats]
    nothing = (None,) * len(names)
    adjusted = [*map(headings.adjusted, names)]
    if all(line.adjustments == nothing for line in sheet.lines):
        adjusted = []
    left = [*map(headings.left, names)] if any(map(_has_open_points, sheet.lines)) else []
    totals, day = [*map(headings.total, names)], [*filter(None, [session.played_on])]
    beside = ["note", *(["date"] if day else []), "variant", "session"]
    yield [
        *headings.headings(["hand", "status"]),
        *names,
        *adjusted,
        *left,
        *totals,
        *headings.headings(beside),
    ]
    beginning = judging.first_carry(session)
    if any(beginning.totals or ()):
        blank = [None] * (len(names) + len(adjusted) + len(left))
        number = beginning.number - 1 or None
        of_session = [None, *day, session.variant, session.pk]
        yield [number, CARRIED, *blank, *(beginning.totals or ()), *of_session]
    for line in sheet.lines:
        status = "annulled" if line.annulled else line.status
        adjustments = line.adjustments if adjusted else ()
        counts = (_has_open_points(line) and line.cards_left) or nothing
        yield [
            line.number,
            status,
            *line.points,
            *adjustments,
            *(counts if left else ()),
            *(line.totals or nothing),
            line.note,
            *day,
            session.variant,
            session.pk,
        ]


def _has_open_points(line: ScoreSheetLine) -> bool:
    is_counted = line.status == FINISHED and not line.annulled and line.cards_left is not None
    return is_counted and None in line.points


def season_rows(season: Season, person: Person) -> Iterator[list[Cell]]:
    """Yield the hands of a season that this person may see, one row per hand and player.

    Some sessions are read at a time, and nothing is open in the database between two rows.
    """
    yield [*headings.headings(SEASON_COLUMNS)]
    sessions = access.sessions_seen_by(person).filter(season=season)
    in_order = sessions.order_by("played_on", "created_at", "pk")
    for ids in _batches(in_order.values_list("pk", "result__hands")):
        for hand in _hands(ids):
            for score in hand.scores.all():
                yield score_row(hand, score)


def _batches(sessions: Iterable[tuple[uuid.UUID, int | None]]) -> Iterator[list[uuid.UUID]]:
    """Divide sessions, given with the number of their hands, into pieces of at most ``CHUNK`` hands or a single session."""
    ids: list[uuid.UUID] = []
    waiting = 0
    for pk, hands in sessions:
        if ids and waiting + (hands or 1) > CHUNK:
            yield ids
            ids, waiting = [], 0
        ids.append(pk)
        waiting += hands or 1
    if ids:
        yield ids


def to_csv(rows: Iterable[Iterable[Cell]], separator: Separator = Separator.COMMA) -> Iterator[str]:
    """Yield a CSV file (RFC 4180) line by line, escaped so that spreadsheets do not read text as formulas.

    The first line begins with a byte order mark.

    >>> "".join(to_csv([["=1+1", -5, 2.0, None]]))
    "\\ufeff'=1+1,-5,2,\\r\\n"
    >>> "".join(to_csv([["a,b", -2.5]], Separator.SEMICOLON))
    '\\ufeffa,b;-2,5\\r\\n'
    """
    lines = (_to_line(row, separator) for row in rows)
    yield BYTE_ORDER_MARK + next(lines, "")
    yield from lines


def _to_line(row: Iterable[Cell], separator: Separator) -> str:
    line = StringIO()
    cells = (_to_cell(cell, separator) for cell in row)
    csv.writer(line, delimiter=_DELIMITERS[separator]).writerow(cells)
    return line.getvalue()


def _to_cell(cell: Cell, separator: Separator) -> str | int | float:
    """Return numbers as they are and text with an apostrophe before what looks like a formula."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if isinstance(cell, float) and separator == Separator.SEMICOLON:
        return str(cell).replace(".", ",")
    if isinstance(cell, int | float):
        return cell
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _hands(sessions: Sequence[uuid.UUID]) -> Iterator[Hand]:
    """Yield the hands of these sessions in their order; all are read before the first is yielded."""
    hands = Hand.objects.filter(session__in=sessions, adjudication__isnull=False)
    rows = (
        hands.select_related("session", "head", "adjudication")
        .defer("adjudication__answer", "adjudication__carried_out", "head__text")
        .prefetch_related("scores__player")
    )
    place = {pk: number for number, pk in enumerate(sessions)}
    yield from sorted(rows, key=lambda hand: (place[hand.session_id], hand.position))


def score_row(hand: Hand, score: Score) -> list[Cell]:
    """Return a player's row of a hand.

    Points of an unfinished hand stay empty, because they could reveal hidden cards; a void or annulled hand has no result.
    """
    session, judged = hand.session, hand.adjudication
    is_annulled = "annulled" in hand.head.content
    has_result = judged.status not in {UNFINISHED, VOID} and not is_annulled
    return [
        session.played_on,
        session.event,
        session.round,
        session.table,
        session.variant,
        judged.carried_in["number"],
        "annulled" if is_annulled else judged.status,
        score.player.name,
        score.seat,
        score.points if has_result else None,
        adjusted_points(hand, score.seat),
        score.place if has_result else None,
        score.cards_left if has_result else None,
        session.pk,
    ]


def adjusted_points(hand: Hand, seat: int) -> Cell:
    """Return the sum of the seat's adjustments by human referees, or None if there are none."""
    adjustments = [
        adjustment["points"]
        for adjustment in hand.head.content.get("adjustments") or []
        if adjustment["seat"] == seat
    ]
    return sum(adjustments) if adjustments else None
