"""Create a season with very many hands: ``python -m benchmarks.federation HANDS PLAYERS`` on DATABASE_URL.

The service itself records some sessions. All others are copies of them on other days, at other tables and with other
players. Each copy has its own ids, digests and chain, so that `manage.py verify_records` and `manage.py check_standings`
find no errors. The audit log has entries about sessions only, and no replays are built. Prints JSON.
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
from typing import Any, NamedTuple
from uuid import uuid4

import django

django.setup()

from django.db import connection, transaction

from benchmarks.new_sessions import record_sessions
from benchmarks.row_patterns import Pattern, copy
from benchmarks.session_patterns import CopyKeys, Lines, Original, originals
from benchmarks.timing import QUICK
from scorekeeper.adjudication import revisions, session_columns
from scorekeeper.clubs import memberships
from scorekeeper.clubs import roster as club_roster
from scorekeeper.models import (
    ALL_SCOPES,
    AuditEntry,
    Club,
    Player,
    Recount,
    Rerating,
    Season,
    Session,
    SessionLabel,
    SessionRevision,
    Token,
    User,
)
from scorekeeper.models.sessions import LABELS
from scorekeeper.sessions import recording
from scorekeeper.standings import recount as standings_recount

PROCESSES = 1 if QUICK else 2
BATCH = 200  # sessions copied at a time
FIRST_DAY, DAYS = date(2026, 1, 1), 365
TABLES = 12


@dataclass(frozen=True)
class Federation:
    """A club with one season, its players and the sessions to copy."""

    club: Club
    season: Season
    players: Sequence[Player]
    owner: User
    originals: Sequence[Original]

    def copy(self, number: int, chance: Random, lines: Lines) -> None:
        """Add the lines of the session with this number, on a random day, at a random table and with random players."""
        original = self.originals[number % len(self.originals)]
        day = (self.season.starts_on or FIRST_DAY) + timedelta(days=chance.randrange(self._days))
        labels = {
            "played_on": str(day),
            "event": f"Quarter {(day.month + 2) // 3}",
            "round": f"Week {day.isocalendar().week}",
            "table": f"Table {chance.randint(1, TABLES)}",
        }
        players = chance.sample(self.players, 4)
        started_at = datetime.combine(day, clock(19, 30), UTC)
        session = Session(id=uuid4(), club=self.club, season=self.season, created_by=self.owner)
        parts = recording.session_parts({**original.record, **labels}, players=players)
        head = revisions.revise_session(session, parts, revisions.Act(by=self.owner, at=started_at))
        session.created_at = started_at
        for column, value in session_columns.columns_of({**original.record, **labels}).items():
            setattr(session, column, value)
        lines[Session].append(Pattern(session, ()) % ())
        lines[SessionRevision].append(Pattern(head, ()) % ())
        lines[AuditEntry].append(
            Pattern(self._audit_entry(session, started_at, head.digest), ()) % ()
        )
        at = started_at.isoformat(timespec="microseconds")
        keys = CopyKeys(str(session.pk), at, [str(player.pk) for player in players])
        original.copy(lines, keys, head=head.digest)

    @property
    def _days(self) -> int:
        """The length of the season."""
        first, last = self.season.starts_on, self.season.ends_on
        return (last - first).days + 1 if first and last else DAYS

    def _audit_entry(self, session: Session, at: datetime, digest: str) -> AuditEntry:
        return AuditEntry(
            club=self.club,
            at=at,
            by=self.owner,
            act="session opened",
            kind="session",
            subject=str(session.pk),
            details={"digest": digest, "season": str(self.season.pk)},
        )


def create(hands: int, players: int, chance: Random) -> dict[str, Any]:
    """Create a federation with at least this many hands; return its ids, its owner's token, time and memory."""
    start = time.perf_counter()
    federation = _create_club(players, chance)
    filled = fill(federation, hands, chance)
    copied_in = time.perf_counter() - start
    standings_recount.refresh(federation.season)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    _, token = Token.objects.create(user=federation.owner, scopes=ALL_SCOPES)
    return {
        "club": str(federation.club.pk),
        "season": str(federation.season.pk),
        "token": token,
        "hands": filled.hands,
        "sessions": filled.sessions,
        "players": players,
        "copied_in": copied_in,
        "made_in": time.perf_counter() - start,
        "megabytes": _megabytes(),
    }


class Filled(NamedTuple):
    """The numbers of rows of a season."""

    hands: int
    sessions: int


def fill(federation: Federation, hands: int, chance: Random) -> Filled:
    """Copy sessions until the season has at least this many hands; queue what workers count anew."""
    recorded, total = len(federation.originals), 0
    sizes = (len(original.hands) for original in cycle(federation.originals))
    sessions = next(
        number for number, size in enumerate(sizes, 1) if (total := total + size) >= hands
    )
    _copy_all(federation, range(recorded, sessions), chance)
    _note_labels(federation.season)
    Recount.objects.create(season=federation.season)
    ids = federation.season.sessions.values_list("pk", flat=True)
    notes = (Rerating(club=federation.club, session_id=pk) for pk in ids)
    Rerating.objects.bulk_create(notes, batch_size=10_000)  # ratings are computed when first read
    return Filled(total, max(recorded, sessions))


def _note_labels(season: Season) -> None:
    """Note the labels of the copies, which the database's trigger has not seen."""
    for kind in LABELS:
        noted = SessionLabel.objects.filter(club=season.club, kind=kind).values("text")
        missing = season.sessions.exclude(**{kind: ""}).exclude(**{f"{kind}__in": noted})
        texts = missing.order_by().values_list(kind, flat=True).distinct()
        SessionLabel.objects.bulk_create(
            [SessionLabel(club=season.club, kind=kind, text=text) for text in texts]
        )


def _create_club(number: int, chance: Random) -> Federation:
    """Create the club, its players and the sessions to copy."""
    owner = User.objects.create_user(f"federation {secrets.token_hex(4)}")
    club, _ = memberships.found_club(f"A federation of {number:,}", by=owner)
    names = (f"Player {place:06}" for place in range(1, number + 1))
    players = Player.objects.bulk_create(Player(club=club, name=name) for name in names)
    season = Season(club=club, name="2026", starts_on=FIRST_DAY)
    club_roster.add(season, by=owner)
    sessions = record_sessions(season, players[:4], owner, chance)
    return Federation(club, season, players, owner, list(originals(sessions)))


def _copy_all(federation: Federation, numbers: Sequence[int], chance: Random) -> None:
    """Copy the sessions in several processes, each with its own connection."""
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    seeds = [chance.random() for _ in batches]
    connection.close()
    context = multiprocessing.get_context("fork")
    with context.Pool(PROCESSES, _remember, [federation]) as pool:
        pool.starmap(_copy, zip(batches, seeds, strict=True), chunksize=1)


_federations: list[Federation] = []


def _remember(federation: Federation) -> None:
    _federations.append(federation)


def _copy(numbers: Sequence[int], seed: float) -> None:
    """Copy some sessions in one transaction."""
    lines: Lines = defaultdict(list)
    chance = Random(seed)
    for number in numbers:
        _federations[0].copy(number, chance, lines)
    with transaction.atomic():
        with connection.cursor() as cursor:
            # skip the checks of foreign keys: the ids of the copies are consistent
            cursor.execute("SET LOCAL session_replication_role = replica")
        for model, rows in lines.items():
            if rows:
                copy(model, rows)


def _megabytes() -> float:
    """Return the peak memory of the largest process."""
    scopes = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(scope).ru_maxrss for scope in scopes) / 1024


if __name__ == "__main__":
    print(json.dumps(create(int(sys.argv[1]), int(sys.argv[2]), Random(20261120))))
