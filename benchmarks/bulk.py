"""Records imported in bulk and their replays built, beside the referee alone on the same records.

``python -m benchmarks.bulk`` does so on the database that the environment names and answers in JSON.  Beside an import
stands the referee reading, judging and answering the same text; beside the building of replays, the referee judging the
same hands as they are stored and making their frames.  Neither keeps anything.

Seconds are of this process's processor, as everywhere in the bench; those of the database's, where it can be watched, and
those by the clock stand beside them.
"""

import json
import logging
import os
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any, NamedTuple

import django

django.setup()

from django.db import connection
from django.db.models import Avg
from django.db.models.functions import Length

from benchmarks import processes, sessions
from scorekeeper.adjudication import judging
from scorekeeper.clubs import memberships
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Club, Hand, Import, Replay, User
from scorekeeper.replays import frames as replay_frames

ROUNDS = 3
EVENINGS = 30  # of a round
GAMES = {"Big Two": ["big-two"], "Gang of Four": ["gang-of-four"], "all five games": sessions.GAMES}


class Taken(NamedTuple):
    """Seconds."""

    ours: float  # of this process's processor
    database: float  # of the processor, by the process that answers this one
    clock: float


def measured(games: list[str], club: Club, by: User, chance: Random) -> dict[str, Any]:
    """Hands a second of the referee, and of import and building; medians of rounds."""
    rows = [_round(games, club, by, chance) for _ in range(ROUNDS + 1)][1:]
    return {key: _median([row[key] for row in rows]) for key in rows[0]}


def _median(values: list[Any]) -> Any:
    if isinstance(values[0], list):
        return [median(column) for column in zip(*values, strict=True)]
    return median(values)


def _round(games: list[str], club: Club, by: User, chance: Random) -> dict[str, Any]:
    texts = [text for game in games for text in sessions.evenings(game, EVENINGS // len(games), chance)]  # fmt: skip
    known = Replay.objects.count()
    judged = _taken(lambda: sessions.adjudicate(texts))
    answered = _taken(lambda: sessions.answer(texts))
    file = import_uploads.RecordFile(notation="ndjson", source="\n".join(texts), names={}, dry_run=False)
    imported = _taken(lambda: _import(club, file, by))
    hands = _stored(Import.objects.latest("at"))
    assert len(hands) == sum(text.count('"dealt"') for text in texts), "not every hand was imported"
    framed = _taken(lambda: _frame(hands))
    built = _taken(lambda: replay_frames.rebuild_stale(stop=lambda: False))
    assert Replay.objects.count() == len(hands) + known, "not every replay was built"
    ours = Replay.objects.filter(hand__in=hands)
    return {
        "judged": len(hands) / judged.ours,
        "answered": len(hands) / answered.ours,
        "imported": [len(hands) / seconds if seconds else 0.0 for seconds in imported],
        "framed": len(hands) / framed.ours,
        "built": [len(hands) / seconds if seconds else 0.0 for seconds in built],
        "bytes": ours.aggregate(size=Avg(Length("frames")))["size"],
    }


def _stored(row: Import) -> list[Hand]:
    """Every hand that an import brought, with what it is judged by."""
    brought = Hand.objects.filter(session__in=row.report.values("session"))
    return list(brought.select_related("head", "adjudication", "session__head"))


def _frame(hands: list[Hand]) -> None:
    """Judge them as they are stored, and make their frames."""
    for hand in hands:
        assert len(judging.judge_stored(hand).frames()) > 1


def _import(club: Club, file: import_uploads.RecordFile, by: User) -> None:
    row, _ = import_uploads.create_import(club, file, by=by)
    Import.objects.filter(pk=row.pk).update(state="waiting", worked_on_at=None)
    import_worker.run_waiting(stop=lambda: False)


def _taken(work: Callable[[], object]) -> Taken:
    database = _backend()
    processor, answering, clock = time.process_time(), processes.seconds(database), time.perf_counter()  # fmt: skip
    work()
    return Taken(
        time.process_time() - processor,
        processes.seconds(database) - answering,
        time.perf_counter() - clock,
    )


def _backend() -> int:
    """The id of PostgreSQL's process for us; it can be watched if it is on this machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid() WHERE inet_server_addr() = inet_client_addr()")
        found = cursor.fetchone()
    return int(found[0]) if found else 0


def main() -> None:
    logging.disable(logging.INFO)
    by, chance = User.objects.create_user("importer"), Random(20260302)
    club, _ = memberships.found_club("The archive", by=by)
    found = {name: measured(games, club, by, chance) for name, games in GAMES.items()}
    megabytes = processes.spent(os.getpid()).megabytes
    print(json.dumps({"games": found, "megabytes": megabytes}))


if __name__ == "__main__":
    main()
