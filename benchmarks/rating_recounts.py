"""Measure what the ratings of a club cost: ``python -m benchmarks.rating_recounts CLUB`` on DATABASE_URL prints JSON.

First everything is counted, then again after an amendment of one hand in the last tenth, in the middle and in the first
tenth of the sessions.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import django

django.setup()

from django.db import connection

from benchmarks import processes
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendments import Amendment
from scorekeeper.models import Club, Hand, RatedSession, Rating, RatingList, RatingStep, Season
from scorekeeper.ratings import rerating
from scorekeeper.ratings import table as rating_table

PLACES = {"last tenth": 0.9, "middle": 0.5, "first tenth": 0.1}
"""Where in the order of play the amended hand is."""


def measure(club: Club) -> dict[str, Any]:
    """Return the cost of a full count and of each amendment."""
    counts = {"everything": _cost(lambda: rerating.refresh_club(club.pk))}
    for name, share in PLACES.items():
        hand = _score_sheet(club, share)
        counts_left = hand.head.content["cards_left"]
        winner_last = [*counts_left[1:], counts_left[0]]
        hand_amendments.amend(hand, Amendment(keys={"cards_left": winner_last}), by=hand.head.by)
        read = _cost(lambda: rating_table.rating_list(_season(club)))
        counts[name] = {**_cost(lambda: rerating.refresh_club(club.pk)), "read": read}
    return {
        "counts": counts,
        "sessions": RatedSession.objects.filter(club=club).count(),
        "lists": RatingList.objects.filter(club=club).count(),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _season(club: Club) -> rating_table.RatingListKey:
    return rating_table.season_key(Season.objects.get(club=club))


def _score_sheet(club: Club, share: float) -> Hand:
    """Return a hand of which only the cards left are known, of the first such session from there on."""
    rows = RatedSession.objects.filter(club=club, variant="big-two", hands__gt=0).order_by("moment")
    for session in rows[int(rows.count() * share) :]:
        hands = Hand.objects.filter(session=session.session_id).select_related("head__by")
        hands = hands.select_related("head", "adjudication", "session__head")
        for hand in hands.order_by("position"):
            if "cards_left" in hand.head.content:
                return hand
    raise LookupError


def _cost(work: Callable[[], object]) -> dict[str, float]:
    """Return the CPU seconds of this process and of the database, and the rows written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        database = cursor.fetchone()[0]
    written, start, before = _rows_written(), time.process_time(), processes.seconds(database)
    work()
    seconds, of_database = time.process_time() - start, processes.seconds(database) - before
    return {"seconds": seconds, "database": of_database, "rows": _rows_written() - written}


def _rows_written() -> int:
    """Return how many rows of ratings were ever inserted, updated or deleted."""
    tables = [model._meta.db_table for model in (RatedSession, RatingList, RatingStep, Rating)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::int FROM pg_stat_user_tables"
            " WHERE relname = ANY(%s)",
            [tables],
        )
        rows: int = cursor.fetchone()[0]
    return rows


if __name__ == "__main__":
    print(json.dumps(measure(Club.objects.get(pk=sys.argv[1]))))
