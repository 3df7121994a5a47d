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
from scorekeeper.standings.tallies import Brought
from scorekeeper.standings.tie_breaks import Played
from scorekeeper.standings.totals import Line, Share

Ended: TypeAlias = Sequence[tuple[Session, Outcome]]
"""Sessions of one season, and how each ends."""


class Stand(NamedTuple):
    """Where somebody stands; no place: too few hands."""

    place: int | None
    total: float | None


class SeasonBooks(NamedTuple):
    """A season as it is kept."""

    season: Season
    plan: plan_versions.InForce
    lines: Mapping[uuid.UUID, Line]
    # by player: of all sessions, or of those in question
    shares: Mapping[uuid.UUID, Sequence[Share]]
    # by player, as far as they were asked for: the hands that tell equals apart, each with its session
    played: dict[uuid.UUID, list[tuple[uuid.UUID, Played]]]

    def hands_elsewhere(
        self, players: Collection[uuid.UUID], sessions: Collection[uuid.UUID]
    ) -> Iterable[Played]:
        """The hands of these players as they are kept, but not those of these sessions."""
        if unread := set(players) - self.played.keys():
            everywhere = self.season.sessions.order_by()
            rows = standings_table.played_where(everywhere, Scope(), unread)
            self.played.update((player, []) for player in unread)
            for session, hand in rows:
                self.played[hand.player].append((session, hand))
        for player in players:
            yield from (hand for session, hand in self.played[player] if session not in sessions)

    def lines_if(self, sessions: Collection[uuid.UUID], brought: Iterable[Share]) -> dict[uuid.UUID, Line]:  # fmt: skip
        """Everybody's line when these sessions bring this."""
        come: dict[uuid.UUID, list[Share]] = defaultdict(list)
        for share in brought:
            come[share.player].append(share)
        plan, found = self.plan.plan, dict(self.lines)
        for player in {*come, *self.shares}:
            theirs = self.shares.get(player, ())
            gone = [share for share in theirs if share.session in sessions]
            if not gone and not come[player]:
                continue
            if plan.adds_up and player in found:
                lines = (standings_totals.line(plan, shares) for shares in (gone, come[player]))
                found[player] = standings_totals.exchanged(found[player], *lines)
            else:
                staying = [share for share in theirs if share.session not in sessions]
                found[player] = standings_totals.line(plan, [*staying, *come[player]])
        return found


class Books(NamedTuple):
    """The books of some seasons, and who turned out to be somebody else."""

    seasons: Mapping[uuid.UUID, SeasonBooks]
    staying: Mapping[uuid.UUID, uuid.UUID]

    def stand(self, season: uuid.UUID, ended: Ended) -> dict[uuid.UUID, Stand]:
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
        table = standings_table.ranked(books.plan, lines, hands)
        return {row.player: Stand(row.place, row.line.total) for row in table.rows}

    def _brought(self, session: Session, outcome: Outcome) -> list[Brought]:
        seated = (uuid.UUID(player) for player in session.head.content["players"])
        players = {seat: self.staying.get(player, player) for seat, player in enumerate(seated, 1)}
        return [
            row
            for position, answer in outcome.answers.items()
            for row in standings_tallies.of_answer(
                uuid.uuid5(session.pk, str(position)), answer, players
            )
        ]


def opened(club: uuid.UUID, sessions: Iterable[Session]) -> Books:
    """The books of every season that one of these sessions belongs to; as many queries for many sessions as for one."""
    filed: dict[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
    for session in sessions:
        if session.season_id is not None:
            filed[session.season_id].append(session.pk)
    seasons = Season.objects.in_bulk(filed)
    found = {pk: _season_books(season, filed[pk]) for pk, season in seasons.items()}
    return Books(found, player_merges.staying_in(club))


def _season_books(season: Season, sessions: Collection[uuid.UUID]) -> SeasonBooks:
    standings_recount.bring_up_to_date(season)
    plan = plan_versions.in_force(season)
    tallies = Tally.objects.filter(session__in=sessions)
    if not plan.plan.adds_up:
        players = tallies.order_by().values("player")
        tallies = Tally.objects.filter(session__season=season, player__in=players)
    shares: dict[uuid.UUID, list[Share]] = defaultdict(list)
    for share in standings_tallies.kept(tallies):
        shares[share.player].append(share)
    return SeasonBooks(season, plan, standings_table.kept_lines(season), shares, played={})


def _shares(session: Session, brought: Iterable[Brought], outcome: Outcome) -> Iterable[Share]:
    seats: dict[int, list[Brought]] = defaultdict(list)
    for row in brought:
        seats[row.seat].append(row)
    return standings_tallies.shares(session.pk, seats, lowest_wins=outcome.lowest_wins).values()


def _hands(
    books: SeasonBooks,
    brought: Mapping[uuid.UUID, Iterable[Brought]],
    lowest_wins: Mapping[uuid.UUID, bool],
) -> Callable[[Collection[uuid.UUID]], Iterable[Played]]:
    """The hands that tell equals apart: of the other sessions as they are kept, of these as they end."""

    def hands(players: Collection[uuid.UUID]) -> Iterable[Played]:
        return [
            *books.hands_elsewhere(players, brought),
            *(
                row.played(lowest_wins=lowest_wins[session])
                for session, rows in brought.items()
                for row in rows
                if row.player in players and row.counts and row.points is not None
            ),
        ]

    return hands
