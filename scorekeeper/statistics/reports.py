"""Reports on a club and on a player, added up from the stored figures of months.

Finished hands count.  Void, annulled and unfinished hands and hands after the end of their game do not, except for the
adjustments in void and annulled ones.  Merged players count as one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper.clubs import player_merges
from scorekeeper.models import MonthFigures, Player
from scorekeeper.models.statistics import NO_SEASON
from scorekeeper.statistics import latest_figures, month_figures, player_history
from scorekeeper.statistics.latest_figures import Selection
from scorekeeper.statistics.player_figures import PlayerAccumulator, PlayerFigures
from scorekeeper.statistics.player_history import OpponentRecord, SeatFigures

Survivors: TypeAlias = Mapping[UUID, UUID]
"""For each merged player the one who stays."""


class ClubReport(NamedTuple):
    """The figures of everybody who played."""

    players: dict[UUID, PlayerFigures]
    is_current: bool  # False: workers are counting what changed
    counted_at: datetime | None  # when they counted everything last; None: not yet


class Game(NamedTuple):
    """How often a player played a game: in sessions with a finished hand."""

    variant: str
    sessions: int
    hands: int  # recorded, finished or not


class PlayerReport(NamedTuple):
    """All about one player."""

    player: UUID  # the one who stays, if the player was merged into another
    figures: PlayerFigures
    seasons: dict[UUID | None, PlayerFigures]  # None: sessions outside of every season
    seats: list[SeatFigures]
    opponents: list[OpponentRecord]  # the most frequent first
    days: dict[date, float]  # points with adjustments, in the order of the days
    games: list[Game]  # of all games, also if one is selected, the one with the most hands first
    is_current: bool
    counted_at: datetime | None


def of_club(selection: Selection) -> ClubReport:
    """Return the figures of everybody who played, or of the player whom the selection names."""
    chosen = _of_survivor(selection)
    reading = latest_figures.read(chosen)
    accumulators: dict[UUID, PlayerAccumulator] = defaultdict(PlayerAccumulator)
    for line in reading.lines:
        accumulators[line.player_id].add_session(month_figures.totals_of(line))
    figures = {
        player: accumulator.figures().shown_in(selection.club)
        for player, accumulator in accumulators.items()
    }
    return ClubReport(figures, reading.is_current, reading.counted_at)


def of_player(
    player: Player, selection: Selection, *, survivors: Survivors | None = None
) -> PlayerReport:
    """Return all about a player; ``survivors`` are those of the club, where they were read already."""
    chosen = _of_survivor(replace(selection, player=player.pk), survivors)
    reading = latest_figures.read(chosen, by_season=True, by_game=True)
    of_part = [line for line in reading.lines if line.variant == chosen.part.variant]
    whole = [line for line in of_part if line.season == chosen.part.season]
    overall = _add_up(whole)
    details = player_history.add_details(
        (player_history.read_json(line.details) for line in whole), {}
    )
    return PlayerReport(
        player=chosen.player or player.pk,
        figures=overall.figures().shown_in(selection.club),
        seasons=_by_season(of_part, chosen),
        seats=[row for _, row in sorted(details.seats.items())],
        opponents=sorted(details.opponents.values(), key=lambda row: (-row.hands, row.player)),
        days=dict(sorted(details.days.items())),
        games=_games(line for line in reading.lines if line.season == chosen.part.season),
        is_current=reading.is_current,
        counted_at=reading.counted_at,
    )


def _of_survivor(selection: Selection, survivors: Survivors | None = None) -> Selection:
    if selection.player is None:
        return selection
    if survivors is None:
        survivors = player_merges.surviving_players(selection.club.pk)
    return replace(selection, player=survivors.get(selection.player, selection.player))


def _add_up(lines: Iterable[MonthFigures]) -> PlayerAccumulator:
    accumulator = PlayerAccumulator()
    for line in lines:
        accumulator.add_session(month_figures.totals_of(line))
    return accumulator


def _by_season(
    lines: Iterable[MonthFigures], selection: Selection
) -> dict[UUID | None, PlayerFigures]:
    """Return the figures of each season, in the order in which they begin."""
    seasons: dict[UUID | None, list[MonthFigures]] = defaultdict(list)
    for line in lines:
        if selection.season or line.season != selection.part.season:
            seasons[None if line.season == NO_SEASON else line.season].append(line)
    club = selection.club
    return {season: _add_up(rows).figures().shown_in(club) for season, rows in seasons.items()}


def _games(lines: Iterable[MonthFigures]) -> list[Game]:
    """Return how often each game was played, from lines of one part and of each of its games."""
    by_game: dict[str, list[MonthFigures]] = defaultdict(list)
    for line in lines:
        if line.variant:
            by_game[line.variant].append(line)
    totals = {variant: _add_up(rows) for variant, rows in by_game.items()}
    games = [Game(variant, sums.sessions, sums.recorded) for variant, sums in totals.items()]
    return sorted(games, key=lambda game: (-game.hands, game.variant))
