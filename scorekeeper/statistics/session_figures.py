"""The figures of every player in each session, computed from its hands.

They are stored as rows of `SessionFigures`.  A new `Result` has none: `Result.showings` is null until a worker has stored them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import QuerySet

import referee
from scorekeeper.adjudication import judging
from scorekeeper.models import Result, Seat, Session, SessionFigures, Visibility
from scorekeeper.standings.scope import day_of
from scorekeeper.statistics import counted_hands, play_counts, player_history
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.player_figures import PlayerAccumulator, SessionTotals
from scorekeeper.statistics.player_history import Details, PlayerHand

FORMAT = 4
"""Version of the stored JSON.  Clubs whose figures have another version are counted again as a whole."""
BATCH = 100  # sessions computed at a time
STORED = {"form": FORMAT}  # `Result.showings` of sessions whose figures are stored

SessionFiguresJson: TypeAlias = list[list[Any]]
"""A session's figures as JSON: for each seat the player's id, the fields of SessionTotals and those of Details."""


class PlayerInSession(NamedTuple):
    """A player's figures in a session."""

    player: UUID  # as recorded, perhaps merged into another since
    totals: SessionTotals
    details: Details


def uncounted(results: QuerySet[Result] | None = None) -> QuerySet[Result]:
    """Return the results without figures, of games that are installed: what a play counts as is known from their rules."""
    every = Result.objects.all() if results is None else results
    return every.filter(showings=None, session__variant__in=[*referee.VARIANTS])


def build(sessions: Collection[UUID]) -> list[SessionFigures]:
    """Return unsaved rows with the figures of these sessions, computed from the scores and answers of their hands.

    Takes five queries for every ``BATCH`` of them.
    """
    ids = sorted(sessions)
    batches = (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
    return [row for batch in batches for row in _build(batch)]


def _build(batch: Sequence[UUID]) -> Iterable[SessionFigures]:
    rows = Session.objects.filter(pk__in=batch, variant__in=[*referee.VARIANTS])
    rows = rows.annotate(day=day_of("")).select_related("result", "head")
    by_id = {row.pk: row for row in rows.order_by("pk") if hasattr(row, "result")}
    players = _players_of(by_id)
    for pk, session in by_id.items():
        yield SessionFigures(
            session_id=pk,
            club_id=session.club_id,
            season_id=session.season_id,
            variant=session.variant,
            public=session.visibility == Visibility.PUBLIC,
            day=session.day,
            opened_at=session.created_at,
            input_digest=session.result.input_digest,
            figures=[_as_json(player) for player in players[pk]],
        )


def _players_of(sessions: Mapping[UUID, Session]) -> dict[UUID, list[PlayerInSession]]:
    hand_filter = HandFilter(sessions=Session.objects.filter(pk__in=[*sessions]))
    accumulators: dict[UUID, dict[int, PlayerAccumulator]] = defaultdict(
        lambda: defaultdict(PlayerAccumulator)
    )
    hands: dict[UUID, dict[int, list[PlayerHand]]] = defaultdict(lambda: defaultdict(list))
    for hand in counted_hands.in_play_order(hand_filter):
        for hand_seat in hand.seats:
            accumulators[hand.session][hand_seat.seat].add_hand(hand, hand_seat)
            hands[hand.session][hand_seat.seat].append(PlayerHand(hand, hand_seat))
    for plays in play_counts.count_plays(hand_filter):
        accumulators[plays.session][plays.seat].play_counts += plays.counts
    figures: dict[UUID, list[PlayerInSession]] = {session: [] for session in sessions}
    seats = Seat.objects.filter(session__in=[*sessions]).order_by("session_id", "number")
    for pk, seat, player in seats.values_list("session", "number", "player"):
        if seat in accumulators[pk]:
            session = sessions[pk]
            accumulators[pk][seat].add_record(
                hands=session.result.hands, lowest_wins=judging.rules_of(session).lowest_wins
            )
            totals = accumulators[pk][seat].session_totals()
            details = player_history.details_of(hands[pk][seat])
            figures[pk].append(PlayerInSession(player, totals, details))
    return figures


def players_in(row: SessionFigures) -> list[PlayerInSession]:
    """Return the figures of the players in a session."""
    return [_read(stored) for stored in row.figures]


def _as_json(player: PlayerInSession) -> list[Any]:
    return [str(player.player), player.totals, player_history.as_json(player.details)]


def _read(stored: Sequence[Any]) -> PlayerInSession:
    player, totals, details = stored
    return PlayerInSession(
        player_id(player), SessionTotals(*totals), player_history.read_json(details)
    )


@lru_cache(maxsize=10_000)
def player_id(text: str) -> UUID:
    """Return the id that a text stands for; remembers many, because each player has many rows."""
    return UUID(text)
