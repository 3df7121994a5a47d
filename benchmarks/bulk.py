"""Import records in bulk and build their replays, compared with the referee alone on the same records.

``python -m benchmarks.bulk`` runs on the database of the environment and prints JSON. An import is compared with the
referee reading, judging and answering the same text; building replays with the referee judging the stored hands and
making their frames. Neither of these stores anything.

Rates are per CPU second of this process. Rates per CPU second of the database process, if it can be observed, and by wall
clock are given too.
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
from benchmarks.timing import QUICK
from scorekeeper.adjudication import judging
from scorekeeper.clubs import memberships
from scorekeeper.imports import uploads as import_uploads
from scorekeeper.imports import worker as import_worker
from scorekeeper.models import Club, Hand, Import, Replay, User
from scorekeeper.replays import frames as replay_frames

ROUNDS = 1 if QUICK else 3
SESSIONS = 5 if QUICK else 30  # of a round
ALONE = {} if QUICK else {"Big Two": ["big-two"], "Gang of Four": ["gang-of-four"]}
GAMES = {**ALONE, "all five games": sessions.GAMES}


class Seconds(NamedTuple):
    """The time that some work took."""

    process: float  # CPU time of this process
    database: float  # CPU time of the database process of this connection
    clock: float


def measure(games: list[str], club: Club, by: User, chance: Random) -> dict[str, Any]:
    """Return hands per second of the referee, importing and building, as medians over rounds."""
    rows = [_round(games, club, by, chance) for _ in range(ROUNDS + 1)][1:]
    return {key: _median([row[key] for row in rows]) for key in rows[0]}


def _median(values: list[Any]) -> Any:
    if isinstance(values[0], list):
        return [median(column) for column in zip(*values, strict=True)]
    return median(values)


def _round(games: list[str], club: Club, by: User, chance: Random) -> dict[str, Any]:
    texts = [text for game in games for text in sessions.club_sessions(game, SESSIONS // len(games), chance)]  # fmt: skip
    replays_before = Replay.objects.count()
    judged = _time(lambda: sessions.adjudicate(texts))
    answered = _time(lambda: sessions.answer(texts))
    file = import_uploads.RecordFile(
        notation="ndjson", source="\n".join(texts), names={}, dry_run=False
    )
    imported = _time(lambda: _import(club, file, by))
    hands = _stored(Import.objects.latest("at"))
    assert len(hands) == sum(text.count('"dealt"') for text in texts), "not every hand was imported"
    framed = _time(lambda: _frame(hands))
    built = _time(lambda: replay_frames.rebuild_stale(stop=lambda: False))
    assert Replay.objects.count() == len(hands) + replays_before, "not every replay was built"
    replays = Replay.objects.filter(hand__in=hands)
    return {
        "judged": len(hands) / judged.process,
        "answered": len(hands) / answered.process,
        "imported": [len(hands) / seconds if seconds else 0.0 for seconds in imported],
        "framed": len(hands) / framed.process,
        "built": [len(hands) / seconds if seconds else 0.0 for seconds in built],
        "bytes": replays.aggregate(size=Avg(Length("frames")))["size"],
    }


def _stored(row: Import) -> list[Hand]:
    """Return the hands of an import with the rows that judging needs."""
    hands = Hand.objects.filter(session__in=row.report.values("session"))
    return list(hands.select_related("head", "adjudication", "session__head"))


def _frame(hands: list[Hand]) -> None:
    """Judge the stored hands and make their frames."""
    for hand in hands:
        assert len(judging.judge_stored(hand).frames()) > 1


def _import(club: Club, file: import_uploads.RecordFile, by: User) -> None:
    row, _ = import_uploads.create_import(club, file, by=by)
    Import.objects.filter(pk=row.pk).update(state="waiting", worked_on_at=None)
    import_worker.process_waiting_imports(stop=lambda: False)


def _time(work: Callable[[], object]) -> Seconds:
    database = _backend()
    process, backend_seconds, clock = time.process_time(), processes.seconds(database), time.perf_counter()  # fmt: skip
    work()
    return Seconds(
        time.process_time() - process,
        processes.seconds(database) - backend_seconds,
        time.perf_counter() - clock,
    )


def _backend() -> int:
    """Return the id of this connection's PostgreSQL process; 0 if it runs on another machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid() WHERE inet_server_addr() = inet_client_addr()")
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def main() -> None:
    logging.disable(logging.INFO)
    by, chance = User.objects.create_user("importer"), Random(20260302)
    club, _ = memberships.found_club("The archive", by=by)
    figures = {name: measure(games, club, by, chance) for name, games in GAMES.items()}
    megabytes = processes.spent(os.getpid()).megabytes
    print(json.dumps({"games": figures, "megabytes": megabytes}))


if __name__ == "__main__":
    main()
