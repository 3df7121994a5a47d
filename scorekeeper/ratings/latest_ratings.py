"""Read a rating list without waiting for anybody: no row is locked and nothing is written.

Where few changes wait, their sessions are rated for this reader alone and laid over the stored rows, so that what was
just recorded counts at once.  Where more wait, the reader gets the ratings of before, and a worker does the rest.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scorekeeper import set_aside
from scorekeeper.clubs import holds
from scorekeeper.models import Player, RatedSession, Rating, RatingList, RatingStep
from scorekeeper.ratings import finishing_orders, states
from scorekeeper.ratings.changes import (
    SessionChange,
    changed_sessions,
    count_reratings,
    find_changes,
    reratings_for,
    stale_from,
)
from scorekeeper.ratings.lists import RatingListKey, find_list, rated_sessions, start_of

MOST_RERATINGS = 100  # queued changes that a reader looks at; more are left to the worker
MOST_HANDS = 1_000  # rated for a reader; more are left to the worker
MOST_COUNTED = 10_000  # up to this number the sessions that are left are counted
TRIES = 3  # workers may store ratings while a reader computes them


class NewSteps(NamedTuple):
    """Steps that are not stored yet.  They replace all stored steps from a moment on."""

    start: str = ""  # the moment; empty: the stored steps are current
    steps: tuple[RatingStep, ...] = ()  # in the order of play


class Reading(NamedTuple):
    """A rating list as one reader gets it."""

    ratings: Sequence[Rating | RatingStep]  # one row per player
    sessions_left: int = 0  # sessions that these ratings do not count yet
    counted_at: datetime | None = None  # when such older ratings were completed
    new_steps: NewSteps = NewSteps()


def read(key: RatingListKey) -> Reading:
    """Return the rating list; nothing is written and no row is locked."""
    for _ in range(TRIES):
        # The changes first: what a worker applies after they were read, it marks in the list, which is read later.
        changes = waiting_changes(key)
        rating_list = find_list(key)
        reading = set_aside.for_a_reader(partial(_read, key, rating_list, changes))
        if reading is None or holds.is_held(key.club_id):
            break
        is_stored = not reading.new_steps.start
        if is_stored or version(find_list(key)) == version(rating_list):
            return reading
    return _former_reading(key, rating_list, changes)


def waiting_changes(key: RatingListKey) -> list[SessionChange] | None:
    """Return the changes that no worker has applied to a list yet, or None if too many wait, or a long act holds the club (`clubs.holds`)."""
    if holds.is_held(key.club_id):
        return None
    queued = count_reratings(key.club_id, most=MOST_RERATINGS + 1)
    if not queued:
        return []
    if queued > MOST_RERATINGS:
        return None
    sessions = reratings_for(key).values_list("session", flat=True)
    return set_aside.for_a_reader(lambda: find_changes(set(sessions)))


def sessions_with_changes(
    key: RatingListKey, changes: Sequence[SessionChange], stored: QuerySet[RatedSession]
) -> list[RatedSession]:
    """Return these stored sessions of a list as they are with the changes, in the order of play."""
    unchanged = stored.exclude(pk__in=[row.session_id for _, row in changes])
    sessions = [*unchanged, *changed_sessions(changes, key)]
    return sorted(sessions, key=lambda row: row.moment)


def version(rating_list: RatingList | None) -> tuple[object, ...] | None:
    """Return columns of which one changes whenever a worker changes what is stored of a list."""
    if rating_list is None:
        return None
    return (
        rating_list.counted_from,
        rating_list.under_way,
        rating_list.method,
        rating_list.counted_at,
    )


def _read(
    key: RatingListKey, rating_list: RatingList | None, changes: Sequence[SessionChange] | None
) -> Reading | None:
    """Return the list with everything that waits, or None if that is too much for one request."""
    if changes is None or (rating_list is not None and rating_list.under_way):
        return None
    start = _start(key, rating_list, changes)
    if not start:
        return Reading(_stored_ratings(rating_list))
    stored = rated_sessions(key).filter(moment__gte=start)
    if sum(stored.values_list("hands", flat=True)[: MOST_HANDS + 1]) > MOST_HANDS:
        return None
    sessions = sessions_with_changes(key, changes, stored)
    if sum(row.hands for row in sessions) > MOST_HANDS:
        return None
    return _with_new_steps(rating_list, sessions, start)


def _with_new_steps(
    rating_list: RatingList | None, sessions: Sequence[RatedSession], start: str
) -> Reading:
    """Rate these sessions, and lay the result over what is stored of the list from this moment on."""
    orders = [finishing_orders.stored_orders(row) for row in sessions]
    players = {player for row in orders for player in row.players}
    last: dict[UUID, Rating | RatingStep] = {}
    if rating_list is not None:
        stored = RatingStep.objects.filter(list=rating_list)
        outdated = stored.filter(moment__gte=start).order_by().values_list("player", flat=True)
        players.update(outdated.distinct())
        concerned = Player.objects.filter(pk__in=players)
        steps_before = states.last_steps(stored.filter(moment__lt=start), concerned)
        last |= {step.player_id: step for step in steps_before}
    before = {player: states.state_of(step) for player, step in last.items()}
    steps = states.build_steps(sessions, states.states_after(sessions, before=before))
    last |= {step.player_id: step for step in steps}
    others = (row for row in _stored_ratings(rating_list) if row.player_id not in players)
    return Reading([*others, *last.values()], new_steps=NewSteps(start, tuple(steps)))


def _former_reading(
    key: RatingListKey, rating_list: RatingList | None, changes: Sequence[SessionChange] | None
) -> Reading:
    """Return the ratings as they were last completed, and how much is left."""
    if changes is None:
        left = count_reratings(key.club_id, most=MOST_COUNTED)
    else:
        left = sum(key in stale_from([change]) for change in changes)
    start = _start(key, rating_list, changes or ())
    if start:
        stored = rated_sessions(key).filter(moment__gte=start)
        stored = stored.exclude(pk__in=[row.session_id for _, row in changes or ()])
        left += stored.order_by()[:MOST_COUNTED].count()
    return Reading(
        _stored_ratings(rating_list),
        sessions_left=max(left, 1),
        counted_at=rating_list.counted_at if rating_list else None,
    )


def _start(
    key: RatingListKey, rating_list: RatingList | None, changes: Sequence[SessionChange]
) -> str:
    """Return the moment from which a list is stale, with these changes; empty if it is current."""
    stored = start_of(rating_list) if rating_list else ""
    changed = stale_from(changes).get(key, "")
    return min(filter(None, [stored, changed]), default="")


def _stored_ratings(rating_list: RatingList | None) -> list[Rating]:
    return list(Rating.objects.filter(list=rating_list)) if rating_list else []
