"""Rating lists for display: places, and each player's rating after every session.

Ratings are displayed on a scale on which every player begins with 1,500 ± 500.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet, Sum

from scorekeeper.models import Rating, RatingList, RatingStep, Season
from scorekeeper.ratings import lists as rating_lists
from scorekeeper.ratings import rerating
from scorekeeper.ratings.lists import RatingListKey

SCALE = 60
PROVISIONAL = 10  # players with fewer hands have no place
MOST_RERATINGS = 100  # applied in a request; more are left to the worker
MOST_HANDS = 1_000  # rated in a request; more are left to the worker


class DisplayedRating(NamedTuple):
    """A rating on the displayed scale, with the model's numbers.  The field names are keys of the API's JSON."""

    rating: int
    uncertainty: int
    mu: float
    sigma: float
    hands: int


class RatingRow(NamedTuple):
    """A player's row in a rating list."""

    place: int | None  # None: fewer than PROVISIONAL hands
    player: UUID
    rating: DisplayedRating
    last_played: date


class RatingTable(NamedTuple):
    """A rating list, best first."""

    sessions_left: (
        int  # sessions that a worker still has to rate; until then the rows are the earlier ones
    )
    rows: tuple[RatingRow, ...]


def season_key(season: Season, variant: str = "") -> RatingListKey:
    """Return the key of a season's list, of one game or of all games."""
    return RatingListKey(season.club_id, season.pk, variant)


def all_time_key(club: UUID, variant: str = "") -> RatingListKey:
    """Return the key of a club's list over all seasons, of one game or of all games."""
    return RatingListKey(club, None, variant)


def table(key: RatingListKey) -> RatingTable:
    """Return the rating list, refreshed first unless too much changed for one request."""
    sessions_left = _refresh(key)
    return RatingTable(sessions_left, tuple(_rank(Rating.objects.filter(**_of_list(key)))))


def find_row(table: RatingTable, player: UUID) -> RatingRow | None:
    """Return a player's row, or None if the player was never rated."""
    return next((row for row in table.rows if row.player == player), None)


def steps(key: RatingListKey, player: UUID) -> QuerySet[RatingStep]:
    """Return a player's ratings after each session, in the order of play."""
    return RatingStep.objects.filter(**_of_list(key), player=player).order_by("moment")


def displayed_rating(row: Rating | RatingStep) -> DisplayedRating:
    """Return a stored rating on the displayed scale."""
    return DisplayedRating(
        rating=round(row.mu * SCALE),
        uncertainty=round(row.sigma * SCALE),
        mu=row.mu,
        sigma=row.sigma,
        hands=row.hands,
    )


def day_of_step(row: Rating | RatingStep) -> date:
    """Return the day of the session after which the player had this rating."""
    return date.fromisoformat(row.moment[:8])


def _of_list(key: RatingListKey) -> dict[str, UUID | str | None]:
    return {f"list__{name}": value for name, value in key._asdict().items()}


def _refresh(key: RatingListKey) -> int:
    """Refresh the list if that takes little time; return how many sessions are left for the worker."""
    reratings = rating_lists.reratings_for(key)
    queued = reratings.count()
    if 0 < queued <= MOST_RERATINGS:
        while rating_lists.apply_reratings(key.club_id, reratings):
            queued = 0
    rating_list = rating_lists.find_list(key)
    if rating_list is None or not rating_lists.start_of(rating_list):
        return queued
    if queued == 0 and _hands_left(rating_list) <= MOST_HANDS:
        while rerating.rate_next_sessions(rating_list.pk, wait=True):
            pass
        rating_list.refresh_from_db()
    return queued + rating_lists.sessions_left(rating_list).count()


def _hands_left(rating_list: RatingList) -> int:
    left: int | None = rating_lists.sessions_left(rating_list).aggregate(Sum("hands"))["hands__sum"]
    return left or 0


def _rank(ratings: Iterable[Rating]) -> Iterator[RatingRow]:
    """Yield players with enough hands by rating, equals sharing a place, then the others without a place."""
    rows = [(row.player_id, displayed_rating(row), day_of_step(row)) for row in ratings]
    rows.sort(key=lambda row: (row[1].hands < PROVISIONAL, -row[1].rating, row[1].uncertainty, row[0]))  # fmt: skip
    place, last_rating = 0, None
    for number, (player, rating, last_played) in enumerate(rows, start=1):
        if rating.rating != last_rating:
            place, last_rating = number, rating.rating
        yield RatingRow(place if rating.hands >= PROVISIONAL else None, player, rating, last_played)
