"""The latest moments of a season: the present lines, with the few sessions that changed since as they were.

Only these sessions are read, so that a reader of a long season does not wait for a worker.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import AuditEntry, Hand, HandRevision, Session
from scorekeeper.standings import season_count, totals
from scorekeeper.standings.past.causes import ChangeCause
from scorekeeper.standings.past.past_sessions import SessionHistory
from scorekeeper.standings.queued_changes import TooMuchToCountError
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import StandingsTable, rank
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

MOST_ENTRIES = 50
"""Entries in the audit log of the club since the moment."""
MOST_REVISIONS = 1_000
"""Revisions of hands in the sessions that changed since."""
SPREAD = timedelta(minutes=1)
"""By how much the times of entries may be out of the order of their ids."""

OF_HANDS = {
    "events appended",
    "hand amended",
    "hand confirmed",
    "hand recorded",
    "hand transcribed",
}
OF_SESSIONS = {"house rules applied", "session amended", "session opened"}
NAMING_HANDS = {"comment made", "dispute raised", "dispute ruled on", "statement made"}
"""Acts whose details name the hand.  Any other act, such as a merge or a new plan, leaves the answer to a worker."""


def sessions_changed_since(count: CountedSeason, since: datetime) -> set[UUID]:
    """Return the sessions of the season that changed since a moment, and perhaps others.

    Raises TooMuchToCountError if there are many, if more than records changed, or if the season is being counted.
    """
    season = count.season
    log = AuditEntry.objects.filter(club=season.club_id).order_by("-id")
    newest = list(log.values_list("at", "act", "subject", "details")[: MOST_ENTRIES + 1])
    entries = [entry for at, *entry in newest if at > since - SPREAD]
    acts = {act for act, _, _ in entries}
    if (
        not count.is_current
        or len(entries) > MOST_ENTRIES
        or not acts <= OF_HANDS | OF_SESSIONS | NAMING_HANDS
    ):
        raise TooMuchToCountError
    sessions = {subject for act, subject, _ in entries if act in OF_SESSIONS}
    hands = {subject for act, subject, _ in entries if act in OF_HANDS}
    hands |= {details["hand"] for act, _, details in entries if act in NAMING_HANDS}
    of_hands = Hand.objects.filter(pk__in=hands).order_by().values_list("session", flat=True)
    of_season = season.sessions.filter(pk__in={*map(UUID, sessions), *of_hands}).order_by()
    changed = set(of_season.values_list("pk", flat=True))
    revisions = HandRevision.objects.filter(session__in=changed).order_by()
    if revisions[: MOST_REVISIONS + 1].count() > MOST_REVISIONS:
        raise TooMuchToCountError
    return changed


class RecentTimeline:
    """The standings of a season from a moment on, of which the sessions that changed since are given.

    Under a plan that does not add up, or with ties that need hands, TooMuchToCountError is raised.
    """

    def __init__(self, count: CountedSeason, since: datetime, sessions: Collection[UUID]) -> None:
        plan = count.plan.plan
        if not plan.adds_up:
            raise TooMuchToCountError
        self._count = count
        self._nothing = totals.line(plan, [])
        self._survivors = player_merges.surviving_players(count.season.club_id)
        self._history = SessionHistory(sessions)
        self._scores = {pk: self._scores_at(pk, since) for pk in sessions}
        self._lines_of_others = self._without(sessions)
        if season_count.read_state(count.season).counted_at != count.counted_at:
            raise TooMuchToCountError  # the tallies are perhaps newer than the lines

    def advance(self, cause: ChangeCause) -> None:
        """Advance to the moment of a cause."""
        if cause.session in self._scores:
            self._scores[cause.session] = self._scores_at(cause.session, cause.at)

    def table(self) -> StandingsTable:
        """Return the standings at the current moment."""
        plan, lines = self._count.plan.plan, dict(self._lines_of_others)
        scores = (score for row in self._scores.values() for score in row)
        for player, own in _by_player(scores).items():
            before = lines.get(player, self._nothing)
            lines[player] = self._replace(before, added=totals.line(plan, own))
        return rank(self._count.plan, lines, _refuse)

    def _scores_at(self, session: UUID, at: datetime) -> tuple[SessionScore, ...]:
        return self._history.session_as_of(
            session, at, survivors=self._survivors, scope=Scope()
        ).scores

    def _without(self, sessions: Collection[UUID]) -> dict[UUID, TotalLine]:
        """Return the lines of everybody who has other sessions than these, without these."""
        plan, lines = self._count.plan.plan, self._count.total_lines
        now = self._count.session_scores(Session.objects.filter(pk__in=sessions).order_by())
        for player, own in _by_player(now).items():
            removed = totals.line(plan, own)
            lines[player] = self._replace(lines.get(player, self._nothing), removed=removed)
            if not lines[player].sessions and not self._has_others(player, sessions):
                del lines[player]
        return lines

    def _replace(
        self, line: TotalLine, *, removed: TotalLine | None = None, added: TotalLine | None = None
    ) -> TotalLine:
        plan, nothing = self._count.plan.plan, self._nothing
        new = totals.replace_sessions(line, removed or nothing, added or nothing)
        if not all(totals.is_exact(plan, each) for each in (line, new)):
            raise TooMuchToCountError
        return new

    def _has_others(self, player: UUID, sessions: Collection[UUID]) -> bool:
        others = self._count.season.sessions.exclude(pk__in=sessions).order_by()
        return bool(self._count.session_scores(others, {player}))


def _by_player(scores: Iterable[SessionScore]) -> dict[UUID, list[SessionScore]]:
    by_player: dict[UUID, list[SessionScore]] = defaultdict(list)
    for score in scores:
        by_player[score.player].append(score)
    return by_player


def _refuse(_players: Collection[UUID]) -> Iterable[TiedHand]:
    raise TooMuchToCountError
