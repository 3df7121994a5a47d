"""Cursors of resumable exports: first all existing sessions, then those that changed.

A stream starts with the sessions created before reading began, oldest first.  Then it follows the audit log: a session
is sent again after each log line about it or one of its hands.  A reader who stores the cursor of the last line received
misses no change, and unchanged sessions are not read again.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from scorekeeper.models import AuditEntry, Hand, Session

PAGE_SIZE = 1000  # session keys or log lines per query
CLOCK_MARGIN = timedelta(seconds=1)  # a line's time is set shortly before its number
# Acts of the audit log that do not change the record.
IRRELEVANT_ACTS = ("hand confirmed", "hand transcribed", "dispute raised")


class CursorError(ValueError):
    """The text is not a cursor written by this service."""


class ExportCursor(NamedTuple):
    """A reader's place in the stream."""

    line: int  # of the audit log; changes up to this line were sent
    opened_until: datetime | None = None  # None: the existing sessions were all sent
    last_opened: datetime | None = None  # creation time of the last session sent
    last_session: UUID | None = None  # id of the last session sent
    position: int = 0  # of the last hand sent, if more hands of that session follow

    def __str__(self) -> str:
        values = [
            self.line,
            _format_time(self.opened_until),
            _format_time(self.last_opened),
            str(self.last_session or ""),
            self.position,
        ]
        return urlsafe_b64encode(json.dumps(values, separators=(",", ":")).encode()).decode()

    @classmethod
    def parse(cls, text: str) -> "ExportCursor":
        """Parse a cursor written by ``str(cursor)``.  Raises CursorError."""
        try:
            line, until, opened, session, position = json.loads(urlsafe_b64decode(text.encode()))
            return cls(
                int(line),
                datetime.fromisoformat(until) if until else None,
                datetime.fromisoformat(opened) if opened else None,
                UUID(session) if session else None,
                int(position),
            )
        except (ValueError, TypeError, RecursionError) as error:
            raise CursorError("This is not the cursor of a line of an export.") from error


class StreamItem(NamedTuple):
    """A session to send, with the cursors of its lines."""

    session: UUID
    hands: int
    cursor_within: ExportCursor  # a hand's cursor, once its position is set
    cursor: ExportCursor  # after the whole session
    after_position: int = 0  # hands up to this position were sent before


def stream_items(
    sessions: QuerySet[Session],
    club: UUID,
    after: ExportCursor | None = None,
    *,
    limit: int | None = None,
) -> Iterator[StreamItem]:
    """Yield the club's sessions from a cursor on, or from the start if it is None; read lazily.

    ``limit`` is the number of sessions that will be taken at most, if there is one: not many more are read.
    """
    page_size = min(limit or PAGE_SIZE, PAGE_SIZE)
    complete_before = _complete_before()  # before anything is read
    if after is None:
        after = ExportCursor(_last_line(club, complete_before), opened_until=timezone.now())
    if after.opened_until is not None:
        yield from _existing_sessions(sessions, after, page_size)
        after = ExportCursor(after.line)
    yield from _changed_sessions(sessions, club, after, complete_before, page_size)


def _existing_sessions(
    sessions: QuerySet[Session], after: ExportCursor, page_size: int
) -> Iterator[StreamItem]:
    created_before = sessions.filter(created_at__lte=after.opened_until).order_by(
        "created_at", "pk"
    )
    while page := list(
        _from_cursor(created_before, after).values_list("created_at", "pk", "result__hands")[
            :page_size
        ]
    ):
        for place, (opened, session, hands) in enumerate(page, 1):
            after_position = after.position if session == after.last_session else 0
            after = after._replace(last_opened=opened, last_session=session, position=0)
            is_last = place == len(page) < page_size
            behind = ExportCursor(after.line) if is_last else after
            yield StreamItem(session, hands or 0, after, behind, after_position)


def _from_cursor(sessions: QuerySet[Session], after: ExportCursor) -> QuerySet[Session]:
    """Filter the sessions after the cursor, and the session that it points into."""
    if after.last_opened is None:
        return sessions
    same = Q(pk__gte=after.last_session) if after.position else Q(pk__gt=after.last_session)
    behind = Q(created_at__gt=after.last_opened) | (Q(created_at=after.last_opened) & same)
    return sessions.filter(behind, created_at__gte=after.last_opened)


def _changed_sessions(
    sessions: QuerySet[Session],
    club: UUID,
    after: ExportCursor,
    complete_before: datetime,
    page_size: int,
) -> Iterator[StreamItem]:
    log = AuditEntry.objects.filter(club=club).order_by("pk")
    if after.position:  # more hands follow of this line's session
        interrupted = _sessions_of(log.filter(pk=after.line))
        yield from (
            item._replace(after_position=after.position)
            for item in _visible_items(sessions, interrupted)
        )
    line = after.line
    while page := list(
        takewhile(lambda entry: entry.at < complete_before, log.filter(pk__gt=line)[:page_size])
    ):
        yield from _visible_items(sessions, _sessions_of(page))
        line = page[-1].pk


def _sessions_of(entries: Iterable[AuditEntry]) -> dict[UUID, int]:
    """Map the sessions that these log lines change to the last line of each, in the order of those lines."""
    entries = [entry for entry in entries if entry.act not in IRRELEVANT_ACTS]
    hands = {
        entry.pk: entry.subject if entry.kind == "hand" else entry.details["hand"]
        for entry in entries
        if entry.kind == "hand" or (entry.kind == "dispute" and "hand" in entry.details)
    }
    of_hands = dict(Hand.objects.filter(pk__in=set(hands.values())).values_list("pk", "session"))
    lines: dict[UUID, int] = {}
    for entry in entries:
        session = of_hands.get(UUID(hands[entry.pk])) if entry.pk in hands else None
        if entry.kind == "session":
            session = UUID(entry.subject)
        if session is not None:
            lines.pop(session, None)
            lines[session] = entry.pk
    return lines


def _visible_items(sessions: QuerySet[Session], lines: dict[UUID, int]) -> Iterator[StreamItem]:
    hands = dict(sessions.filter(pk__in=lines).order_by().values_list("pk", "result__hands"))
    for session, line in lines.items():
        if session in hands:
            yield StreamItem(session, hands[session] or 0, ExportCursor(line), ExportCursor(line))


def last_complete_line(club: UUID) -> int:
    """Return the last line of the club's audit log before which no other is still to be committed; 0 if there is none."""
    return _last_line(club, _complete_before())


def _last_line(club: UUID, complete_before: datetime) -> int:
    log = AuditEntry.objects.filter(club=club, at__lt=complete_before).order_by("-pk")
    return log.values_list("pk", flat=True).first() or 0


def _complete_before() -> datetime:
    """Return the time before which every line of the log is committed.

    On PostgreSQL, open transactions may still commit lines with lower numbers than committed ones.  SQLite has one
    writer at a time.
    """
    now = timezone.now()
    if connection.vendor != "postgresql":
        return now
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()"
        )
        (since,) = cursor.fetchone()
    return now if since is None else min(now, since - CLOCK_MARGIN)


def batched(items: Iterable[StreamItem], *, max_hands: int) -> Iterator[Sequence[StreamItem]]:
    """Group the items so that a group has at most ``max_hands`` hands, unless a single session has more."""
    waiting: list[StreamItem] = []
    hands = 0
    for item in items:
        if (waiting and hands + item.hands > max_hands) or len(waiting) == max_hands:
            yield waiting
            waiting, hands = [], 0
        waiting.append(item)
        hands += item.hands
    if waiting:
        yield waiting


def _format_time(at: datetime | None) -> str:
    return at.isoformat() if at else ""
