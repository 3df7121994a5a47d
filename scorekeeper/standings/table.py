"""Where the players of a season stand: who is before whom, and how each figure came about.

What hands brought and the adjustments given in them are added up, never the totals of sessions, so that what was carried
into a session does not count twice.  A whole season is kept counted: a change leaves a Recount, and whoever asks next
counts what changed, no more.  Any smaller scope is counted as it is asked for, and remembered player by player.
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
from scorekeeper.standings.plans import Plan
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import Played, Working
from scorekeeper.standings.totals import Given, Line, Share

NEVER = ("", None)  # was it counted
MOST = {"timeout": None, "max_entries": 50}
_by_digest = LocMemCache("standings", MOST)  # in this process; lost without harm
_by_scope = LocMemCache("standings in a scope", MOST)


class Row(NamedTuple):
    """A player of the table; no place: too few hands, or nothing to count."""

    place: int | None
    player: UUID
    line: Line
    workings: tuple[Working, ...]


class Table(NamedTuple):
    """The standings of a scope, best first."""

    plan: plan_versions.InForce
    rows: tuple[Row, ...]


def table(season: Season, scope: Scope) -> Table:
    """Where the players stand now, in a number of queries that does not depend on how much was played."""
    standings_recount.bring_up_to_date(season)
    plan = plan_versions.in_force(season)
    standing = list(season.standings.all())
    inputs = {row.player_id: row.input_digest for row in standing}
    if scope.is_whole:
        lines = {row.player_id: _line(row) for row in standing}
    else:
        lines = _lines_in(season, scope, plan, inputs)

    def hands(players: Collection[UUID]) -> Iterable[Played]:
        return played(scope.sessions(season), scope, players)

    if not tie_breaks.NEEDING_HANDS.intersection(plan.plan.tie_breaks):
        return ranked(plan, lines, hands)
    depends = [plan.number, plan.plan.digest, str(scope), sorted((str(player), digest) for player, digest in inputs.items())]  # fmt: skip
    digest = referee.sha256(referee.canonical(depends))
    remembered: Table | None = _by_digest.get(digest)
    found = remembered or ranked(plan, lines, hands)
    _by_digest.set(digest, found)
    return found


def _lines_in(
    season: Season, scope: Scope, plan: plan_versions.InForce, inputs: Mapping[UUID, str]
) -> dict[UUID, Line]:
    """The lines of a scope, of which this process remembers those of players for whom nothing changed.

    The digest of a player's standing says so: the plan and all their tallies are in it, and in those what sessions are
    labelled, when they were played and what happened in them.
    """
    key = f"{season.pk}:{referee.sha256(str(scope))}"
    remembered: dict[UUID, tuple[str, Line | None]] = _by_scope.get(key) or {}
    changed = {player for player, digest in inputs.items() if remembered.get(player, NEVER)[0] != digest}  # fmt: skip
    if changed:
        some = None if len(changed) == len(inputs) else changed
        anew = standings_totals.lines(plan.plan, shares_in(season, scope, some))
        remembered.update({player: (inputs[player], anew.get(player)) for player in changed})
        _by_scope.set(key, remembered)
    return {player: line for player, (_, line) in remembered.items() if line and player in inputs}


def kept_lines(season: Season) -> dict[UUID, Line]:
    """The lines of a whole season as they are kept."""
    return {row.player_id: _line(row) for row in season.standings.all()}


def ranked(
    plan: plan_versions.InForce, lines: Mapping[UUID, Line], hands: tie_breaks.Hands
) -> Table:
    """The lines in order; those without a place come last."""
    able = {player: line for player, line in lines.items() if _has_place(plan.plan, line)}
    rows = [Row(row.place, row.player, able[row.player], row.workings) for row in tie_breaks.ranked(plan.plan, able, hands)]  # fmt: skip
    others = [Row(None, player, line, ()) for player, line in lines.items() if player not in able]
    return Table(plan, (*rows, *sorted(others, key=lambda row: (-row.line.hands, row.player.hex))))


def shares_in(season: Season, scope: Scope, players: Collection[UUID] | None) -> list[Share]:
    """What the sessions of a scope brought these players, or everybody, once the season is up to date."""
    tallies = Tally.objects.filter(session__in=scope.sessions(season).values("pk"))
    found = standings_tallies.kept(
        tallies if players is None else tallies.filter(player__in=players)
    )
    if scope.as_of is None:
        return found
    later = scope.going_on(season)  # of these, only the hands until then
    brought = standings_tallies.read([session.pk for session in later], until=scope.until)
    partly = [
        share
        for session in later
        for share in standings_tallies.shares_of(session, brought).values()
        if players is None or share.player in players
    ]
    whole = {session.pk for session in later}
    return [*(share for share in found if share.session not in whole), *partly]


def _line(row: Standing) -> Line:
    said = row.line
    return Line(**{**said, "bonuses": tuple(Given(*given) for given in said["bonuses"])})


def _has_place(plan: Plan, line: Line) -> bool:
    return line.total is not None and line.hands >= plan.minimum_hands


def played(
    sessions: QuerySet[Session], scope: Scope, players: Collection[UUID]
) -> Sequence[Played]:
    """The proved hands of these players in some sessions of a scope."""
    return [hand for _, hand in played_where(sessions, scope, players)]


def played_where(
    sessions: QuerySet[Session], scope: Scope, players: Collection[UUID]
) -> Sequence[tuple[UUID, Played]]:
    """The same, each with its session."""
    theirs = Tally.objects.filter(player__in=players, session__in=sessions.values("pk"))
    lowest = dict(theirs.order_by().values_list("session", "lowest_wins"))
    scores = Score.objects.filter(
        player__in=players,
        hand__session__in=sessions.values("pk"),
        hand__adjudication__status__in=standings_tallies.COUNTING,
        points__isnull=False,  # so is an annulled hand's
    )
    if scope.as_of is not None:
        scores = scores.filter(scope.of_its_days("hand"))
    rows = scores.order_by().values_list("hand__session", "hand", "player", "points", "place")
    return [
        (session, Played(hand, player, -(points or 0) if lowest[session] else points or 0, place))
        for session, hand, player, points, place in rows
    ]
