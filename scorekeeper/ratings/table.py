"""Rating lists for display: places, and each player's rating after every session.

Ratings are displayed on a scale on which every player begins with 1,500 ± 500.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import Rating, RatingStep, Season, Session
from scorekeeper.ratings import latest_ratings
from scorekeeper.ratings.latest_ratings import NewSteps
from scorekeeper.ratings.lists import RatingListKey

SCALE = 60
PROVISIONAL = 10  # players with fewer hands have no place


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
    moment: str  # of the last session


class RatingTable(NamedTuple):
    """A rating list, best first."""

    sessions_left: (
        int  # sessions that a worker still has to rate; until then the rows are the earlier ones
    )
    rows: tuple[RatingRow, ...]
    counted_at: datetime | None = None  # when the earlier rows were completed
    new_steps: NewSteps = NewSteps()  # for `history.find_history`


def season_key(season: Season, variant: str = "") -> RatingListKey:
    """Return the key of a season's list, of one game or of all games."""
    return RatingListKey(season.club_id, season.pk, variant)


def all_time_key(club: UUID, variant: str = "") -> RatingListKey:
    """Return the key of a club's list over all seasons, of one game or of all games."""
    return RatingListKey(club, None, variant)


def rating_list(key: RatingListKey) -> RatingTable:
    """Return the rating list with everything that was recorded, or that of before if too much waits for one request."""
    reading = latest_ratings.read(key)
    rows = tuple(_rank(reading.ratings))
    return RatingTable(reading.sessions_left, rows, reading.counted_at, reading.new_steps)


def find_rating(table: RatingTable, player: UUID) -> RatingRow | None:
    """Return a player's row, or None if the player was never rated."""
    return next((row for row in table.rows if row.player == player), None)


def displayed_rating(row: Rating | RatingStep) -> DisplayedRating:
    """Return a stored rating on the displayed scale."""
    return DisplayedRating(
        rating=round(row.mu * SCALE),
        uncertainty=round(row.sigma * SCALE),
        mu=row.mu,
        sigma=row.sigma,
        hands=row.hands,
    )


def days_of(rows: Iterable[RatingRow | RatingStep]) -> dict[str, date | None]:
    """Return the days of the sessions after which players had these ratings, by moment; None: the session has no date."""
    moments = {row.moment for row in rows}
    sessions = Session.objects.filter(pk__in={moment[-32:] for moment in moments})
    undated = {pk.hex for pk in sessions.filter(played_on=None).values_list("pk", flat=True)}
    return {
        moment: None if moment[-32:] in undated else date.fromisoformat(moment[:8])
        for moment in moments
    }


def _rank(ratings: Iterable[Rating | RatingStep]) -> Iterator[RatingRow]:
    """Yield players with enough hands by rating, equals sharing a place, then the others without a place."""
    rows = [(row.player_id, displayed_rating(row), row.moment) for row in ratings]
    rows.sort(
        key=lambda row: (row[1].hands < PROVISIONAL, -row[1].rating, row[1].uncertainty, row[0])
    )
    place, last_rating = 0, None
    for number, (player, rating, moment) in enumerate(rows, start=1):
        if rating.rating != last_rating:
            place, last_rating = number, rating.rating
        yield RatingRow(place if rating.hands >= PROVISIONAL else None, player, rating, moment)
