"""The hands that statistics count, one after another, so that no more than a few are held at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import groupby
from operator import itemgetter, or_
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, Q, QuerySet, When

from scorekeeper.models import Score, Session
from scorekeeper.models.fields import JSONTextField
from scorekeeper.standings.scope import day_of
from scorekeeper.standings.tallies import COUNTING
from scorekeeper.standings.totals import exact

CHUNK = 500  # rows read at a time
MARKS = ("annulled", "adjustments", "blocked")  # keys of hands that are looked into
VOID = "void"  # brings nothing but adjustments


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which hands: of these sessions, in which this player sat, between these days, both included."""

    sessions: QuerySet[Session]
    player: UUID | None = None
    season: UUID | None = None
    variant: str | None = None
    since: date | None = None
    until: date | None = None

    def narrowed(self) -> QuerySet[Session]:
        """The sessions of these days, of this season and variant."""
        said = {
            "season": self.season,
            "variant": self.variant,
            "day__gte": self.since,
            "day__lte": self.until,
        }
        sessions = self.sessions.order_by().annotate(day=day_of(""))
        return sessions.filter(**{name: value for name, value in said.items() if value is not None})

    def scores(self) -> QuerySet[Score]:
        """What their hands brought."""
        scores = Score.objects.filter(hand__session__in=self.narrowed().values("pk"))
        if self.player is None:
            return scores
        return scores.filter(hand__in=Score.objects.filter(player=self.player).values("hand"))


class Seated(NamedTuple):
    """What a hand brought one player.  None: not proved."""

    player: UUID
    seat: int
    points: float | None
    adjustments: float
    place: int | None
    cards_left: int | None
    blocked: bool  # by a score sheet without plays


class Played(NamedTuple):
    """A hand as its score sheet has it."""

    hand: UUID
    session: UUID
    day: date
    season: UUID | None
    counts: bool  # or are its adjustments all that it brought?
    seats: tuple[Seated, ...]


def in_order(wanted: Wanted) -> Iterator[Played]:
    """The hands in the order of play: one query.  Hands that go on are left out, and those after the end of their game."""
    marked = reduce(or_, (Q(hand__head__content__contains=f'"{key}":') for key in MARKS))
    said = Case(
        When(marked, seat=1, then="hand__head__content"), default=None, output_field=JSONTextField()
    )
    rows = (
        wanted.scores()
        .filter(hand__adjudication__status__in=COUNTING | {VOID})
        .annotate(day=day_of("hand__session__"), said=said)
        .order_by("day", "hand__session__created_at", "hand__session", "hand__position", "seat")
        .values_list(
            "hand", "hand__session", "day", "hand__session__season", "hand__adjudication__status", "said",
            "player", "seat", "points", "place", "cards_left",
        )
    )  # fmt: skip
    for _, seats in groupby(rows.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield _played(tuple(seats))


def _played(rows: Sequence[tuple[Any, ...]]) -> Played:
    hand, session, day, season, status, said, *_ = rows[0]
    said = said or {}
    blocked = [] if said.get("events") else said.get("blocked") or []
    seats = tuple(
        Seated(player, seat, points, _adjusted(said, seat), place, cards_left, seat in blocked)
        for *_, player, seat, points, place, cards_left in rows
    )
    return Played(hand, session, day, season, status != VOID and not said.get("annulled"), seats)


def _adjusted(said: Mapping[str, Any], seat: int) -> float:
    return exact(row["points"] for row in said.get("adjustments") or [] if row["seat"] == seat)
