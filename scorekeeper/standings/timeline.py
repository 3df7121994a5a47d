"""A season wound forward from a moment in the past: after each step only what it touched is counted again."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Session
from scorekeeper.standings import as_of, past_sessions, plan_versions
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.causes import CauseKind, ChangeCause
from scorekeeper.standings.past_sessions import SessionAsOf, SessionHistory
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

WHOLE = Scope()
EVERYBODYS = {CauseKind.FILING, CauseKind.PLAN, CauseKind.PLAYERS}
"""Steps after which everybody is counted again."""


class StandingsTimeline:
    """The standings of a season as they were known, moment after moment."""

    def __init__(
        self, season: Season, since: datetime, *, sessions: Collection[UUID], steps: Iterable[ChangeCause]
    ) -> None:
        standings_recount.refresh(season)
        self._season, self._at = season, since
        self._plan = plan_versions.in_force(season, at=since)
        self._staying = player_merges.surviving_players_at(season.club_id, since)
        self._filed = past_sessions.sessions_filed_at(season, since)
        again = as_of.sessions_to_rejudge(season, sessions, since, self._staying, WHOLE)
        if any(step.kind is CauseKind.PLAYERS for step in steps):
            again = set(sessions)
        self._history = SessionHistory(again)
        self._same = Session.objects.filter(pk__in=set(sessions) - again).order_by()
        self._known: dict[UUID, SessionAsOf] = {pk: SessionAsOf() for pk in again}
        self._shares: dict[UUID, dict[UUID, SessionScore]] = defaultdict(dict)  # by player, then session
        self._lines: dict[UUID, TotalLine] = {}
        self._keep(as_of.tallied_scores(self._same))
        self._judge(again)
        self._count(set(self._shares))

    def advance(self, step: ChangeCause) -> None:
        """Go on to the moment of a step."""
        self._at = step.at
        if step.kind is CauseKind.PLAN:
            self._plan = plan_versions.in_force(self._season, at=step.at)
        if step.kind is CauseKind.FILING:
            self._filed = past_sessions.sessions_filed_at(self._season, step.at)
        touched = {step.session} & self._known.keys()
        if step.kind is CauseKind.PLAYERS:
            self._staying = player_merges.surviving_players_at(self._season.club_id, step.at)
            touched = set(self._known)
        concerned = self._judge({pk for pk in touched if pk is not None})
        self._count(set(self._shares) if step.kind in EVERYBODYS else concerned)

    def table(self) -> standings_table.StandingsTable:
        """The table at this moment."""

        def hands(players: Collection[UUID]) -> Iterable[TiedHand]:
            same = self._same.filter(pk__in=self._filed)
            known = (known for pk, known in self._known.items() if pk in self._filed)
            return [*standings_table.tied_hands(same, WHOLE, players), *as_of.tied_hands_in(known, players)]

        return standings_table.rank(self._plan, self._lines, hands)

    def _judge(self, sessions: Iterable[UUID]) -> set[UUID]:
        """Judge sessions as they were known at this moment; the players for whom that may count otherwise."""
        concerned = set()
        for session in sessions:
            for share in self._known[session].scores:
                self._shares[share.player].pop(session, None)
                concerned.add(share.player)
            known = self._history.session_as_of(session, self._at, staying=self._staying, scope=WHOLE)
            self._known[session] = known
            concerned |= self._keep(known.scores)
        return concerned

    def _keep(self, shares: Iterable[SessionScore]) -> set[UUID]:
        for share in shares:
            self._shares[share.player][share.session] = share
        return {share.player for share in shares}

    def _count(self, players: Iterable[UUID]) -> None:
        for player in players:
            theirs = [
                share for share in self._shares[player].values() if share.session in self._filed
            ]
            self._lines.pop(player, None)
            if theirs:
                self._lines[player] = standings_totals.line(self._plan.plan, theirs)
