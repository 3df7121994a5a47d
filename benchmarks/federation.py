"""A federation with so many hands in one season: ``python -m benchmarks.federation HANDS PLAYERS`` on DATABASE_URL.

Some evenings are recorded by the service itself.  All others are copies of them, on other days, at other tables and with
other players, every id, digest and chain its own: `manage.py verify_records` and `manage.py check_standings` find nothing
wrong.  The audit log tells of sessions, not of every hand, and no frames are built.  Answers in JSON.
"""

import json
import multiprocessing
import resource
import secrets
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock
from itertools import cycle
from random import Random
from typing import Any
from uuid import uuid4

import django

django.setup()

from django.db import connection, transaction

from benchmarks.copies import Pattern, copy
from benchmarks.evenings import recorded
from benchmarks.originals import Copied, Lines, Original, originals
from scorekeeper.adjudication import record_parts, revisions
from scorekeeper.clubs import memberships
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import (
    AuditEntry,
    Club,
    Player,
    Recount,
    Rerating,
    Season,
    Session,
    SessionRevision,
    Token,
    User,
)
from scorekeeper.sessions import recording
from scorekeeper.standings import recount as standings_recount

PROCESSES = 2
BATCH = 200  # sessions copied at a time
FIRST_DAY, DAYS = date(2026, 1, 1), 365
TABLES = 12


@dataclass(frozen=True)
class Federation:
    """Everybody who plays in it, and what they play for."""

    club: Club
    season: Season
    players: Sequence[Player]
    owner: User
    originals: Sequence[Original]

    def copied(self, number: int, chance: Random, lines: Lines) -> None:
        """Write the session of this number: which evening it is a copy of, when, where and with whom."""
        original = self.originals[number % len(self.originals)]
        day = FIRST_DAY + timedelta(days=chance.randrange(DAYS))
        labels = {
            "played_on": str(day),
            "event": f"Quarter {(day.month + 2) // 3}",
            "round": f"Week {day.isocalendar().week}",
            "table": f"Table {chance.randint(1, TABLES)}",
        }
        seated = chance.sample(self.players, 4)
        begun = datetime.combine(day, clock(19, 30), UTC)
        session = Session(id=uuid4(), club=self.club, season=self.season, created_by=self.owner)
        parts = recording.session_parts({**original.sheet, **labels}, players=seated)
        head = revisions.revise_session(session, parts, revisions.Act(by=self.owner, at=begun))
        session.created_at = begun
        for column, value in record_parts.columns_of({**original.sheet, **labels}).items():
            setattr(session, column, value)
        lines[Session].append(Pattern(session, ()) % ())
        lines[SessionRevision].append(Pattern(head, ()) % ())
        lines[AuditEntry].append(Pattern(self._opened(session, begun, head.digest), ()) % ())
        at = begun.isoformat(timespec="microseconds")
        of = Copied(str(session.pk), at, [str(player.pk) for player in seated])
        original.copy(lines, of, head=head.digest)

    def _opened(self, session: Session, at: datetime, digest: str) -> AuditEntry:
        return AuditEntry(
            club=self.club,
            at=at,
            by=self.owner,
            act="session opened",
            kind="session",
            subject=str(session.pk),
            details={"digest": digest, "season": str(self.season.pk)},
        )


def make(hands: int, players: int, chance: Random) -> dict[str, Any]:
    """A federation with at least so many hands; its ids, its owner's token, and what making it took."""
    start = time.perf_counter()
    founded = _founded(players, chance)
    there, made = len(founded.originals), 0
    sizes = (len(original.hands) for original in cycle(founded.originals))
    sessions = next(
        number for number, size in enumerate(sizes, 1) if (made := made + size) >= hands
    )
    _copy_all(founded, range(there, sessions), chance)
    copied = time.perf_counter() - start
    Recount.objects.create(season=founded.season)
    ids = founded.season.sessions.values_list("pk", flat=True)
    notes = (Rerating(club=founded.club, session_id=pk) for pk in ids)
    Rerating.objects.bulk_create(notes, batch_size=10_000)  # whoever asks for ratings counts them
    standings_recount.refresh(founded.season)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    _, token = Token.objects.create(user=founded.owner)
    return {
        "club": str(founded.club.pk),
        "season": str(founded.season.pk),
        "token": token,
        "hands": made,
        "sessions": max(there, sessions),
        "players": players,
        "copied_in": copied,
        "made_in": time.perf_counter() - start,
        "megabytes": _megabytes(),
    }


def _founded(number: int, chance: Random) -> Federation:
    """The club, its players and the first evenings."""
    owner = User.objects.create_user(f"federation {secrets.token_hex(4)}")
    club, _ = memberships.found_club(f"A federation of {number:,}", by=owner)
    names = (f"Player {place:06}" for place in range(1, number + 1))
    players = Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    season = Season(club=club, name="2026", starts_on=FIRST_DAY)
    club_roster.add(season, by=owner)
    sessions = recorded(season, players[:4], owner, chance)
    return Federation(club, season, players, owner, list(originals(sessions)))


def _copy_all(founded: Federation, numbers: Sequence[int], chance: Random) -> None:
    """Several processes share the sessions; each begins with a connection of its own."""
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    seeds = [chance.random() for _ in batches]
    connection.close()
    forked = multiprocessing.get_context("fork")
    with forked.Pool(PROCESSES, _remember, [founded]) as pool:
        pool.starmap(_copy, zip(batches, seeds, strict=True), chunksize=1)


_founded_here: list[Federation] = []


def _remember(founded: Federation) -> None:
    _founded_here.append(founded)


def _copy(numbers: Sequence[int], seed: float) -> None:
    """Some sessions in one transaction."""
    lines: Lines = defaultdict(list)
    chance = Random(seed)
    for number in numbers:
        _founded_here[0].copied(number, chance, lines)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # references fit
        for model, rows in lines.items():
            if rows:
                copy(model, rows)


def _megabytes() -> float:
    """The most that one of the processes needed."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024


if __name__ == "__main__":
    print(json.dumps(make(int(sys.argv[1]), int(sys.argv[2]), Random(20261120))))
