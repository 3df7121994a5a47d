"""The hands that statistics count, streamed in the order of play."""

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
from scorekeeper.standings.tallies import COUNTING_STATUSES
from scorekeeper.standings.totals import exact_sum

CHUNK = 500  # rows read at a time
MARKS = ("annulled", "adjustments", "blocked")  # keys for which a hand's record is read
VOID = "void"  # status of hands of which only the adjustments count


@dataclass(frozen=True, kw_only=True)
class HandFilter:
    """Selects hands: of these sessions, between these days, both included."""

    sessions: QuerySet[Session]
    season: UUID | None = None
    variant: str | None = None
    since: date | None = None
    until: date | None = None

    def filtered_sessions(self) -> QuerySet[Session]:
        """Return the sessions of this season, variant and period, with an annotation ``day``."""
        lookups = {
            "season": self.season,
            "variant": self.variant,
            "day__gte": self.since,
            "day__lte": self.until,
        }
        sessions = self.sessions.order_by().annotate(day=day_of(""))
        return sessions.filter(
            **{name: value for name, value in lookups.items() if value is not None}
        )

    def scores(self) -> QuerySet[Score]:
        """Return the scores of all players in the selected hands."""
        return Score.objects.filter(hand__session__in=self.filtered_sessions().values("pk"))


class CountedSeat(NamedTuple):
    """One player's result in a hand.  None: not proved."""

    player: UUID
    seat: int
    points: float | None
    adjustments: float
    place: int | None
    cards_left: int | None
    blocked: bool  # marked as blocked on a score sheet without plays


class CountedHand(NamedTuple):
    """A hand with the results of its seats."""

    hand: UUID
    session: UUID
    day: date
    season: UUID | None
    counts: bool  # False: only its adjustments count
    seats: tuple[CountedSeat, ...]


def in_play_order(hand_filter: HandFilter) -> Iterator[CountedHand]:
    """Yield the selected hands in the order of play, from one query.

    Unfinished hands and hands after the end of their game are left out.
    """
    record = Case(
        When(is_marked(), seat=1, then="hand__head__content"),
        default=None,
        output_field=JSONTextField(),
    )
    rows = (
        finished(hand_filter.scores())
        .annotate(day=day_of("hand__session__"), record=record)
        .order_by("day", "hand__session__created_at", "hand__session", "hand__position", "seat")
        .values_list(
            "hand",
            "hand__session",
            "day",
            "hand__session__season",
            "hand__adjudication__status",
            "record",
            "player",
            "seat",
            "points",
            "place",
            "cards_left",
        )
    )
    for _, seats in groupby(rows.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield _counted_hand(tuple(seats))


def finished(scores: QuerySet[Score]) -> QuerySet[Score]:
    """Return the scores in hands that are over or void."""
    return scores.filter(hand__adjudication__status__in=COUNTING_STATUSES | {VOID})


def is_marked() -> Q:
    """Return the condition that a score's hand has a key in its record that statistics need."""
    return reduce(or_, (Q(hand__head__content__contains=f'"{key}":') for key in MARKS))


def _counted_hand(rows: Sequence[tuple[Any, ...]]) -> CountedHand:
    hand, session, day, season, status, record, *_ = rows[0]
    record = record or {}
    blocked = [] if record.get("events") else record.get("blocked") or []
    seats = tuple(
        CountedSeat(
            player, seat, points, adjustments(record, seat), place, cards_left, seat in blocked
        )
        for *_, player, seat, points, place, cards_left in rows
    )
    counts = status != VOID and not record.get("annulled")
    return CountedHand(hand, session, day, season, counts, seats)


def adjustments(record: Mapping[str, Any], seat: int) -> float:
    """Return the points that referees gave or took from a seat in a hand's record."""
    rows = record.get("adjustments") or []
    return exact_sum(row["points"] for row in rows if row["seat"] == seat)
