"""The choice of players to plot: those that the viewer ticked, or else the first of the list."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import QueryDict

from scorekeeper.clubs.roster import PlayerNames

PLAYER, EVERYBODY = "player", "everybody"
MOST_LINES = 8
"""More lines cannot be distinguished in one plot."""
MOST_COLUMNS = 40
"""Columns of the table behind a plot; more only on request."""
KEY_LENGTH = 8  # characters of an id in the URL, to keep URLs with many players short


@dataclass(frozen=True, kw_only=True)
class ChartChoice:
    """The players plotted and those in the table behind the plot."""

    names: PlayerNames
    players: Sequence[UUID]  # all that can be chosen, in the order of the list
    drawn: Sequence[UUID]
    more_ticked: bool  # whether more were ticked than are drawn
    everybody: bool  # whether all players are requested in the table
    other_params: Sequence[tuple[str, str]]  # query parameters that the form must keep

    @property
    def is_offered(self) -> bool:
        """Whether there are more players than a plot has lines."""
        return len(self.players) > MOST_LINES

    @property
    def asks_for_everybody(self) -> bool:
        """Whether there are more players than the table shows without a request."""
        return len(self.players) > MOST_COLUMNS

    @property
    def table_players(self) -> Sequence[UUID]:
        """The players of the table, those that are drawn first."""
        if self.asks_for_everybody and not self.everybody:
            return self.drawn
        drawn = set(self.drawn)
        return [*self.drawn, *(player for player in self.players if player not in drawn)]

    @property
    def ticks(self) -> Sequence[tuple[str, str, bool]]:
        """The checkboxes: value, name, and whether the player is drawn."""
        drawn = set(self.drawn)
        return [(_key(player), self.names[player], player in drawn) for player in self.players]


def choose_players(
    params: QueryDict, players: Sequence[UUID], names: PlayerNames, *, most: int = MOST_LINES
) -> ChartChoice:
    """Return the choice that the query parameters make among these players; unknown players are ignored."""
    keys = {key[:KEY_LENGTH] for key in params.getlist(PLAYER)}
    ticked = [player for player in players if _key(player) in keys]
    own = {PLAYER, EVERYBODY}
    return ChartChoice(
        names=names,
        players=players,
        drawn=(ticked or players)[:most],
        more_ticked=len(ticked) > most,
        everybody=bool(params.get(EVERYBODY)),
        other_params=[
            (key, value) for key in params if key not in own for value in params.getlist(key)
        ],
    )


def _key(player: UUID) -> str:
    return str(player)[:KEY_LENGTH]
