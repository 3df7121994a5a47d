"""The figures of every player in each session, stored with the session's `Result`.

A new result has none.  They are computed by the worker, or when they are first read.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Q, QuerySet

import referee
from scorekeeper.models import Result, Seat, Session
from scorekeeper.standings import scope as standings_scope
from scorekeeper.statistics import counted_hands, play_counts
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.player_figures import PlayerAccumulator, SessionTotals

FORMAT = 1
"""Version of the stored JSON.  Figures of another version are computed again."""
BATCH = 100  # sessions computed at a time
CHUNK = 2000  # rows read at a time

StoredFigures: TypeAlias = dict[str, Any]
"""A session's figures as JSON: the format, and for each seat a list of the player and the fields of SessionTotals."""
NO_FIGURES: StoredFigures = {"form": FORMAT, "seats": []}


class PlayerInSession(NamedTuple):
    """A player's totals in a session."""

    player: UUID  # as recorded, perhaps merged into another since
    totals: SessionTotals


class SessionFigures(NamedTuple):
    """The totals of all players in a session."""

    day: date
    season: UUID | None
    players: list[PlayerInSession]


def in_play_order(
    hand_filter: HandFilter, seated: Collection[UUID] = ()
) -> Iterator[SessionFigures]:
    """Yield the selected sessions in the order of play; with ``seated``, only those of one of these players.

    Takes two queries if no figures are missing.
    """
    results = _results(hand_filter, seated)
    # Repeat: sessions may change while they are computed.
    while count_sessions(
        list(_countable(results).filter(_missing()).values_list("session", flat=True))
    ):
        pass
    rows = (
        results.annotate(day=standings_scope.day_of("session__"))
        .order_by("day", "session__created_at", "session")
        .values_list("day", "session__season", "showings")
    )
    for day, season, stored in rows.iterator(chunk_size=CHUNK):
        yield SessionFigures(day, season, _read(stored or NO_FIGURES))


def count_missing(*, stop: Callable[[], bool]) -> int:
    """Compute missing figures until ``stop`` says so; return the number of sessions."""
    counted = 0
    uncounted = _countable(Result.objects.filter(showings=None))
    missing = uncounted.order_by("pk").values_list("pk", flat=True)
    while not stop() and (sessions := list(missing[:BATCH])):
        counted += count_sessions(sessions)
    return counted


def count_sessions(sessions: Sequence[UUID]) -> int:
    """Compute and store the figures of these sessions; return how many they were.

    A result that changes meanwhile stays without figures.
    """
    for start in range(0, len(sessions), BATCH):
        batch = sessions[start : start + BATCH]
        digests = dict(Result.objects.filter(pk__in=batch).values_list("pk", "input_digest"))
        for session, players in figures_from_hands(batch).items():
            unchanged = Result.objects.filter(pk=session, input_digest=digests.get(session))
            unchanged.update(showings=_as_json(players))
    return len(sessions)


def figures_from_hands(sessions: Sequence[UUID]) -> dict[UUID, list[PlayerInSession]]:
    """Compute the figures of these sessions from the scores and answers of their hands, in three queries."""
    hand_filter = HandFilter(sessions=Session.objects.filter(pk__in=sessions))
    accumulators: dict[UUID, dict[int, PlayerAccumulator]] = defaultdict(
        lambda: defaultdict(PlayerAccumulator)
    )
    for hand in counted_hands.in_play_order(hand_filter):
        for hand_seat in hand.seats:
            accumulators[hand.session][hand_seat.seat].add_hand(hand, hand_seat)
    for plays in play_counts.count_plays(hand_filter):
        accumulators[plays.session][plays.seat].play_counts += plays.counts
    figures: dict[UUID, list[PlayerInSession]] = {session: [] for session in sessions}
    seats = Seat.objects.filter(session__in=sessions).order_by("session", "number")
    for session, seat, player in seats.values_list("session", "number", "player"):
        if seat in accumulators[session]:
            totals = accumulators[session][seat].session_totals()
            figures[session].append(PlayerInSession(player, totals))
    return figures


def stored_figures(sessions: Sequence[UUID]) -> dict[UUID, list[PlayerInSession]]:
    """Return the stored figures of these sessions; sessions without figures are left out."""
    rows = Result.objects.filter(pk__in=sessions).exclude(_missing())
    return {pk: _read(stored or NO_FIGURES) for pk, stored in rows.values_list("pk", "showings")}


def _results(hand_filter: HandFilter, seated: Collection[UUID]) -> QuerySet[Result]:
    sessions = hand_filter.filtered_sessions()
    results = Result.objects.filter(session__in=sessions.values("pk")).order_by()
    if not seated:
        return results
    return results.filter(session__in=Seat.objects.filter(player__in=seated).values("session"))


def _countable(results: QuerySet[Result]) -> QuerySet[Result]:
    """Return the results of games that are installed: what a play counts as is known from their rules."""
    return results.filter(session__variant__in=[*referee.VARIANTS])


def _missing() -> Q:
    return Q(showings=None) | ~Q(showings__startswith=f'{{"form":{FORMAT},')


def _as_json(players: Iterable[PlayerInSession]) -> StoredFigures:
    return {"form": FORMAT, "seats": [[str(player), *totals] for player, totals in players]}


def _read(stored: StoredFigures) -> list[PlayerInSession]:
    return [
        PlayerInSession(_player_id(player), SessionTotals(*totals))
        for player, *totals in stored["seats"]
    ]


@lru_cache(maxsize=10_000)
def _player_id(text: str) -> UUID:
    return UUID(text)
