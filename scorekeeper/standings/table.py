"""The standings table of a season or of part of it: places, totals, and the figures behind each total.

Totals add up the scores of hands and the adjustments in them, never the totals of sessions: points carried into a session
would count twice.  The lines of a whole season are stored and kept current by `recount`.  The lines of a smaller scope are
computed on request and cached in the process, player by player.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.core.cache.backends.locmem import LocMemCache
from django.db.models import QuerySet

import referee
from scorekeeper.models import Score, Season, Session, Standing, Tally
from scorekeeper.standings import plan_versions, tie_breaks
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import tallies as standings_tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.plan_versions import PlanInForce
from scorekeeper.standings.plans import Plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import TieBreakWorking, TiedHand
from scorekeeper.standings.totals import EarnedBonus, SessionScore, TotalLine

_NOT_CACHED = ("", None)
_CACHE_PARAMS = {"timeout": None, "max_entries": 50}
# Caches of this process: keys contain digests of all input, so an entry is never out of date.
_tables = LocMemCache("standings", _CACHE_PARAMS)
_scope_lines = LocMemCache("standings in a scope", _CACHE_PARAMS)


class StandingRow(NamedTuple):
    """A player's row in the standings table."""

    place: int | None  # None: too few hands, or no total
    player: UUID
    line: TotalLine
    workings: tuple[TieBreakWorking, ...]  # tie-breaks that the place depends on


class StandingsTable(NamedTuple):
    """The standings of a scope, best first; players without a place come last."""

    plan: PlanInForce
    rows: tuple[StandingRow, ...]


def table(season: Season, scope: Scope) -> StandingsTable:
    """Return the current standings.  The number of queries does not depend on how much was played."""
    standings_recount.refresh(season)
    plan = plan_versions.in_force(season)
    standings = list(season.standings.all())
    input_digests = {row.player_id: row.input_digest for row in standings}
    if scope.is_whole:
        lines = {row.player_id: _stored_line(row) for row in standings}
    else:
        lines = _lines_in(season, scope, plan, input_digests)

    def find_hands(players: Collection[UUID]) -> Iterable[TiedHand]:
        return tied_hands(scope.sessions(season), scope, players)

    if not tie_breaks.NEEDING_HANDS.intersection(plan.plan.tie_breaks):
        return rank(plan, lines, find_hands)
    digests = sorted((str(player), digest) for player, digest in input_digests.items())
    key = referee.sha256(
        referee.canonical([plan.number, plan.plan.digest, scope.cache_key(season), digests])
    )
    cached: StandingsTable | None = _tables.get(key)
    ranked = cached or rank(plan, lines, find_hands)
    _tables.set(key, ranked)
    return ranked


def _lines_in(
    season: Season, scope: Scope, plan: PlanInForce, input_digests: Mapping[UUID, str]
) -> dict[UUID, TotalLine]:
    """Return the lines of a scope, computing only those of players whose input changed.

    The digest of a player's standing covers the plan and all of the player's tallies, and through these the labels, dates and
    results of the sessions.
    """
    key = f"{season.pk}:{referee.sha256(scope.cache_key(season))}"
    cached: dict[UUID, tuple[str, TotalLine | None]] = _scope_lines.get(key) or {}
    changed = {
        player
        for player, digest in input_digests.items()
        if cached.get(player, _NOT_CACHED)[0] != digest
    }
    if changed:
        players = None if len(changed) == len(input_digests) else changed
        new_lines = standings_totals.lines(plan.plan, session_scores_in(season, scope, players))
        cached.update(
            {player: (input_digests[player], new_lines.get(player)) for player in changed}
        )
        _scope_lines.set(key, cached)
    return {
        player: line for player, (_, line) in cached.items() if line and player in input_digests
    }


def stored_lines(season: Season) -> dict[UUID, TotalLine]:
    """Return the stored line of every player for the whole season."""
    return {row.player_id: _stored_line(row) for row in season.standings.all()}


def rank(
    plan: PlanInForce, lines: Mapping[UUID, TotalLine], find_hands: tie_breaks.FindHands
) -> StandingsTable:
    """Build the table from the players' lines; players without a place come last."""
    placed = {player: line for player, line in lines.items() if _has_place(plan.plan, line)}
    rows = [
        StandingRow(row.place, row.player, placed[row.player], row.workings)
        for row in tie_breaks.rank(plan.plan, placed, find_hands)
    ]
    others = [
        StandingRow(None, player, line, ())
        for player, line in lines.items()
        if player not in placed
    ]
    others.sort(key=lambda row: (-row.line.hands, row.player.hex))
    return StandingsTable(plan, (*rows, *others))


def session_scores_in(
    season: Season, scope: Scope, players: Collection[UUID] | None
) -> list[SessionScore]:
    """Return the session scores of these players, or of everybody, in a scope.

    The season's tallies must be current (`recount.refresh`).
    """
    tallies = Tally.objects.filter(session__in=scope.sessions(season).values("pk"))
    scores = standings_tallies.stored_scores(
        tallies if players is None else tallies.filter(player__in=players)
    )
    if scope.as_of is None:
        return scores
    # Of sessions that were continued after the last day, only the hands until then count.
    continued = scope.sessions_continued_later(season)
    ids = {session.pk for session in continued}
    hand_scores = standings_tallies.read_hand_scores(ids, until=scope.until)
    partial = [
        score
        for session in continued
        for score in standings_tallies.scores_by_current_rules(session, hand_scores).values()
        if players is None or score.player in players
    ]
    return [*(score for score in scores if score.session not in ids), *partial]


def _stored_line(row: Standing) -> TotalLine:
    bonuses = tuple(EarnedBonus(*bonus) for bonus in row.line["bonuses"])
    return TotalLine(**{**row.line, "bonuses": bonuses})


def _has_place(plan: Plan, line: TotalLine) -> bool:
    return line.total is not None and line.hands >= plan.minimum_hands


def tied_hands(
    sessions: QuerySet[Session], scope: Scope, players: Collection[UUID]
) -> Sequence[TiedHand]:
    """Return the proved counting hands of these players in those sessions, as far as the scope includes them."""
    return [hand for _, hand in tied_hands_by_session(sessions, scope, players)]


def tied_hands_by_session(
    sessions: QuerySet[Session], scope: Scope, players: Collection[UUID]
) -> Sequence[tuple[UUID, TiedHand]]:
    """Return the proved counting hands of these players in those sessions, each with its session's id."""
    tallies = Tally.objects.filter(player__in=players, session__in=sessions.values("pk"))
    lowest_wins = dict(tallies.order_by().values_list("session", "lowest_wins"))
    scores = Score.objects.filter(
        player__in=players,
        hand__session__in=sessions.values("pk"),
        hand__adjudication__status__in=standings_tallies.COUNTING_STATUSES,
        points__isnull=False,  # an annulled hand has no points
    )
    if scope.as_of is not None:
        scores = scores.filter(scope.hand_filter("hand"))
    rows = scores.order_by().values_list("hand__session", "hand", "player", "points", "place")
    return [
        (session, TiedHand(hand, player, -(points or 0) if lowest_wins[session] else points or 0, place))
        for session, hand, player, points, place in rows
    ]  # fmt: skip
