"""Ratings as they are read: a list with its places, and how a player came there.

They are shown on a scale on which everybody begins with 1,500, give or take 500.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Sum

from scorekeeper.models import Rating, RatingList, RatingStep, Season
from scorekeeper.ratings import lists as rating_lists
from scorekeeper.ratings import rerating
from scorekeeper.ratings.lists import Where

SCALE = 60
PROVISIONAL = 10  # hands under which nobody has a place
NOTES = 100  # sessions that whoever asks has looked at anew
HANDS = 1_000  # that whoever asks has rated; more are the worker's


class Shown(NamedTuple):
    """A rating as people read it, and what it is made of."""

    rating: int
    uncertainty: int
    mu: float
    sigma: float
    hands: int


class Row(NamedTuple):
    """A player of a list; no place: too few hands."""

    place: int | None
    player: UUID
    shown: Shown
    last_played: date


class Table(NamedTuple):
    """A list, best first."""

    left: int  # sessions yet to be rated; until none is, the rows are those of before
    rows: tuple[Row, ...]


def of_season(season: Season, variant: str = "") -> Where:
    """The list of a season."""
    return Where(season.club_id, season.pk, variant)


def of_all_time(club: UUID, variant: str = "") -> Where:
    """The list of everything that a club ever played."""
    return Where(club, None, variant)


def table(where: Where) -> Table:
    """The ratings of everybody: up to date, unless so much changed that a worker is to count it."""
    left = _brought_up_to_date(where)
    return Table(left, tuple(_ranked(Rating.objects.filter(**_in(where)))))


def row_of(told: Table, player: UUID) -> Row | None:
    """A player's row, if they were ever rated."""
    return next((row for row in told.rows if row.player == player), None)


def steps(where: Where, player: UUID) -> QuerySet[RatingStep]:
    """Where each session left a player, in the order of play."""
    return RatingStep.objects.filter(**_in(where), player=player).order_by("moment")


def shown(row: Rating | RatingStep) -> Shown:
    """A rating on the scale that people read."""
    return Shown(round(row.mu * SCALE), round(row.sigma * SCALE), row.mu, row.sigma, row.hands)


def day(row: Rating | RatingStep) -> date:
    """The day of the session that left a player there."""
    return date.fromisoformat(row.moment[:8])


def _in(where: Where) -> dict[str, UUID | str | None]:
    return {f"list__{name}": value for name, value in where._asdict().items()}


def _brought_up_to_date(where: Where) -> int:
    """Count what is soon counted; how many sessions are left for the worker."""
    notes = rating_lists.noted(where)
    noted = notes.count()
    if 0 < noted <= NOTES:
        while rating_lists.take(where.club_id, notes):
            noted = 0
    found = rating_lists.found(where)
    if found is None or not rating_lists.start_of(found):
        return noted
    if noted == 0 and _hands_left(found) <= HANDS:
        while rerating.go_on(found.pk, patient=True):
            pass
        found.refresh_from_db()
    return noted + rating_lists.left_in(found).count()


def _hands_left(found: RatingList) -> int:
    left: int | None = rating_lists.left_in(found).aggregate(Sum("hands"))["hands__sum"]
    return left or 0


def _ranked(kept: Iterable[Rating]) -> Iterator[Row]:
    """Those with enough hands by rating, equals sharing a place; then the others, without one."""
    told = [(row.player_id, shown(row), day(row)) for row in kept]
    told.sort(key=lambda row: (row[1].hands < PROVISIONAL, -row[1].rating, row[1].uncertainty, row[0]))  # fmt: skip
    place, rating = 0, None
    for number, (player, rated, last) in enumerate(told, start=1):
        if rated.rating != rating:
            place, rating = number, rated.rating
        yield Row(place if rated.hands >= PROVISIONAL else None, player, rated, last)
