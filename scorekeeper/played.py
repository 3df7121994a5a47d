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
from django.db.models.functions import Coalesce, TruncDate

from scorekeeper.counting import exact
from scorekeeper.models import Score, Session
from scorekeeper.models.fields import JSONTextField
from scorekeeper.tallying import COUNTING

CHUNK = 500  # rows read at a time
MARKS = ("annulled", "adjustments", "blocked")  # keys of hands that are looked into
VOID = "void"  # brings nothing but adjustments
DAY = Coalesce("hand__session__played_on", TruncDate("hand__session__created_at"))


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which hands: of these sessions, in which this player sat, between these days, both included."""

    sessions: QuerySet[Session]
    player: UUID | None = None
    season: UUID | None = None
    variant: str | None = None
    since: date | None = None
    until: date | None = None

    def scores(self) -> QuerySet[Score]:
        """What the hands brought; a session that has no date counts by the day on which it was opened."""
        said = {
            "hand__in": self.player and Score.objects.filter(player=self.player).values("hand"),
            "hand__session__season": self.season,
            "hand__session__variant": self.variant,
            "day__gte": self.since,
            "day__lte": self.until,
        }
        scores = Score.objects.filter(hand__session__in=self.sessions.order_by().values("pk"))
        return scores.annotate(day=DAY).filter(
            **{name: value for name, value in said.items() if value is not None}
        )


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
        .annotate(day=DAY, said=said)
        .order_by("day", "hand__session__created_at", "hand__session", "hand__position", "seat")
        .values_list(
            "hand", "day", "hand__session__season", "hand__adjudication__status", "said",
            "player", "seat", "points", "place", "cards_left",
        )
    )  # fmt: skip
    for _, seats in groupby(rows.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield _played(tuple(seats))


def _played(rows: Sequence[tuple[Any, ...]]) -> Played:
    hand, day, season, status, said, *_ = rows[0]
    said = said or {}
    blocked = [] if said.get("events") else said.get("blocked") or []
    seats = tuple(
        Seated(player, seat, points, _adjusted(said, seat), place, cards_left, seat in blocked)
        for *_, player, seat, points, place, cards_left in rows
    )
    return Played(hand, day, season, status != VOID and not said.get("annulled"), seats)


def _adjusted(said: Mapping[str, Any], seat: int) -> float:
    return exact(row["points"] for row in said.get("adjustments") or [] if row["seat"] == seat)
