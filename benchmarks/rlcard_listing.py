"""RLCard: the legal plays of a Dou Dizhu hand, a climbing game, listed in Python.

It compares ranks only, since suits do not matter in Dou Dizhu, and follows a play by looking up every higher play of its
type in tables that come with the package.  Without the package these rows are left out and the benchmark says so.
"""

from random import Random
from typing import Any, NamedTuple

from benchmarks.timing import Work

try:
    from rlcard.games.base import Card
    from rlcard.games.doudizhu.judger import DoudizhuJudger
    from rlcard.games.doudizhu.player import DoudizhuPlayer
    from rlcard.games.doudizhu.utils import cards2str, get_gt_cards
except (ImportError, OSError):  # it unpacks its tables when it is first imported
    DoudizhuJudger = None

IS_INSTALLED = DoudizhuJudger is not None
PACK = [(suit, rank) for rank in "3456789TJQKA2" for suit in "CDHS"] + [("BJ", ""), ("RJ", "")]


class Moment(NamedTuple):
    """A player to act, and who played the cards that stand; None: nothing stands."""

    player: Any
    standing: Any


def moments(number: int, chance: Random, *, cards: int, size: int) -> list[Moment]:
    """Return moments in which the player to act holds so many cards; a play of ``size`` cards stands."""
    return [_moment(cards, size, chance) for _ in range(number)]


def _moment(cards: int, size: int, chance: Random) -> Moment:
    pack = chance.sample(PACK, 2 * cards)
    player, other = _player(0, pack[:cards]), _player(1, pack[cards:])
    if not size:
        return Moment(player, None)
    plays = [play for play in _listed(Moment(other, None)) if len(play) == size]
    if not plays:
        return _moment(cards, size, chance)
    other.played_cards = chance.choice(sorted(plays))
    return Moment(player, other)


def _player(number: int, cards: list[tuple[str, str]]) -> Any:
    player = DoudizhuPlayer(number, None)
    in_order = sorted(cards, key=PACK.index)
    player.set_current_hand([Card(suit, rank) for suit, rank in in_order])
    return player


def _listed(moment: Moment) -> Any:
    """Return every legal play; a pass counts as one."""
    if moment.standing is None:
        return DoudizhuJudger.playable_cards_from_hand(cards2str(moment.player.current_hand))
    return get_gt_cards(moment.player, moment.standing)


def list_plays(batch: list[Moment]) -> Work:
    """List every legal play of the player to act."""
    return Work(len(batch), sum(len(_listed(moment)) for moment in batch))
