"""Places in a season's standings if some of its sessions had ended otherwise, under the plan in force.

Other sessions are not read again: their share is in the stored lines or, under a plan that does not add up, in the tallies
of the players concerned.
"""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from scorekeeper.adjudication.effects import SessionOutcome
from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Session
from scorekeeper.standings import season_count
from scorekeeper.standings import table as standings_table
from scorekeeper.standings import tallies as standings_tallies
from scorekeeper.standings import totals as standings_totals
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.tallies import HandScore
from scorekeeper.standings.tie_breaks import FindHands, TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

Outcomes: TypeAlias = Sequence[tuple[Session, SessionOutcome]]
"""Sessions of one season, each with the way it ends."""


class ProjectedPlace(NamedTuple):
    """A player's place and total in a projection.  No place: too few hands, or no total."""

    place: int | None
    total: float | None


class SeasonProjection(NamedTuple):
    """The stored standings of one season, ready to be projected."""

    latest: CountedSeason
    lines: Mapping[uuid.UUID, TotalLine]
    # by player: of the sessions in question or, under a plan that does not add up, of all sessions
    scores: Mapping[uuid.UUID, Sequence[SessionScore]]
    # by player: hands with their session, filled when a tie-break first needs them
    tied_hands: dict[uuid.UUID, list[tuple[uuid.UUID, TiedHand]]]

    def stored_hands_outside(
        self, players: Collection[uuid.UUID], sessions: Collection[uuid.UUID]
    ) -> Iterable[TiedHand]:
        """Yield the stored hands of these players in all sessions of the season but these."""
        if unread := set(players) - self.tied_hands.keys():
            everywhere = self.latest.season.sessions.order_by()
            rows = standings_table.tied_hands_by_session(self.latest, everywhere, Scope(), unread)
            self.tied_hands.update((player, []) for player in unread)
            for session, hand in rows:
                self.tied_hands[hand.player].append((session, hand))
        for player in players:
            yield from (
                hand for session, hand in self.tied_hands[player] if session not in sessions
            )

    def lines_if(
        self, sessions: Collection[uuid.UUID], scores: Iterable[SessionScore]
    ) -> dict[uuid.UUID, TotalLine]:
        """Return everybody's line if these sessions had these scores."""
        added: dict[uuid.UUID, list[SessionScore]] = defaultdict(list)
        for score in scores:
            added[score.player].append(score)
        plan, lines = self.latest.plan.plan, dict(self.lines)
        for player in {*added, *self.scores}:
            stored = self.scores.get(player, ())
            removed = [score for score in stored if score.session in sessions]
            if not removed and not added[player]:
                continue
            if plan.adds_up and player in lines:
                lines[player] = standings_totals.replace_sessions(
                    lines[player],
                    removed=standings_totals.line(plan, removed),
                    added=standings_totals.line(plan, added[player]),
                )
            else:
                remaining = [score for score in stored if score.session not in sessions]
                lines[player] = standings_totals.line(plan, [*remaining, *added[player]])
        return lines


class Projection(NamedTuple):
    """The stored standings of some seasons, and the merged players of their club."""

    seasons: Mapping[uuid.UUID, SeasonProjection]
    survivors: Mapping[uuid.UUID, uuid.UUID]  # merged player -> the player who stays

    def places_if(self, season: uuid.UUID, outcomes: Outcomes) -> dict[uuid.UUID, ProjectedPlace]:
        """Return everybody's place, best first, if these sessions of a season ended like this."""
        stored = self.seasons[season]
        hand_scores = {
            session.pk: self._hand_scores(session, outcome) for session, outcome in outcomes
        }
        scores = [
            score
            for session, outcome in outcomes
            for score in _session_scores(session, hand_scores[session.pk], outcome)
        ]
        lines = stored.lines_if(hand_scores.keys(), scores)
        lowest_wins = {session.pk: outcome.lowest_wins for session, outcome in outcomes}
        find_hands = _find_hands(stored, hand_scores, lowest_wins)
        table = standings_table.rank(stored.latest.plan, lines, find_hands)
        return {row.player: ProjectedPlace(row.place, row.line.total) for row in table.rows}

    def _hand_scores(self, session: Session, outcome: SessionOutcome) -> list[HandScore]:
        seated = (uuid.UUID(player) for player in session.head.content["players"])
        players = {
            seat: self.survivors.get(player, player) for seat, player in enumerate(seated, 1)
        }
        return [
            score
            for position, answer in outcome.answers.items()
            for score in standings_tallies.scores_from_answer(
                uuid.uuid5(session.pk, str(position)), answer, players
            )
        ]


def load(club: uuid.UUID, sessions: Iterable[Session]) -> Projection:
    """Return the stored standings of every season that these sessions belong to.

    The number of queries depends on the number of seasons, not of sessions.
    """
    by_season: dict[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
    for session in sessions:
        if session.season_id is not None:
            by_season[session.season_id].append(session.pk)
    seasons = {
        pk: _load_season(season, by_season[pk])
        for pk, season in Season.objects.in_bulk(by_season).items()
    }
    return Projection(seasons, player_merges.surviving_players(club))


def _load_season(season: Season, sessions: Collection[uuid.UUID]) -> SeasonProjection:
    count = season_count.read(season)
    rows = count.session_scores(Session.objects.filter(pk__in=sessions).order_by())
    if not count.plan.plan.adds_up:
        rows = count.session_scores(season.sessions.order_by(), {row.player for row in rows})
    scores: dict[uuid.UUID, list[SessionScore]] = defaultdict(list)
    for score in rows:
        scores[score.player].append(score)
    return SeasonProjection(count, count.total_lines, scores, tied_hands={})


def _session_scores(
    session: Session, hand_scores: Iterable[HandScore], outcome: SessionOutcome
) -> Iterable[SessionScore]:
    seats: dict[int, list[HandScore]] = defaultdict(list)
    for score in hand_scores:
        seats[score.seat].append(score)
    scores = standings_tallies.session_scores(session.pk, seats, lowest_wins=outcome.lowest_wins)
    return scores.values()


def _find_hands(
    stored: SeasonProjection,
    hand_scores: Mapping[uuid.UUID, Iterable[HandScore]],
    lowest_wins: Mapping[uuid.UUID, bool],
) -> FindHands:
    """Return a function that finds hands for tie-breaks: projected hands, and stored ones of other sessions."""

    def find_hands(players: Collection[uuid.UUID]) -> Iterable[TiedHand]:
        return [
            *stored.stored_hands_outside(players, hand_scores),
            *(
                score.as_tied_hand(lowest_wins=lowest_wins[session])
                for session, scores in hand_scores.items()
                for score in scores
                if score.player in players and score.counts and score.points is not None
            ),
        ]

    return find_hands
