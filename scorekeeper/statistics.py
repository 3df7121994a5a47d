"""Statistics of a club and of a player, counted from scores and answers as they are asked for.

Finished hands count; void, annulled and unfinished ones do not, nor do those after the end of their game, but for what a
referee gave or took in the void and the annulled.  Two players who turned out to be one are one here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias
from uuid import UUID

from scorekeeper import careers, deeds, merging, played
from scorekeeper.careers import Against, AtSeat, Step
from scorekeeper.models import Club, Player
from scorekeeper.played import Played, Wanted
from scorekeeper.profiles import Figures, Ledger


class Every(StrEnum):
    """Hands whatever their season."""

    SEASON = "every season"


_Key: TypeAlias = UUID | Every | None
_Keys: TypeAlias = Callable[[UUID, UUID | None], Iterable[_Key]]
"""The ledgers in which a player's hand of a season is written."""


class Profile(NamedTuple):
    """All about one player."""

    player: UUID  # who stays, if they turned out to be somebody else
    figures: Figures
    seasons: dict[UUID | None, Figures]  # None: outside of every season
    seats: list[AtSeat]
    against: list[Against]
    series: list[Step]  # in the order of play


def of_club(club: Club, wanted: Wanted) -> dict[UUID, Figures]:
    """The figures of everybody who played, or of the one who is wanted: three queries at most, whatever was played."""
    wanted = _of_who_stays(club.pk, wanted)

    def keys(player: UUID, _: UUID | None) -> Iterable[_Key]:
        return (player,) if wanted.player in {None, player} else ()

    ledgers = _ledgers(wanted, played.in_order(wanted), keys)
    return {key: ledger.figures() for key, ledger in ledgers.items() if isinstance(key, UUID)}


def of_player(player: Player, wanted: Wanted) -> Profile:
    """All about a player: three queries."""
    wanted = _of_who_stays(player.club_id, replace(wanted, player=player.pk))
    who = wanted.player or player.pk

    def keys(player: UUID, season: UUID | None) -> Iterable[_Key]:
        return (Every.SEASON, season) if player == who else ()

    hands = list(played.in_order(wanted))  # no more than the series of the answer
    ledgers = _ledgers(wanted, hands, keys)
    own = careers.own(hands, who)
    return Profile(
        player=who,
        figures=ledgers.pop(Every.SEASON, Ledger()).figures(),
        seasons={key: row.figures() for key, row in ledgers.items() if not isinstance(key, Every)},
        seats=careers.at_seats(own),
        against=careers.against(own),
        series=list(careers.series(own)),
    )


def _of_who_stays(club: UUID, wanted: Wanted) -> Wanted:
    """The player who is wanted may have turned out to be somebody else."""
    if wanted.player is None:
        return wanted
    return replace(wanted, player=merging.staying_in(club).get(wanted.player, wanted.player))


def _ledgers(wanted: Wanted, hands: Iterable[Played], keys: _Keys) -> dict[_Key, Ledger]:
    ledgers: dict[_Key, Ledger] = defaultdict(Ledger)
    for hand in hands:
        for seated in hand.seats:
            for key in keys(seated.player, hand.season):
                ledgers[key].add(hand, seated)
    for told in deeds.done(wanted):
        for key in keys(told.player, told.season):
            ledgers[key].deeds += told.counted
    return ledgers
