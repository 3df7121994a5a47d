"""Sessions in an order in which somebody can go on reading: those that there are, then whatever changes.

First come the sessions that were opened until the reading began, oldest first; then the audit log is followed from there on,
and a session comes again after every line about it or one of its hands.  So a reader who keeps the cursor of the last line
misses nothing that was recorded, amended, ruled, filed or made public since, and no session is looked at for it that did
not change.
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

PAGE = 1000  # keys of sessions, or lines of the log, read at a time
MARGIN = timedelta(seconds=1)  # between a line's time and its number
ELSEWHERE = ("hand confirmed", "hand transcribed", "dispute raised")  # the record stays what it is


class CursorError(ValueError):
    """A cursor that was made up."""


class Cursor(NamedTuple):
    """How far somebody has read."""

    line: int  # of the audit log; what changed until then was told
    until: datetime | None = None  # of the sessions opened until then …
    opened: datetime | None = None  # … those opened until then were told;
    session: UUID | None = None  # among those of that moment, until this one
    position: int = 0  # of a hand, if more hands of that session are to come

    def __str__(self) -> str:
        said = [self.line, _moment(self.until), _moment(self.opened), str(self.session or ""), self.position]  # fmt: skip
        return urlsafe_b64encode(json.dumps(said, separators=(",", ":")).encode()).decode()

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """The cursor that was written so.  Raises CursorError for anything else."""
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
            raise CursorError("This is no cursor of a line that was given here.") from error


class Told(NamedTuple):
    """A session to be told, and where its reader is afterwards."""

    session: UUID
    hands: int
    within: Cursor  # with the position of a hand: after that one
    cursor: Cursor  # after all of it
    after: int = 0  # the hands until this position were told


def followed(
    sessions: QuerySet[Session], club: UUID, after: Cursor | None = None
) -> Iterator[Told]:
    """The sessions of a club in that order, read as they are asked for."""
    settled = _settled()  # before anything is read
    if after is None:
        after = Cursor(_last_line(club, settled), until=timezone.now())
    if after.until is not None:
        yield from _opened(sessions, after)
        after = Cursor(after.line)
    yield from _changed(sessions, club, after, settled)


def _opened(sessions: QuerySet[Session], after: Cursor) -> Iterator[Told]:
    found = sessions.filter(created_at__lte=after.until).order_by("created_at", "pk")
    while page := list(
        _later(found, after).values_list("created_at", "pk", "result__hands")[:PAGE]
    ):
        for place, (opened, session, hands) in enumerate(page, 1):
            told = after.position if session == after.session else 0
            after = after._replace(opened=opened, session=session, position=0)
            is_last = place == len(page) < PAGE
            behind = Cursor(after.line) if is_last else after
            yield Told(session, hands or 0, after, behind, told)


def _later(sessions: QuerySet[Session], after: Cursor) -> QuerySet[Session]:
    """Those behind the cursor, and the one it points into."""
    if after.opened is None:
        return sessions
    same = Q(pk__gte=after.session) if after.position else Q(pk__gt=after.session)
    behind = Q(created_at__gt=after.opened) | (Q(created_at=after.opened) & same)
    return sessions.filter(behind, created_at__gte=after.opened)


def _changed(
    sessions: QuerySet[Session], club: UUID, after: Cursor, settled: datetime
) -> Iterator[Told]:
    log = AuditEntry.objects.filter(club=club).order_by("pk")
    if after.position:  # of the session of this very line there is more to tell
        began = _sessions_of(log.filter(pk=after.line))
        yield from (told._replace(after=after.position) for told in _seen(sessions, began))
    line = after.line
    while page := list(takewhile(lambda entry: entry.at < settled, log.filter(pk__gt=line)[:PAGE])):
        yield from _seen(sessions, _sessions_of(page))
        line = page[-1].pk


def _sessions_of(entries: Iterable[AuditEntry]) -> dict[UUID, int]:
    """The sessions whose record these lines are about, each with the last of its lines, in the order of these."""
    entries = [entry for entry in entries if entry.act not in ELSEWHERE]
    hands = {
        entry.pk: entry.subject if entry.kind == "hand" else entry.details["hand"]
        for entry in entries
        if entry.kind == "hand" or (entry.kind == "dispute" and "hand" in entry.details)
    }
    of_hands = dict(Hand.objects.filter(pk__in=set(hands.values())).values_list("pk", "session"))
    found: dict[UUID, int] = {}
    for entry in entries:
        session = of_hands.get(UUID(hands[entry.pk])) if entry.pk in hands else None
        if entry.kind == "session":
            session = UUID(entry.subject)
        if session is not None:
            found.pop(session, None)
            found[session] = entry.pk
    return found


def _seen(sessions: QuerySet[Session], lines: dict[UUID, int]) -> Iterator[Told]:
    hands = dict(sessions.filter(pk__in=lines).order_by().values_list("pk", "result__hands"))
    for session, line in lines.items():
        if session in hands:
            yield Told(session, hands[session] or 0, Cursor(line), Cursor(line))


def _last_line(club: UUID, settled: datetime) -> int:
    log = AuditEntry.objects.filter(club=club, at__lt=settled).order_by("-pk")
    return log.values_list("pk", flat=True).first() or 0


def _settled() -> datetime:
    """The moment before which every line of the log can be seen.

    Somebody who still writes may commit lines with lower numbers than those that are there; SQLite's writers take turns.
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
    return now if since is None else min(now, since - MARGIN)


def batches(told: Iterable[Told], *, most: int) -> Iterator[Sequence[Told]]:
    """Some sessions at a time, with no more hands together than that, unless one alone has more."""
    waiting: list[Told] = []
    hands = 0
    for one in told:
        if (waiting and hands + one.hands > most) or len(waiting) == most:
            yield waiting
            waiting, hands = [], 0
        waiting.append(one)
        hands += one.hands
    if waiting:
        yield waiting


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
