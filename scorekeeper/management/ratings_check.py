"""Rate a club's sessions again from their records and compare the result with the stored ratings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, RatedSession, Rating, RatingStep, Season, Session
from scorekeeper.ratings import finishing_orders, plackett_luce, rerating
from scorekeeper.ratings.lists import RatingListKey, keys_in_club, keys_of
from scorekeeper.ratings.plackett_luce import BEGINNER, SkillState
from scorekeeper.ratings.states import state_of
from scorekeeper.sessions import what_if_pieces
from scorekeeper.standings.past.past_sessions import SessionHistory
from scorekeeper.standings.scope import Scope

BATCH = 200  # sessions read at a time

_States: TypeAlias = dict[tuple[str, UUID], SkillState]
"""By moment and player; the moment "" stands for the current rating."""


class RatingDiscrepancy(NamedTuple):
    """A stored rating that differs from the recount.  None: there is no such row."""

    key: RatingListKey
    moment: str  # of the session after which it was reached; empty: the current rating
    player: UUID
    stored: SkillState | None
    counted: SkillState | None

    def __str__(self) -> str:
        key = self.key
        what = f"season {key.season_id}" if key.season_id else f"club {key.club_id}"
        game = key.variant or "all games"
        when = f"after {self.moment}" if self.moment else "rating"
        return f"{what}, {game}, {when}, player {self.player}: stored {self.stored}, counted {self.counted}"


def recount(club: Club, season: Season | None = None) -> Iterator[RatingDiscrepancy]:
    """Yield every difference between the stored ratings of a club, or of one of its seasons, and the records."""
    what_if_pieces.finish_club(club.pk)
    rerating.refresh_club(club.pk)
    sessions = Session.objects.filter(club=club)
    if season is not None:
        sessions = sessions.filter(season=season)
    by_list: dict[RatingListKey, list[RatedSession]] = defaultdict(list)
    for row in _rated_sessions(club.pk, sessions.order_by("pk").iterator(chunk_size=BATCH)):
        for key in keys_of(row):
            by_list[key].append(row)
    stored = {key for key in keys_in_club(club.pk) if season is None or key.season_id}
    for key in sorted({*by_list, *stored}, key=str):
        if season is None or key.season_id == season.pk:
            yield from _compare(key, _rate(by_list[key]))


def _rated_sessions(club: UUID, sessions: Iterator[Session]) -> Iterator[RatedSession]:
    """Yield the sessions with rated hands, judged again from their records."""
    survivors = player_merges.surviving_players(club)
    while batch := list(islice(sessions, BATCH)):
        history = SessionHistory([session.pk for session in batch])
        for session in batch:
            known = history.session_as_of(session.pk, None, survivors=survivors, scope=Scope())
            orders = finishing_orders.orders_of(known.hand_scores)
            row = finishing_orders.build_rated_session(session, orders)
            if row.hands:
                yield row


def _rate(rows: Iterable[RatedSession]) -> _States:
    """Return every player's state after each of these sessions."""
    current: dict[UUID, SkillState] = {}
    states: _States = {}
    for row in sorted(rows, key=lambda row: row.moment):
        orders = finishing_orders.stored_orders(row)
        before = [current.get(player, BEGINNER) for player in orders.players]
        after = dict(zip(orders.players, plackett_luce.after_session(before, orders), strict=True))
        current |= after
        states |= {(row.moment, player): state for player, state in after.items()}
    return states


def _compare(
    key: RatingListKey, counted: Mapping[tuple[str, UUID], SkillState]
) -> Iterator[RatingDiscrepancy]:
    current: _States = {("", player): state for (_, player), state in counted.items()}
    recounted = {**counted, **current}
    of_list = {f"list__{name}": value for name, value in key._asdict().items()}
    steps, ratings = RatingStep.objects.filter(**of_list), Rating.objects.filter(**of_list)
    stored: _States = {(step.moment, step.player_id): state_of(step) for step in steps.order_by()}
    stored |= {("", row.player_id): state_of(row) for row in ratings.order_by()}
    for moment_and_player in sorted({*recounted, *stored}):
        old, new = stored.get(moment_and_player), recounted.get(moment_and_player)
        if old != new:
            yield RatingDiscrepancy(key, *moment_and_player, old, new)
