"""Which players are drawn: those that somebody ticks, else the first of the list."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import QueryDict

from scorekeeper.pages.standings.table import Names

PLAYER, EVERYBODY = "player", "everybody"
MOST_LINES = 8
"""So many lines can be told apart."""
MOST_COLUMNS = 40
"""So many columns a table behind a plot has without being asked for."""
KEY = 8  # letters of an id: addresses with many of them stay short


@dataclass(frozen=True, kw_only=True)
class ChartChoice:
    """Who is drawn, who is in the table behind it, and what else the address says."""

    names: Names
    players: Sequence[UUID]  # everybody who could be, in the order of the list
    drawn: Sequence[UUID]
    more_ticked: bool  # than are drawn
    everybody: bool  # was everybody asked for in the table?
    beside: Sequence[tuple[str, str]]

    @property
    def offered(self) -> bool:
        """Is there anything to choose?"""
        return len(self.players) > MOST_LINES

    @property
    def asks_for_everybody(self) -> bool:
        """Are there more than a table has room for?"""
        return len(self.players) > MOST_COLUMNS

    @property
    def table_players(self) -> Sequence[UUID]:
        """The players of the table: those that are drawn in front."""
        if self.asks_for_everybody and not self.everybody:
            return self.drawn
        there = set(self.drawn)
        return [*self.drawn, *(player for player in self.players if player not in there)]

    @property
    def ticks(self) -> Sequence[tuple[str, str, bool]]:
        """Everybody to be ticked: what is sent, the name, whether they are drawn."""
        there = set(self.drawn)
        return [(_key(player), self.names[player], player in there) for player in self.players]


def choose_players(
    params: QueryDict, players: Sequence[UUID], names: Names, *, most: int = MOST_LINES
) -> ChartChoice:
    """Who is drawn of these; whoever is not among them is as if they were not asked for."""
    ticked = {key[:KEY] for key in params.getlist(PLAYER)}
    found = [player for player in players if _key(player) in ticked]
    own = {PLAYER, EVERYBODY}
    return ChartChoice(
        names=names,
        players=players,
        drawn=(found or players)[:most],
        more_ticked=len(found) > most,
        everybody=bool(params.get(EVERYBODY)),
        beside=[(key, value) for key in params if key not in own for value in params.getlist(key)],
    )


def _key(player: UUID) -> str:
    return str(player)[:KEY]
