"""Hands that a seat may have held, the most decisive for its duties first."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from referee.cards import Card, Cards
from referee.climbing import ClimbingRules
from referee.climbing.plays import find_bomb, find_combinations, find_several
from referee.combinations import Combination

MAX_TRIED = 200
"""The number of partial hands tried to find one that makes no combination."""

SMALL_SIZE = 3
"""Where the seat may hold many more cards than a hand has, only combinations of up to so many cards are searched."""

MAX_SHOWN = 20
"""The number of hands that are made around a combination."""

FindCombination = Callable[[ClimbingRules, Counter[Card]], Combination | None]


class ClimbingDraw(NamedTuple):
    """A hand with unknown cards: ``number`` of them from ``pool``, besides the known ones."""

    rules: ClimbingRules
    known: Counter[Card]
    pool: Sequence[Card]  # lowest first
    number: int


def likely_hands(draw: ClimbingDraw, tops: Sequence[Card]) -> Iterator[Cards]:
    """Yield what the unknown cards may be; some hands occur more than once.

    Playing the highest card is no duty if all other cards are lower than one of ``tops``; leading several cards is none if
    the hand makes no combination.  In other hands a single card or a combination breaks each duty.
    """
    pool, number = draw.pool, draw.number
    yield tuple(pool[:number])
    yield tuple(pool[len(pool) - number :])
    if not number:
        return
    lacking: list[FindCombination] = [find_several]
    lacking += [find_bomb] if draw.rules.protect_forces_gang else []
    heights = draw.rules.order.heights
    for top in (*tops, None):
        low = [card for card in pool if top is None or heights[card] <= heights[top]]
        for has in lacking:
            yield from _making_none(draw._replace(pool=low), has)
    yield from _around_each(draw)
    yield from islice(_around_combinations(draw), MAX_SHOWN)
    for card in dict.fromkeys(pool):
        others = [other for other in pool if other != card]
        if len(others) >= number:
            yield tuple(others[:number])


def _making_none(draw: ClimbingDraw, has: FindCombination) -> Iterator[Cards]:
    """Yield hands that make no such combination, from the lowest cards up and from the highest down."""
    for faces in (list(draw.pool), list(draw.pool)[::-1]):
        open_hands: list[tuple[Cards, int]] = [((), 0)]
        for _ in range(MAX_TRIED):
            if not open_hands:
                break
            drawn, start = open_hands.pop()
            if has(draw.rules, draw.known + Counter(drawn)) is not None:
                continue
            if len(drawn) == draw.number:
                yield drawn
                break
            enough = len(faces) - (draw.number - len(drawn)) + 1
            open_hands += [((*drawn, faces[at]), at + 1) for at in reversed(range(start, enough))]


def _around_each(draw: ClimbingDraw) -> Iterator[Cards]:
    """Yield hands with each face from the highest down, and otherwise the lowest cards."""
    for card in dict.fromkeys(reversed(draw.pool)):
        others = list(draw.pool)
        others.remove(card)
        yield (card, *others[: draw.number - 1])


def _around_combinations(draw: ClimbingDraw) -> Iterator[Cards]:
    """Yield hands with a combination of several cards or a bomb, and otherwise the lowest cards."""
    rules, together = draw.rules, draw.known + Counter(draw.pool)
    most = SMALL_SIZE if together.total() > rules.hand_size + SMALL_SIZE else rules.hand_size
    shapes = [shape for rung in rules.ladder for shape in rung if 1 < shape.size <= most]
    several = chain.from_iterable(find_combinations(rules, together, shape) for shape in shapes)
    bombs = chain.from_iterable(find_combinations(rules, together, shape) for shape in rules.bombs)
    forced = islice(bombs, MAX_SHOWN // 2) if rules.protect_forces_gang else ()
    for play in chain(forced, several):
        lacking = Counter(play.cards) - draw.known
        if lacking.total() <= draw.number:
            others = list((Counter(draw.pool) - lacking).elements())
            yield (*lacking.elements(), *others[: draw.number - lacking.total()])
