"""Statistics of a club and of a player, added up from what their sessions came to.

Finished hands count; void, annulled and unfinished ones do not, nor do those after the end of their game, but for what a
referee gave or took in the void and the annulled.  Two players who turned out to be one are one here.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import Club, Player
from scorekeeper.statistics import counted_hands, player_history, session_figures
from scorekeeper.statistics.counted_hands import HandFilter
from scorekeeper.statistics.player_figures import PlayerAccumulator, PlayerFigures
from scorekeeper.statistics.player_history import OpponentRecord, PointsStep, SeatFigures


class Every(StrEnum):
    """Hands whatever their season."""

    SEASON = "every season"


class PlayerReport(NamedTuple):
    """All about one player."""

    player: UUID  # who stays, if they turned out to be somebody else
    figures: PlayerFigures
    seasons: dict[UUID | None, PlayerFigures]  # None: outside of every season
    seats: list[SeatFigures]
    opponents: list[OpponentRecord]
    series: list[PointsStep]  # in the order of play


def of_club(club: Club, wanted: HandFilter) -> dict[UUID, PlayerFigures]:
    """The figures of everybody who played, or of the one who is wanted: three queries, once all sessions are counted."""
    staying = player_merges.surviving_players(club.pk)
    ledgers: dict[UUID, PlayerAccumulator] = defaultdict(PlayerAccumulator)
    own = _one_with(wanted.player, staying) if wanted.player else set()
    for evening in session_figures.evenings(wanted, own):
        for player, showing in evening.players:
            if not own or player in own:
                ledgers[staying.get(player, player)].add_session(showing, evening.day)
    return {player: ledger.figures() for player, ledger in ledgers.items()}


def of_player(player: Player, wanted: HandFilter) -> PlayerReport:
    """All about a player: four queries, once all sessions are counted."""
    staying = player_merges.surviving_players(player.club_id)
    who = staying.get(player.pk, player.pk)
    own = _one_with(who, staying)
    ledgers: dict[UUID | Every | None, PlayerAccumulator] = defaultdict(PlayerAccumulator)
    for evening in session_figures.evenings(wanted, own):
        for seated, showing in evening.players:
            if seated in own:
                ledgers[Every.SEASON].add_session(showing, evening.day)
                ledgers[evening.season].add_session(showing, evening.day)
    # no more hands than the series of the answer has steps
    hands = player_history.player_hands(counted_hands.in_play_order(replace(wanted, player=who)), who)
    return PlayerReport(
        player=who,
        figures=ledgers.pop(Every.SEASON, PlayerAccumulator()).figures(),
        seasons={key: row.figures() for key, row in ledgers.items() if not isinstance(key, Every)},
        seats=player_history.by_seat(hands),
        opponents=player_history.by_opponent(hands),
        series=list(player_history.points_series(hands)),
    )


def _one_with(player: UUID, staying: Mapping[UUID, UUID]) -> Collection[UUID]:
    """Everybody who is this player, whatever they were written down as."""
    stays = staying.get(player, player)
    return {stays, *(other for other, last in staying.items() if last == stays)}
