"""Create the prepared club of the page tests and fill two of its seasons: ``python -m benchmarks.growing_club HANDS PLAYERS CLUBS``.

The prepared club has rows of every kind, so every address can be read; its number of rows besides sessions does not depend
on HANDS.  Two thirds of the hands are in its season, one third in a season in which everybody has the same total, so that
tie-breaks decide all places.  Besides it there are CLUBS small ones.  Everything that workers count is counted.  A database that has the club already keeps it.  Prints the ids as JSON.
"""

import json
import sys
from datetime import date
from random import Random
from typing import Any

import django

django.setup()

from django.db import connection
from psycopg import sql

from benchmarks import federation, other_clubs
from benchmarks.federation import Federation
from benchmarks.new_sessions import record_sessions
from benchmarks.session_patterns import originals
from scorekeeper.clubs import roster
from scorekeeper.management import demo_club
from scorekeeper.models import Club, Player, Season, User
from scorekeeper.replays import frames
from scorekeeper.sessions import played_days
from scorekeeper.standings.plans import plan_input, plan_versions
from tests.pages import prepared_club

ONE_POINT_EACH = {
    "scoring": "place-points",
    "place_points": [1, 1, 1, 1],
    "per": "session",
    "best_sessions": 1,
    "tie_breaks": ["head-to-head", "hands-won", "fewest-illegal-plays", "median", "lot"],
    "seed": "2025",
}
"""A scoring plan under which all players are equal."""


def create(hands: int, players: int, chance: Random) -> dict[str, Any]:
    """Create the club with at least this many hands; return ids by the words of the addresses in page_table.py."""
    names = prepared_club.create_rows()
    club, owner = Club.objects.get(pk=names["club"]), User.objects.get(username="demo")
    cast = list(club.players.filter(name__in=demo_club.PLAYERS))
    numbers = range(len(cast) + 1, players + 1)
    cast += Player.objects.bulk_create(Player(club=club, name=f"Player {n:03}") for n in numbers)
    season = Season.objects.get(pk=names["season"])
    equals = Season(club=club, name="Equals", starts_on=date(2025, 3, 1), ends_on=date(2025, 5, 31))
    equals, _ = roster.add(equals, by=owner)
    roster.change(equals, prepared_club.PUBLIC, by=owner)
    plan_versions.decide(equals, plan_input.parse_plan(ONE_POINT_EACH), by=owner)
    _fill(season, cast, hands * 2 // 3, owner, chance)
    _fill(equals, cast, hands // 3, owner, chance)
    return {**names, "season_of_equals": equals.pk}


def _fill(season: Season, players: list[Player], hands: int, owner: User, chance: Random) -> None:
    """Record some sessions of the season, build their replays and copy them."""
    sessions = record_sessions(season, players[:4], owner, chance)
    frames.rebuild_stale(stop=lambda: False)
    originals_ = list(originals(sessions))
    federation.fill(Federation(season.club, season, players, owner, originals_), hands, chance)


def settle() -> None:
    """Do what workers would do, with up-to-date statistics of PostgreSQL before and after."""
    while played_days.fill_missing():
        pass
    _vacuum()
    prepared_club.run_workers()
    _vacuum()


def _vacuum() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def names() -> dict[str, str]:
    """Return the ids in this database, which are kept in its comment; empty if there is no club yet."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()"
        )
        (comment,) = cursor.fetchone()
    return json.loads(comment or "{}")


def _keep(names: dict[str, Any]) -> None:
    comment = sql.Literal(json.dumps(names, default=str))
    with connection.cursor() as cursor:
        database = sql.Identifier(connection.settings_dict["NAME"])
        cursor.execute(sql.SQL("COMMENT ON DATABASE {} IS {}").format(database, comment))


def main() -> None:
    """Create the club unless the database has one already, and do the work of workers."""
    if not names():
        hands, players, clubs = map(int, sys.argv[1:])
        names_of_club = create(hands, players, Random(20261123))
        other_clubs.create(clubs)
        _keep(names_of_club)
    settle()
    print(json.dumps(names()))


if __name__ == "__main__":
    main()
