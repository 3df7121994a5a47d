"""A player's points hand after hand, read from the player's own scores."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db.models import Case, F, QuerySet, When

from scorekeeper.models import Score
from scorekeeper.models.fields import JSONTextField
from scorekeeper.standings.scope import day_of
from scorekeeper.standings.totals import exact_sum
from scorekeeper.statistics import counted_hands
from scorekeeper.statistics.counted_hands import CHUNK, VOID, HandFilter


class PointsStep(NamedTuple):
    """A hand in the series of a player's points."""

    day: date
    hand: UUID
    points: float  # of the hand, with adjustments
    total: float  # of all hands so far


def of_player(player: UUID, hand_filter: HandFilter) -> Iterator[PointsStep]:
    """Yield the points of somebody who stays after merges, hand after hand, from one query.

    Hands without proved points and without adjustments are left out.
    """
    total = 0.0
    rows = _own_scores(player, hand_filter)
    columns = ("day", "hand", "seat", "points", "hand__adjudication__status", "record")
    for day, hand, seat, points, status, record in rows.values_list(*columns).iterator(
        chunk_size=CHUNK
    ):
        adjustments = counted_hands.adjustments(record or {}, seat)
        if points is None and not adjustments:
            continue
        counts = status != VOID and not (record or {}).get("annulled")
        step = exact_sum([(points or 0) if counts else 0, adjustments])
        total = exact_sum([total, step])
        yield PointsStep(day, hand, step, total)


def _own_scores(player: UUID, hand_filter: HandFilter) -> QuerySet[Score]:
    record = Case(
        When(counted_hands.is_marked(), then=F("hand__head__content")),
        default=None,
        output_field=JSONTextField(),
    )
    scores = counted_hands.finished(hand_filter.scores()).filter(player=player)
    scores = scores.annotate(day=day_of("hand__session__"), record=record)
    return scores.order_by("day", "hand__session__created_at", "hand__session", "hand__position")
