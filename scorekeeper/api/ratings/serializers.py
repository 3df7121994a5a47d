"""Query parameters and documents of the ratings API, and ratings as JSON and as rows of CSV.

The class names are component names of the OpenAPI document.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, TypeAlias

from rest_framework import serializers

from scorekeeper.api.fields import VariantField
from scorekeeper.clubs import roster
from scorekeeper.clubs.roster import PlayerNames
from scorekeeper.exports.csv_files import Cell
from scorekeeper.exports.headings import headings
from scorekeeper.models import RatingStep
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.table import PROVISIONAL, RatingRow, RatingTable, days_of, displayed_rating

_Json: TypeAlias = dict[str, Any]
_Days: TypeAlias = Mapping[str, date | None]  # from ``table.days_of``

COLUMNS = (
    "place",
    "player",
    "rating",
    "uncertainty",
    "mu",
    "sigma",
    "hands",
    "last played",
    "current",
    "id",
)
STEP_COLUMNS = ("date", "rating", "uncertainty", "mu", "sigma", "hands", "current", "session")


class ListShape(serializers.Serializer[Any]):
    """Selects a rating list."""

    variant = VariantField(required=False, help_text="Only this game; by default all games.")


class StepsShape(ListShape):
    """Selects the rating list of a player's history; by default of all time."""

    season = serializers.UUIDField(required=False)


class RatingShape(serializers.Serializer[Any]):
    """A player's skill."""

    rating = serializers.IntegerField(help_text="60 mu; everybody begins with 1,500.")
    uncertainty = serializers.IntegerField(
        help_text="60 sigma: two times in three the player's true skill is within this distance."
    )
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    hands = serializers.IntegerField(help_text="Rated hands.")


class RatingRowShape(RatingShape):
    """A player's row in a rating list."""

    place = serializers.IntegerField(allow_null=True, help_text="Null: provisional.")
    player = serializers.UUIDField()
    name = serializers.CharField()
    provisional = serializers.BooleanField(help_text=f"Fewer than {PROVISIONAL} hands.")
    last_played = serializers.DateField(
        allow_null=True, help_text="Null: the last session has no date."
    )


class WhichShape(serializers.Serializer[Any]):
    """A rating list, and whether it is current."""

    season = serializers.UUIDField(allow_null=True, help_text="Null: all time.")
    variant = serializers.CharField(allow_null=True, help_text="Null: all games.")
    current = serializers.BooleanField(
        help_text="False: a worker is rating sessions; these are the earlier ratings."
    )
    left = serializers.IntegerField(
        help_text="Sessions that are still to be rated, counted up to some 10,000."
    )
    counted_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Where current is false: when the earlier ratings were completed; null: never.",
    )


class RatingsShape(WhichShape):
    """A rating list, best first."""

    club = serializers.UUIDField()
    rows = RatingRowShape(many=True)


class RatingStepShape(RatingShape):
    """A player's skill after a session."""

    date = serializers.DateField(allow_null=True, help_text="Null: the session has no date.")
    session = serializers.UUIDField()


class RatingStepsShape(WhichShape):
    """A player's rating now, and a page of the ratings after each session in the order of play."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    now = RatingRowShape(allow_null=True, help_text="Null: never rated.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = RatingStepShape(many=True)


def list_json(key: RatingListKey, table: RatingTable) -> _Json:
    """Return which list this is, and whether it is current."""
    return {
        "season": key.season_id and str(key.season_id),
        "variant": key.variant or None,
        "current": table.sessions_left == 0,
        "left": table.sessions_left,
        "counted_at": table.counted_at,
    }


def table_json(key: RatingListKey, table: RatingTable) -> _Json:
    """Return a whole rating list."""
    names = roster.player_names(row.player for row in table.rows)
    days = days_of(table.rows)
    rows = [row_json(row, names, days) for row in table.rows]
    return {"club": str(key.club_id), **list_json(key, table), "rows": rows}


def row_json(row: RatingRow, names: PlayerNames, days: _Days) -> _Json:
    """Return a player's row in a rating list."""
    return {
        "place": row.place,
        "player": str(row.player),
        "name": names[row.player],
        **row.rating._asdict(),
        "provisional": row.place is None,
        "last_played": (day := days[row.moment]) and str(day),
    }


def table_rows(table: RatingTable) -> Iterator[list[Cell]]:
    """Yield a rating list as rows of a CSV file."""
    names = roster.player_names(row.player for row in table.rows)
    days = days_of(table.rows)
    yield [*headings(COLUMNS)]
    for row in table.rows:
        cells = row.place, names[row.player], *row.rating, days[row.moment]
        yield [*cells, _is_current(table), row.player]


def steps_json(steps: Iterable[RatingStep], days: _Days) -> list[_Json]:
    """Return a player's ratings after each session."""
    return [
        {
            "date": (day := days[step.moment]) and str(day),
            **displayed_rating(step)._asdict(),
            "session": str(step.session_id),
        }
        for step in steps
    ]


def step_rows(table: RatingTable, steps: Iterable[RatingStep]) -> Iterator[list[Cell]]:
    """Yield a player's ratings after each session as rows of a CSV file."""
    yield [*headings(STEP_COLUMNS)]
    listed = list(steps)
    days = days_of(listed)
    for step in listed:
        rating = displayed_rating(step)
        yield [days[step.moment], *rating, _is_current(table), step.session_id]


def _is_current(table: RatingTable) -> str:
    return "yes" if table.sessions_left == 0 else "no"
