"""Ratings counted from scratch: every hand judged anew from what was written down, rated in order, and compared with what is kept."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, RatedSession, Rating, RatingStep, Season, Session
from scorekeeper.ratings import finishing_orders, plackett_luce, rerating
from scorekeeper.ratings import lists as rating_lists
from scorekeeper.ratings.lists import RatingListKey
from scorekeeper.ratings.plackett_luce import BEGINNER, Skill, SkillState
from scorekeeper.standings.past_sessions import SessionHistory
from scorekeeper.standings.scope import Scope

BATCH = 200  # sessions read at a time

_Steps: TypeAlias = dict[tuple[str, UUID], SkillState]
"""By moment and player."""


class Astray(NamedTuple):
    """A rating that is kept otherwise than it is counted; None: there is no such row."""

    where: RatingListKey
    moment: str  # empty: after everything
    player: UUID
    kept: SkillState | None
    counted: SkillState | None

    def __str__(self) -> str:
        what = f"season {self.where.season_id}" if self.where.season_id else f"club {self.where.club_id}"  # fmt: skip
        game = self.where.variant or "all games"
        then = f"after {self.moment}" if self.moment else "rating"
        return f"{what}, {game}, {then}, player {self.player}: kept {self.kept}, counted {self.counted}"


def recount(club: Club, season: Season | None = None) -> Iterator[Astray]:
    """Everything in which the ratings of a club, or of one of its seasons, are not what its records bring."""
    rerating.refresh_club(club.pk)
    sessions = Session.objects.filter(club=club)
    if season is not None:
        sessions = sessions.filter(season=season)
    by_list: dict[RatingListKey, list[RatedSession]] = defaultdict(list)
    for row in _from_records(club.pk, sessions.order_by("pk").iterator(chunk_size=BATCH)):
        for where in rating_lists.keys_of(row):
            by_list[where].append(row)
    kept = {where for where in rating_lists.keys_in_club(club.pk) if season is None or where.season_id}
    for where in sorted({*by_list, *kept}, key=str):
        if season is None or where.season_id == season.pk:
            yield from _compared(where, _rated(by_list[where]))


def _from_records(club: UUID, sessions: Iterator[Session]) -> Iterator[RatedSession]:
    """What was written down, judged and read anew."""
    survivors = player_merges.surviving_players(club)
    while some := list(islice(sessions, BATCH)):
        history = SessionHistory([session.pk for session in some])
        for session in some:
            known = history.session_as_of(session.pk, None, survivors=survivors, scope=Scope())
            row = finishing_orders.build_rated_session(session, finishing_orders.orders_of(known.hand_scores))
            if row.hands:
                yield row


def _rated(rows: Iterable[RatedSession]) -> _Steps:
    """Everybody's steps through these sessions, in the order of play."""
    way: dict[UUID, SkillState] = {}
    steps: _Steps = {}
    for row in sorted(rows, key=lambda row: row.moment):
        told = finishing_orders.stored_orders(row)
        came = [way.get(player, BEGINNER) for player in told.players]
        reached = dict(zip(told.players, plackett_luce.after_session(came, told), strict=True))
        way |= reached
        steps |= {(row.moment, player): there for player, there in reached.items()}
    return steps


def _compared(where: RatingListKey, counted: Mapping[tuple[str, UUID], SkillState]) -> Iterator[Astray]:
    ends: _Steps = {("", player): there for (_, player), there in counted.items()}
    anew = {**counted, **ends}
    lists = {f"list__{name}": value for name, value in where._asdict().items()}
    steps, ratings = RatingStep.objects.filter(**lists), Rating.objects.filter(**lists)
    kept: _Steps = {(step.moment, step.player_id): _reached(step) for step in steps.order_by()}
    kept |= {("", row.player_id): _reached(row) for row in ratings.order_by()}
    for key in sorted({*anew, *kept}):
        if anew.get(key) != kept.get(key):
            yield Astray(where, *key, kept.get(key), anew.get(key))


def _reached(row: RatingStep | Rating) -> SkillState:
    return SkillState(Skill(row.mu, row.sigma, row.hands), row.input_digest)
