"""Reports on a club and on a player, added up from the figures of sessions.

Finished hands count.  Void, annulled and unfinished hands and hands after the end of their game do not, except for the
adjustments in void and annulled ones.  Merged players count as one.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Player
from scorekeeper.statistics import counted_hands, player_history, session_figures
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.player_figures import PlayerAccumulator, PlayerFigures
from scorekeeper.statistics.player_history import OpponentRecord, PointsStep, SeatFigures


class PlayerReport(NamedTuple):
    """All about one player."""

    player: UUID  # the one who stays, if the player was merged into another
    figures: PlayerFigures
    seasons: dict[UUID | None, PlayerFigures]  # None: sessions outside of every season
    seats: list[SeatFigures]
    opponents: list[OpponentRecord]
    series: list[PointsStep]  # in the order of play


def of_club(club: Club, hand_filter: HandFilter) -> dict[UUID, PlayerFigures]:
    """Return the figures of everybody who played, or of the player whom the filter names.

    Takes three queries if no figures are missing.
    """
    survivors = player_merges.surviving_players(club.pk)
    accumulators: dict[UUID, PlayerAccumulator] = defaultdict(PlayerAccumulator)
    aliases = _merged_with(hand_filter.player, survivors) if hand_filter.player else set()
    for session in session_figures.in_play_order(hand_filter, aliases):
        for player, totals in session.players:
            if not aliases or player in aliases:
                accumulators[survivors.get(player, player)].add_session(totals, session.day)
    return {player: accumulator.figures() for player, accumulator in accumulators.items()}


def of_player(player: Player, hand_filter: HandFilter) -> PlayerReport:
    """Return all about a player, in four queries if no figures are missing."""
    survivors = player_merges.surviving_players(player.club_id)
    survivor = survivors.get(player.pk, player.pk)
    aliases = _merged_with(survivor, survivors)
    overall = PlayerAccumulator()
    by_season: dict[UUID | None, PlayerAccumulator] = defaultdict(PlayerAccumulator)
    for session in session_figures.in_play_order(hand_filter, aliases):
        for seated, totals in session.players:
            if seated in aliases:
                overall.add_session(totals, session.day)
                by_season[session.season].add_session(totals, session.day)
    # All hands in memory: the series of the answer has as many steps.
    selected = counted_hands.in_play_order(replace(hand_filter, player=survivor))
    hands = player_history.player_hands(selected, survivor)
    return PlayerReport(
        player=survivor,
        figures=overall.figures(),
        seasons={season: accumulator.figures() for season, accumulator in by_season.items()},
        seats=player_history.by_seat(hands),
        opponents=player_history.by_opponent(hands),
        series=list(player_history.points_series(hands)),
    )


def _merged_with(player: UUID, survivors: Mapping[UUID, UUID]) -> Collection[UUID]:
    """Return the ids under which this player was ever recorded."""
    survivor = survivors.get(player, player)
    return {survivor, *(other for other, last in survivors.items() if last == survivor)}
