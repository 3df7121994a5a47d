"""Where the players of seasons would stand if some sessions had ended otherwise: in the standings, by the plan in force.

What the other sessions brought is not read again.  It stands in the kept lines, or, where a plan chooses among somebody's
sessions, in the tallies of those players.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.adjudication.effects import Outcome
from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Session, Tally
from scorekeeper.standings import plan_versions
from scorekeeper.standings import recount as standings_recount
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import tallies as standings_tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.tallies import HandScore
from scorekeeper.standings.tie_breaks import TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

Outcomes: TypeAlias = Sequence[tuple[Session, Outcome]]
"""Sessions of one season, and how each ends."""


class ProjectedPlace(NamedTuple):
    """Where somebody stands; no place: too few hands."""

    place: int | None
    total: float | None


class SeasonProjection(NamedTuple):
    """A season as it is kept."""

    season: Season
    plan: plan_versions.PlanInForce
    lines: Mapping[uuid.UUID, TotalLine]
    # by player: of all sessions, or of those in question
    scores: Mapping[uuid.UUID, Sequence[SessionScore]]
    # by player, as far as they were asked for: the hands that tell equals apart, each with its session
    tied_hands: dict[uuid.UUID, list[tuple[uuid.UUID, TiedHand]]]

    def stored_hands_outside(
        self, players: Collection[uuid.UUID], sessions: Collection[uuid.UUID]
    ) -> Iterable[TiedHand]:
        """The hands of these players as they are kept, but not those of these sessions."""
        if unread := set(players) - self.tied_hands.keys():
            everywhere = self.season.sessions.order_by()
            rows = standings_table.tied_hands_by_session(everywhere, Scope(), unread)
            self.tied_hands.update((player, []) for player in unread)
            for session, hand in rows:
                self.tied_hands[hand.player].append((session, hand))
        for player in players:
            yield from (hand for session, hand in self.tied_hands[player] if session not in sessions)

    def lines_if(self, sessions: Collection[uuid.UUID], brought: Iterable[SessionScore]) -> dict[uuid.UUID, TotalLine]:  # fmt: skip
        """Everybody's line when these sessions bring this."""
        come: dict[uuid.UUID, list[SessionScore]] = defaultdict(list)
        for share in brought:
            come[share.player].append(share)
        plan, found = self.plan.plan, dict(self.lines)
        for player in {*come, *self.scores}:
            theirs = self.scores.get(player, ())
            gone = [share for share in theirs if share.session in sessions]
            if not gone and not come[player]:
                continue
            if plan.adds_up and player in found:
                lines = (standings_totals.line(plan, shares) for shares in (gone, come[player]))
                found[player] = standings_totals.replace_sessions(found[player], *lines)
            else:
                staying = [share for share in theirs if share.session not in sessions]
                found[player] = standings_totals.line(plan, [*staying, *come[player]])
        return found


class Projection(NamedTuple):
    """The books of some seasons, and who turned out to be somebody else."""

    seasons: Mapping[uuid.UUID, SeasonProjection]
    staying: Mapping[uuid.UUID, uuid.UUID]

    def places_if(self, season: uuid.UUID, ended: Outcomes) -> dict[uuid.UUID, ProjectedPlace]:
        """Where everybody stands when these sessions of a season end so, best first."""
        books = self.seasons[season]
        brought = {session.pk: self._brought(session, outcome) for session, outcome in ended}
        shares = [
            share
            for session, outcome in ended
            for share in _shares(session, brought[session.pk], outcome)
        ]
        lines = books.lines_if(brought.keys(), shares)
        hands = _hands(books, brought, {s.pk: o.lowest_wins for s, o in ended})
        table = standings_table.rank(books.plan, lines, hands)
        return {row.player: ProjectedPlace(row.place, row.line.total) for row in table.rows}

    def _brought(self, session: Session, outcome: Outcome) -> list[HandScore]:
        seated = (uuid.UUID(player) for player in session.head.content["players"])
        players = {seat: self.staying.get(player, player) for seat, player in enumerate(seated, 1)}
        return [
            row
            for position, answer in outcome.answers.items()
            for row in standings_tallies.scores_from_answer(
                uuid.uuid5(session.pk, str(position)), answer, players
            )
        ]


def load(club: uuid.UUID, sessions: Iterable[Session]) -> Projection:
    """The books of every season that one of these sessions belongs to; as many queries for many sessions as for one."""
    filed: dict[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
    for session in sessions:
        if session.season_id is not None:
            filed[session.season_id].append(session.pk)
    seasons = Season.objects.in_bulk(filed)
    found = {pk: _season_books(season, filed[pk]) for pk, season in seasons.items()}
    return Projection(found, player_merges.surviving_players(club))


def _season_books(season: Season, sessions: Collection[uuid.UUID]) -> SeasonProjection:
    standings_recount.refresh(season)
    plan = plan_versions.in_force(season)
    tallies = Tally.objects.filter(session__in=sessions)
    if not plan.plan.adds_up:
        players = tallies.order_by().values("player")
        tallies = Tally.objects.filter(session__season=season, player__in=players)
    shares: dict[uuid.UUID, list[SessionScore]] = defaultdict(list)
    for share in standings_tallies.stored_scores(tallies):
        shares[share.player].append(share)
    return SeasonProjection(season, plan, standings_table.stored_lines(season), shares, tied_hands={})


def _shares(session: Session, brought: Iterable[HandScore], outcome: Outcome) -> Iterable[SessionScore]:
    seats: dict[int, list[HandScore]] = defaultdict(list)
    for row in brought:
        seats[row.seat].append(row)
    return standings_tallies.session_scores(session.pk, seats, lowest_wins=outcome.lowest_wins).values()


def _hands(
    books: SeasonProjection,
    brought: Mapping[uuid.UUID, Iterable[HandScore]],
    lowest_wins: Mapping[uuid.UUID, bool],
) -> Callable[[Collection[uuid.UUID]], Iterable[TiedHand]]:
    """The hands that tell equals apart: of the other sessions as they are kept, of these as they end."""

    def hands(players: Collection[uuid.UUID]) -> Iterable[TiedHand]:
        return [
            *books.stored_hands_outside(players, brought),
            *(
                row.as_tied_hand(lowest_wins=lowest_wins[session])
                for session, rows in brought.items()
                for row in rows
                if row.player in players and row.counts and row.points is not None
            ),
        ]

    return hands
