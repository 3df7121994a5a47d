"""The standings of a season from a past moment on, advanced cause by cause; each step recounts only what it changed."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import PlayerMerge, Season, Seat, Session
from scorekeeper.standings import totals
from scorekeeper.standings.past import as_of, past_sessions
from scorekeeper.standings.past.causes import CauseKind, ChangeCause
from scorekeeper.standings.past.past_sessions import SessionAsOf, SessionHistory
from scorekeeper.standings.plans import plan_versions
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import StandingsTable, rank, tied_hands_by_session
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

WHOLE_SEASON = Scope()
RECOUNT_EVERYBODY = {CauseKind.FILING, CauseKind.PLAN, CauseKind.PLAYERS}


class StandingsTimeline:
    """The standings of a season as they were known, moment after moment.

    ``sessions`` are all sessions that belonged to the season at some time since.  Sessions that do not change on the way are
    read from their tallies; the others are judged again in memory.
    """

    def __init__(
        self,
        count: CountedSeason,
        since: datetime,
        *,
        sessions: Collection[UUID],
        causes: Collection[ChangeCause],
    ) -> None:
        season = count.season
        self._latest = count
        self._season, self._at = season, since
        self._plan = plan_versions.in_force(season, at=since)
        self._survivors = player_merges.surviving_players_at(season.club_id, since)
        self._filed = past_sessions.sessions_filed_at(season, since)
        rejudged = as_of.sessions_to_rejudge(season, sessions, since, self._survivors, WHOLE_SEASON)
        self._changing = {cause.session for cause in causes if cause.session} & rejudged
        if any(cause.kind is CauseKind.PLAYERS for cause in causes):
            self._changing = rejudged | _sessions_of_merged_players(season, sessions)
            rejudged = self._changing
        self._history = SessionHistory(self._changing)
        self._unchanged = Session.objects.filter(pk__in=set(sessions) - rejudged).order_by()
        self._known: dict[UUID, SessionAsOf] = {pk: SessionAsOf() for pk in self._changing}
        # by player, then session
        self._scores: dict[UUID, dict[UUID, SessionScore]] = defaultdict(dict)
        self._lines: dict[UUID, TotalLine] = {}
        # by player: hands with their session, read when a tie-break first needs them
        self._tied_hands: dict[UUID, list[tuple[UUID, TiedHand]]] = {}
        self._add_scores(self._latest.session_scores(self._unchanged))
        others = as_of.judge_again(
            season,
            rejudged - self._changing,
            since,
            survivors=self._survivors,
            scope=WHOLE_SEASON,
        )
        self._known |= others
        self._add_scores(score for session in others.values() for score in session.scores)
        self._rejudge(self._changing)
        self._count(set(self._scores))

    def advance(self, cause: ChangeCause) -> None:
        """Advance to the moment of a cause."""
        self._at = cause.at
        if cause.kind is CauseKind.PLAN:
            self._plan = plan_versions.in_force(self._season, at=cause.at)
        if cause.kind is CauseKind.FILING:
            self._filed = past_sessions.sessions_filed_at(self._season, cause.at)
        changed = self._changing.intersection([cause.session] if cause.session else ())
        if cause.kind is CauseKind.PLAYERS:
            self._survivors = player_merges.surviving_players_at(self._season.club_id, cause.at)
            changed = self._changing
        concerned = self._rejudge(changed)
        self._count(set(self._scores) if cause.kind in RECOUNT_EVERYBODY else concerned)

    def table(self) -> StandingsTable:
        """Return the standings at the current moment."""

        def find_hands(players: Collection[UUID]) -> Iterable[TiedHand]:
            known = (session for pk, session in self._known.items() if pk in self._filed)
            return [*self._stored_hands(players), *as_of.tied_hands_in(known, players)]

        return rank(self._plan, self._lines, find_hands)

    def _stored_hands(self, players: Collection[UUID]) -> Iterable[TiedHand]:
        """Yield the hands of these players in sessions that do not change, reading those of each player once."""
        if unread := set(players) - self._tied_hands.keys():
            rows = tied_hands_by_session(self._latest, self._unchanged, WHOLE_SEASON, unread)
            self._tied_hands.update((player, []) for player in unread)
            for session, hand in rows:
                self._tied_hands[hand.player].append((session, hand))
        for player in players:
            yield from (
                hand for session, hand in self._tied_hands[player] if session in self._filed
            )

    def _rejudge(self, sessions: Iterable[UUID]) -> set[UUID]:
        """Judge sessions as they were known at the current moment; return the players whose totals may have changed."""
        concerned = set()
        for pk in sessions:
            for score in self._known[pk].scores:
                self._scores[score.player].pop(pk, None)
                concerned.add(score.player)
            session = self._history.session_as_of(
                pk, self._at, survivors=self._survivors, scope=WHOLE_SEASON
            )
            self._known[pk] = session
            concerned |= self._add_scores(session.scores)
        return concerned

    def _add_scores(self, scores: Iterable[SessionScore]) -> set[UUID]:
        players = set()
        for score in scores:
            self._scores[score.player][score.session] = score
            players.add(score.player)
        return players

    def _count(self, players: Iterable[UUID]) -> None:
        """Recount the lines of these players."""
        for player in players:
            scores = [
                score for score in self._scores[player].values() if score.session in self._filed
            ]
            self._lines.pop(player, None)
            if scores:
                self._lines[player] = totals.line(self._plan.plan, scores)


def _sessions_of_merged_players(season: Season, sessions: Collection[UUID]) -> set[UUID]:
    """Return those of these sessions in which somebody sits who was ever merged with somebody else."""
    merges = PlayerMerge.objects.filter(club=season.club_id).values_list("player", "into")
    merged = {player for pair in merges for player in pair}
    seats = Seat.objects.filter(player__in=merged).order_by()
    return set(seats.values_list("session", flat=True)) & set(sessions)
