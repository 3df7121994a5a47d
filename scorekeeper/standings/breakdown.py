"""The sessions and hands behind one player's row in the standings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from scorekeeper.models import Season, Session
from scorekeeper.standings import scope_lines, tallies
from scorekeeper.standings.scope import Scope, day_of
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import StandingRow, StandingsTable
from scorekeeper.standings.tallies import HandScore
from scorekeeper.standings.totals import SessionScore, SessionValue, session_values


class SessionBreakdown(NamedTuple):
    """A player's result in one session, with its hands."""

    score: SessionScore
    value: float | None  # under the plan; None: the session has no value
    counts: bool  # False: dropped, or without a value
    hands: tuple[HandScore, ...]


class Breakdown(NamedTuple):
    """A row of the table, with the player's score and its value in every session."""

    table: StandingsTable  # with this row alone
    row: StandingRow
    scores: Mapping[UUID, SessionScore]  # by session
    values: Mapping[UUID, SessionValue]  # by session, of those that have a value


def player_breakdown(
    count: CountedSeason, table: StandingsTable, scope: Scope, player: UUID
) -> Breakdown | None:
    """Return the player's row in the table of a scope with all sessions behind it, or None for a player who is not in it."""
    row = next((row for row in table.rows if row.player == player), None)
    if row is None:
        return None
    scores = scope_lines.session_scores(count, scope, {player})
    values = session_values(table.plan.plan, scores)
    return Breakdown(
        table._replace(rows=(row,)),
        row,
        {score.session: score for score in scores},
        {value.session: value for value in values},
    )


def visible_sessions(details: Breakdown, part: Scope) -> list[UUID]:
    """Return those of the sessions behind a row that a reader of this part may see, newest first.

    Reads a few columns of each of the player's sessions, and of nobody else's.
    """
    sessions = Session.objects.filter(pk__in=part.visible(details.scores))
    by_day = sessions.annotate(day=day_of("")).order_by("-day", "-created_at", "pk")
    return list(by_day.values_list("pk", flat=True))


def session_breakdowns(
    season: Season, scope: Scope, details: Breakdown, sessions: Sequence[UUID]
) -> list[SessionBreakdown]:
    """Return some of the sessions behind a row, with the player's hands."""
    scope = scope.under(details.table.plan.plan)
    hands = _own_hands(season, scope, details.row.player, set(sessions))
    return [
        _session_breakdown(details.scores[pk], details.values.get(pk), hands[pk]) for pk in sessions
    ]


def _session_breakdown(
    score: SessionScore, value: SessionValue | None, hands: Sequence[HandScore]
) -> SessionBreakdown:
    return SessionBreakdown(
        score=score,
        value=value.value if value else None,
        counts=value is not None and value.counts,
        hands=tuple(hands),
    )


def _own_hands(
    season: Season, scope: Scope, player: UUID, sessions: set[UUID]
) -> Mapping[UUID, Sequence[HandScore]]:
    """Return the player's hands of these sessions by session, as far as the scope includes them."""
    continued: set[UUID] = set()
    if scope.as_of is not None:
        in_scope = scope.sessions(season).filter(pk__in=sessions)
        continued = {session.pk for session in scope.continued_later(in_scope, season)}
    hands = tallies.read_hand_scores(sessions - continued, of_player=player)
    if continued:
        hands |= tallies.read_hand_scores(continued, of_player=player, until=scope.until(season))
    return {pk: [hand for seat in hands.get(pk, {}).values() for hand in seat] for pk in sessions}
