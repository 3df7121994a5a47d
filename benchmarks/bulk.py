"""Records imported in bulk and their replays built, beside the referee alone on the same records.

``python -m benchmarks.bulk`` does so on the database that the environment names and answers in JSON.  Seconds are of this
process's processor, as everywhere in the bench; those by the clock, in which PostgreSQL has its share, stand beside them.
"""

import json
import logging
import os
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import django

django.setup()

from benchmarks import processes, sessions  # noqa: E402
from scorekeeper import import_files, importing, memberships, replays  # noqa: E402
from scorekeeper.models import Club, Hand, Import, Replay, User  # noqa: E402

ROUNDS = 3
HANDS = 30  # of a round
GAMES = {"Big Two": ["big-two"], "Gang of Four": ["gang-of-four"], "all five games": sessions.GAMES}

Taken = tuple[float, float]
"""Seconds of the processor, and by the clock."""


def measured(games: list[str], club: Club, by: User, chance: Random) -> dict[str, Any]:
    """Hands a second of the referee, and the parts of it that import and building reach; medians of rounds."""
    rows = [_round(games, club, by, chance) for _ in range(ROUNDS + 1)][1:]
    return {
        "referee": median(row["referee"] for row in rows),
        "imported": [median(row["imported"][kind] for row in rows) for kind in (0, 1)],
        "built": [median(row["built"][kind] for row in rows) for kind in (0, 1)],
    }


def _round(games: list[str], club: Club, by: User, chance: Random) -> dict[str, Any]:
    texts = [text for game in games for text in sessions.texts(game, HANDS // len(games), chance)]
    number = 0

    def judge() -> None:
        nonlocal number
        number = sessions.adjudicate(texts).hands

    alone = _taken(judge)
    file = import_files.File(notation="ndjson", source="\n".join(texts), names={}, dry_run=False)
    before = Hand.objects.count()
    imported = _taken(lambda: _import(club, file, by))
    assert Hand.objects.count() - before == number, "not every hand was imported"
    built = _taken(lambda: replays.rebuild_stale(stop=lambda: False))
    assert Replay.objects.count() == Hand.objects.count(), "not every replay was built"
    return {
        "referee": number / alone[0],
        "imported": [mine / its for mine, its in zip(alone, imported, strict=True)],
        "built": [mine / its for mine, its in zip(alone, built, strict=True)],
    }


def _import(club: Club, file: import_files.File, by: User) -> None:
    row, _ = import_files.take_in(club, file, by=by)
    Import.objects.filter(pk=row.pk).update(state="waiting", worked_on_at=None)
    importing.run_waiting(stop=lambda: False)


def _taken(work: Callable[[], object]) -> Taken:
    processor, clock = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - processor, time.perf_counter() - clock


def main() -> None:
    logging.disable(logging.INFO)
    by, chance = User.objects.create_user("importer"), Random(20260302)
    club, _ = memberships.found_club("The archive", by=by)
    found = {name: measured(games, club, by, chance) for name, games in GAMES.items()}
    megabytes = processes.spent(os.getpid()).megabytes
    print(json.dumps({"games": found, "megabytes": megabytes}))


if __name__ == "__main__":
    main()
