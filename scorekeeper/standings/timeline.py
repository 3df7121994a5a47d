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
from scorekeeper.standings.causes import About, Step
from scorekeeper.standings.past_sessions import Known, Past
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tie_breaks import Played
from scorekeeper.standings.totals import Line, Share

WHOLE = Scope()
EVERYBODYS = {About.FILING, About.PLAN, About.PLAYERS}
"""Steps after which everybody is counted again."""


class Reel:
    """The standings of a season as they were known, moment after moment."""

    def __init__(
        self, season: Season, since: datetime, *, sessions: Collection[UUID], steps: Iterable[Step]
    ) -> None:
        standings_recount.bring_up_to_date(season)
        self._season, self._at = season, since
        self._plan = plan_versions.in_force(season, at=since)
        self._staying = player_merges.staying_then(season.club_id, since)
        self._filed = past_sessions.filed_then(season, since)
        again = as_of.changed(season, sessions, since, self._staying, WHOLE)
        if any(step.about is About.PLAYERS for step in steps):
            again = set(sessions)
        self._history = Past(again)
        self._same = Session.objects.filter(pk__in=set(sessions) - again).order_by()
        self._known: dict[UUID, Known] = {pk: Known() for pk in again}
        self._shares: dict[UUID, dict[UUID, Share]] = defaultdict(dict)  # by player, then session
        self._lines: dict[UUID, Line] = {}
        self._keep(as_of.tallied(self._same))
        self._judge(again)
        self._count(set(self._shares))

    def after(self, step: Step) -> None:
        """Go on to the moment of a step."""
        self._at = step.at
        if step.about is About.PLAN:
            self._plan = plan_versions.in_force(self._season, at=step.at)
        if step.about is About.FILING:
            self._filed = past_sessions.filed_then(self._season, step.at)
        touched = {step.session} & self._known.keys()
        if step.about is About.PLAYERS:
            self._staying = player_merges.staying_then(self._season.club_id, step.at)
            touched = set(self._known)
        concerned = self._judge({pk for pk in touched if pk is not None})
        self._count(set(self._shares) if step.about in EVERYBODYS else concerned)

    def table(self) -> standings_table.Table:
        """The table at this moment."""

        def hands(players: Collection[UUID]) -> Iterable[Played]:
            same = self._same.filter(pk__in=self._filed)
            known = (known for pk, known in self._known.items() if pk in self._filed)
            return [*standings_table.played(same, WHOLE, players), *as_of.played_in(known, players)]

        return standings_table.ranked(self._plan, self._lines, hands)

    def _judge(self, sessions: Iterable[UUID]) -> set[UUID]:
        """Judge sessions as they were known at this moment; the players for whom that may count otherwise."""
        concerned = set()
        for session in sessions:
            for share in self._known[session].shares:
                self._shares[share.player].pop(session, None)
                concerned.add(share.player)
            known = self._history.known(session, self._at, staying=self._staying, scope=WHOLE)
            self._known[session] = known
            concerned |= self._keep(known.shares)
        return concerned

    def _keep(self, shares: Iterable[Share]) -> set[UUID]:
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
