"""Places in a season's standings if some of its sessions had ended otherwise, under the plan in force.

Other sessions are not read again: their share is in the stored lines or, under a plan that does not add up, in the tallies
of the players concerned.
"""

import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.adjudication.effects import SessionOutcome
from scorekeeper.clubs import player_merges
from scorekeeper.models import Season, Session
from scorekeeper.standings import season_count, totals
from scorekeeper.standings.plans.plan_input import UnreadablePlanError
from scorekeeper.standings.scope import Scope
from scorekeeper.standings.season_count import CountedSeason
from scorekeeper.standings.table import StandingsTable, rank, table_of, tied_hands_by_session
from scorekeeper.standings.tallies import HandScore, scores_from_answer, session_scores
from scorekeeper.standings.tie_breaks import FindHands, TiedHand
from scorekeeper.standings.totals import SessionScore, TotalLine

Outcomes: TypeAlias = Sequence[tuple[Session, SessionOutcome]]
"""Sessions of one season, each with the way it ends."""


Batches: TypeAlias = Callable[[], Iterable[Outcomes]]
"""A function that yields sessions of one season in batches, each session with the way it ends; it may be called again."""


class ProjectedPlace(NamedTuple):
    """A player's place and total in a projection.  No place: too few hands, or no total."""

    place: int | None
    total: float | None


Places: TypeAlias = Mapping[uuid.UUID, ProjectedPlace]
"""Everybody's place and total, by player."""


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
            rows = tied_hands_by_session(self.latest, everywhere, Scope(), unread)
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
                lines[player] = totals.replace_sessions(
                    lines[player],
                    removed=totals.line(plan, removed),
                    added=totals.line(plan, added[player]),
                )
            else:
                remaining = [score for score in stored if score.session not in sessions]
                lines[player] = totals.line(plan, [*remaining, *added[player]])
        return lines


class Projection(NamedTuple):
    """The stored standings of some seasons, and the merged players of their club."""

    seasons: Mapping[uuid.UUID, SeasonProjection]
    survivors: Mapping[uuid.UUID, uuid.UUID]  # merged player -> the player who stays

    def places_if(self, season: uuid.UUID, outcomes: Outcomes) -> Places:
        """Return everybody's place, best first, if these sessions of a season ended like this."""
        stored = self.seasons[season]
        hand_scores = _hand_scores(outcomes, self.survivors)
        scores = _scores(outcomes, hand_scores)
        lines = stored.lines_if(hand_scores.keys(), scores)
        find_hands = _find_hands(stored, hand_scores, _lowest_wins(outcomes))
        return _places(rank(stored.latest.plan, lines, find_hands))


def load(club: uuid.UUID, sessions: Iterable[Session]) -> Projection:
    """Return the stored standings of every season that these sessions belong to, but for those with a damaged plan.

    The number of queries depends on the number of seasons, not of sessions.
    """
    by_season: dict[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
    for session in sessions:
        if session.season_id is not None:
            by_season[session.season_id].append(session.pk)
    seasons: dict[uuid.UUID, SeasonProjection] = {}
    for pk, season in Season.objects.in_bulk(by_season).items():
        with suppress(UnreadablePlanError):
            seasons[pk] = _load_season(season, by_season[pk])
    return Projection(seasons, player_merges.surviving_players(club))


def _load_season(season: Season, sessions: Collection[uuid.UUID]) -> SeasonProjection:
    count = season_count.read(season)
    rows = count.session_scores(Session.objects.filter(pk__in=sessions).order_by())
    if not count.plan.plan.adds_up:
        rows = count.session_scores(season.sessions.order_by(), {row.player for row in rows})
    return SeasonProjection(count, count.total_lines, _by_player(rows), tied_hands={})


def places_if_many(season: Season, batches: Batches) -> tuple[Places, Places]:
    """Return everybody's place now, and if very many sessions of a season ended otherwise.

    Under a plan that adds up, only one batch is in memory.
    """
    count = season_count.read(season)
    survivors = player_merges.surviving_players(season.club_id)
    stored = SeasonProjection(count, count.total_lines, scores={}, tied_hands={})
    changed: set[uuid.UUID] = set()
    others: list[SessionScore] = []  # under a plan that does not add up
    for outcomes in batches():
        hand_scores = _hand_scores(outcomes, survivors)
        changed |= hand_scores.keys()
        scores = _scores(outcomes, hand_scores)
        if not count.plan.plan.adds_up:
            others += scores
            continue
        replaced = count.session_scores(Session.objects.filter(pk__in=hand_scores).order_by())
        lines = stored._replace(scores=_by_player(replaced)).lines_if(hand_scores.keys(), scores)
        stored = stored._replace(lines=lines)
    if changed and not count.plan.plan.adds_up:
        everywhere = count.session_scores(season.sessions.order_by())
        lines = stored._replace(scores=_by_player(everywhere)).lines_if(changed, others)
        stored = stored._replace(lines=lines)

    def find_hands(players: Collection[uuid.UUID]) -> Iterable[TiedHand]:
        yield from stored.stored_hands_outside(players, changed)
        for outcomes in batches():
            hand_scores = _hand_scores(outcomes, survivors)
            yield from _projected_hands(players, hand_scores, _lowest_wins(outcomes))

    now = table_of(count, Scope())
    return _places(now), _places(rank(count.plan, stored.lines, find_hands))


def outcome_to_json(outcome: SessionOutcome) -> dict[str, Any]:
    """Return the part of an outcome that scores are counted from, without texts."""
    answers = {
        str(position): {
            **{key: answer.get(key) for key in ("status", "points", "places")},
            "annulled": bool(answer.get("annulled")),
            "adjustments": [
                {"seat": each["seat"], "points": each["points"]}
                for each in answer.get("adjustments") or []
            ],
            "events": [
                {"seat": event.get("seat"), "verdict": "illegal"}
                for event in answer["events"]
                if event["verdict"] == "illegal"
            ],
        }
        for position, answer in outcome.answers.items()
    }
    return {"answers": answers, "lowest_wins": outcome.lowest_wins}


def outcome_from_json(content: Mapping[str, Any]) -> SessionOutcome:
    """Return an outcome with the part that ``outcome_to_json`` kept."""
    answers = {int(position): answer for position, answer in content["answers"].items()}
    lowest_wins = content["lowest_wins"]
    return SessionOutcome(
        answers=answers, totals=None, over=False, winners=[], lowest_wins=lowest_wins
    )


def _places(table: StandingsTable) -> Places:
    return {row.player: ProjectedPlace(row.place, row.line.total) for row in table.rows}


def _hand_scores(
    outcomes: Outcomes, survivors: Mapping[uuid.UUID, uuid.UUID]
) -> dict[uuid.UUID, list[HandScore]]:
    """Return the scores of the hands by session; they count for the player who stays after merges."""
    scores: dict[uuid.UUID, list[HandScore]] = {}
    for session, outcome in outcomes:
        seated = (uuid.UUID(player) for player in session.head.content["players"])
        players = {seat: survivors.get(player, player) for seat, player in enumerate(seated, 1)}
        scores[session.pk] = [
            score
            for position, answer in outcome.answers.items()
            for score in scores_from_answer(uuid.uuid5(session.pk, str(position)), answer, players)
        ]
    return scores


def _by_player(scores: Iterable[SessionScore]) -> dict[uuid.UUID, list[SessionScore]]:
    by_player: dict[uuid.UUID, list[SessionScore]] = defaultdict(list)
    for score in scores:
        by_player[score.player].append(score)
    return by_player


def _lowest_wins(outcomes: Outcomes) -> dict[uuid.UUID, bool]:
    return {session.pk: outcome.lowest_wins for session, outcome in outcomes}


def _scores(
    outcomes: Outcomes, hand_scores: Mapping[uuid.UUID, Iterable[HandScore]]
) -> list[SessionScore]:
    return [
        score
        for session, outcome in outcomes
        for score in _session_scores(session, hand_scores[session.pk], outcome)
    ]


def _session_scores(
    session: Session, hand_scores: Iterable[HandScore], outcome: SessionOutcome
) -> Iterable[SessionScore]:
    seats: dict[int, list[HandScore]] = defaultdict(list)
    for score in hand_scores:
        seats[score.seat].append(score)
    scores = session_scores(session.pk, seats, lowest_wins=outcome.lowest_wins)
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
            *_projected_hands(players, hand_scores, lowest_wins),
        ]

    return find_hands


def _projected_hands(
    players: Collection[uuid.UUID],
    hand_scores: Mapping[uuid.UUID, Iterable[HandScore]],
    lowest_wins: Mapping[uuid.UUID, bool],
) -> Iterable[TiedHand]:
    return (
        score.as_tied_hand(lowest_wins=lowest_wins[session])
        for session, scores in hand_scores.items()
        for score in scores
        if score.player in players and score.counts and score.points is not None
    )
