"""Compare what an amended hand costs the ratings of a season with counting everything.

``python -m benchmarks.rating_changes 10000`` creates a season of so many hands on a database of its own.
"""

import sys
from typing import Any

from benchmarks import service
from benchmarks.timing import QUICK

PLAYERS = 40 if QUICK else 400
HANDS = 400 if QUICK else 10_000


def report(hands: int = HANDS) -> None:
    """Measure and print processor seconds, rows written and memory."""
    try:
        with service.scratch() as installation:
            season = installation.run("benchmarks.federation", str(hands), str(PLAYERS))
            figures = installation.run("benchmarks.rating_recounts", season["club"])
    except service.NoServerError as error:
        print(f"Not measured, because there is no PostgreSQL: {error}")
        return
    _print(season["hands"], figures)


def _print(hands: int, figures: dict[str, Any]) -> None:
    print(f"{hands:,} hands in {figures['sessions']:,} sessions, {figures['lists']} lists, {PLAYERS} players")  # fmt: skip
    whole = figures["counts"]["everything"]
    for name, count in figures["counts"].items():
        seconds = count["seconds"] + count["database"]
        share = seconds / (whole["seconds"] + whole["database"])
        read = count.get("read")
        beside = f", a reader meanwhile {1000 * read['seconds']:.0f} ms" if read else ""
        print(f"{name:14}{count['seconds']:8.2f} s and {count['database']:6.2f} s of the database{count['rows']:10,} rows"
              f"{share:8.2f} of everything{beside}")  # fmt: skip
    print(f"{figures['megabytes']:.0f} MB at most")


if __name__ == "__main__":
    report(*map(int, sys.argv[1:]))
