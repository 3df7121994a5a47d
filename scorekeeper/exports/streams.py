"""Streams of records, hands and scores, one per line; only a few sessions are in memory at a time."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.exports import csv_files
from scorekeeper.exports.csv_files import SEASON_COLUMNS, Cell
from scorekeeper.exports.cursor import ExportCursor, StreamItem, batched
from scorekeeper.exports.headings import headings
from scorekeeper.models import Hand, Session
from scorekeeper.sessions import document
from scorekeeper.sessions.document import SeatedPlayer

MAX_HANDS = 200  # in memory at a time, unless a single session has more
COLUMNS = (*SEASON_COLUMNS, "hand id", "cursor")

# Columns that neither records nor spreadsheet rows need.
_JUDGED = ("adjudication__answer", "adjudication__carried_out")


class SessionRecordLine(NamedTuple):
    """A session with those of its hands that are to be sent."""

    session: Session
    seats: Sequence[SeatedPlayer]
    hands: Sequence[Hand]
    cursor_within: ExportCursor
    cursor: ExportCursor  # after the last hand

    def cursors(self) -> Iterator[tuple[Hand, ExportCursor]]:
        """Yield each hand with the cursor after it."""
        for hand in self.hands[:-1]:
            yield hand, self.cursor_within._replace(position=hand.position)
        yield from ((hand, self.cursor) for hand in self.hands[-1:])


def record_lines(
    items: Iterable[StreamItem], person: Person, *, limit: int | None
) -> Iterator[str]:
    """Yield each session as a session record, with its id and the cursor after it."""
    hands = Hand.objects.select_related("head", "adjudication").defer(*_JUDGED)
    whole_sessions = (item._replace(after_position=0) for item in islice(items, limit))
    for line in session_lines(whole_sessions, hands):
        names = (seated.name for seated in line.seats)
        record = document.build_record(line.session, line.hands, names, person=person)
        ids = {"session": str(line.session.pk), "cursor": str(line.cursor)}
        yield _format_line({**record, **ids})


def hand_lines(items: Iterable[StreamItem], person: Person, *, limit: int | None) -> Iterator[str]:
    """Yield each hand with its session, its record and its adjudication."""
    hands = Hand.objects.select_related("head", "adjudication")
    lines = (
        _format_line({**_session_keys(line), **_hand_keys(hand, person), "cursor": str(cursor)})
        for line in session_lines(items, hands, limit)
        for hand, cursor in line.cursors()
    )
    return islice(lines, limit)


def score_rows(items: Iterable[StreamItem], *, limit: int | None) -> Iterator[list[Cell]]:
    """Yield each hand as spreadsheet rows, one per player; a hand's last row has the cursor."""
    hands = Hand.objects.select_related("head", "adjudication").defer(*_JUDGED, "head__text")
    hands_with_cursors = (
        (hand, cursor)
        for line in session_lines(items, hands.prefetch_related("scores__player"), limit)
        for hand, cursor in line.cursors()
    )
    yield [*headings(COLUMNS)]
    for hand, cursor in islice(hands_with_cursors, limit):
        rows = [csv_files.score_row(hand, score) for score in hand.scores.all()]
        for row in rows[:-1]:
            yield [*row, hand.pk, None]
        yield from ([*row, hand.pk, str(cursor)] for row in rows[-1:])


def session_lines(
    items: Iterable[StreamItem], hands: QuerySet[Hand], limit: int | None = None
) -> Iterator[SessionRecordLine]:
    """Yield sessions with those of these hands that are to be sent; with a limit, not many more hands are read."""
    for batch in batched(items, max_hands=min(limit or MAX_HANDS, MAX_HANDS)):
        yield from _read(batch, hands)


def _read(batch: Sequence[StreamItem], hands: QuerySet[Hand]) -> Iterator[SessionRecordLine]:
    """Load a batch of sessions with their hands, in a constant number of queries."""
    ids = {item.session for item in batch}
    sessions = Session.objects.select_related("head", "season").in_bulk(ids)
    club = next((session.club_id for session in sessions.values()), None)
    seated = document.players_in(club, ids) if club else {}
    played: defaultdict[UUID, list[Hand]] = defaultdict(list)
    for hand in hands.filter(session__in=ids).order_by("session_id", "position"):
        hand.session = sessions[hand.session_id]  # avoids a query per hand
        played[hand.session_id].append(hand)
    for item in batch:
        later = [hand for hand in played[item.session] if hand.position > item.after_position]
        seats = seated[item.session]
        yield SessionRecordLine(
            sessions[item.session], seats, later, item.cursor_within, item.cursor
        )


def _session_keys(line: SessionRecordLine) -> dict[str, Any]:
    """Return the keys that all hands of a session share."""
    session = line.session
    return {
        "session": str(session.pk),
        "season": session.season.name if session.season else None,
        "variant": session.variant,
        "house_rules": session.head.content.get("house_rules") or {},
        "played_on": session.played_on.isoformat() if session.played_on else None,
        **{name: getattr(session, name) or None for name in ("place", "event", "round", "table")},
        "players": [
            {"seat": seated.number, "player": str(seated.player), "name": seated.name}
            for seated in line.seats
        ],
    }


def _hand_keys(hand: Hand, person: Person) -> dict[str, Any]:
    visible = hidden_cards.visible_hand(hand, person)
    return {
        "hand": str(hand.pk),
        "position": hand.position,
        "revision": {"number": hand.head.number, "digest": hand.head.digest},
        "record": visible.record,
        "adjudication": visible.answer,
        "hides_cards": visible.hides,
    }


def _format_line(keys: dict[str, Any]) -> str:
    return json.dumps(keys, separators=(",", ":"), allow_nan=False) + "\n"
