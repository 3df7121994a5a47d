"""Complete deals that fit what a record proves."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from referee.cards import Card, Cards
from referee.climbing import ClimbingRules
from referee.climbing.plays import find_bomb, find_combinations, find_several
from referee.combinations import Combination
from referee.knowledge import Knowledge

Deal = tuple[Cards, ...]
"""The cards of each seat."""

MAX_TRIED = 200
"""The number of partial hands tried to find one that makes no combination."""

SMALL_SIZE = 3
"""Where the seat may hold many more cards than a hand has, only combinations of up to so many cards are searched."""

MAX_SHOWN = 20
"""The number of hands that are made around a combination."""

FindCombination = Callable[[ClimbingRules, Counter[Card]], Combination | None]


def likely_deals(
    rules: ClimbingRules,
    knowledge: Knowledge,
    seat: int,
    known: Counter[Card],
    tops: Sequence[Card],
) -> Iterator[Deal]:
    """Yield deals by the hand of one seat, the most decisive first, with a few divisions of the other cards each."""
    pool = rules.order.sort(tuple(knowledge.pool.elements()))
    draw = ClimbingDraw(rules, known, pool, knowledge.slots[seat - 1])
    for mine in likely_hands(draw, tops):
        rest = list((Counter(pool) - Counter(mine)).elements())
        rest = list(rules.order.sort(tuple(rest)))
        yield _deal(knowledge, seat, mine, rest)
        yield _deal(knowledge, seat, mine, rest[::-1])
        if rules.opening_card in rest:
            yield from _with_opening_card_elsewhere(rules, knowledge, seat, mine, rest)


def _with_opening_card_elsewhere(
    rules: ClimbingRules, knowledge: Knowledge, seat: int, mine: Cards, rest: list[Card]
) -> Iterator[Deal]:
    """Yield deals with the opening card at each other seat, and undealt."""
    others = [card for card in rest if card != rules.opening_card]
    start = 0
    for other, slots in enumerate(knowledge.slots, 1):
        if other != seat and slots:
            yield _deal(
                knowledge, seat, mine, [*others[:start], rules.opening_card, *others[start:]]
            )
            start += slots
    if knowledge.undealt:
        yield _deal(knowledge, seat, mine, [*others, rules.opening_card])


def _deal(knowledge: Knowledge, seat: int, mine: Cards, rest: Sequence[Card]) -> Deal:
    hands, start = [], 0
    for other, certain in enumerate(knowledge.certain, 1):
        slots = knowledge.slots[other - 1]
        drawn: Sequence[Card] = mine
        if other != seat:
            drawn, start = rest[start : start + slots], start + slots
        hands.append((*certain.elements(), *drawn))
    return tuple(hands)


def all_deals(knowledge: Knowledge, seat: int) -> Iterator[Deal]:
    """Yield every deal once: all hands of the seat, and for each of them all hands of the others."""
    order = [seat, *(other for other in range(1, len(knowledge.slots) + 1) if other != seat)]
    for drawn in _share_out(knowledge.pool, [knowledge.slots[other - 1] for other in order]):
        hands = dict(zip(order, drawn, strict=True))
        yield tuple(
            (*certain.elements(), *hands[other])
            for other, certain in enumerate(knowledge.certain, 1)
        )


def _share_out(pool: Counter[Card], slots: Sequence[int]) -> Iterator[tuple[Cards, ...]]:
    if not slots:
        yield ()
        return
    for drawn in selections(pool, slots[0]):
        for rest in _share_out(pool - Counter(drawn), slots[1:]):
            yield (drawn, *rest)


def selections(pool: Counter[Card], number: int) -> Iterator[Cards]:
    """Yield every selection of so many cards of a pool, equal cards once.

    >>> [" ".join(cards) for cards in selections(Counter({Card("1G"): 2, Card("2G"): 1}), 2)]
    ['1G 1G', '1G 2G']
    """
    faces = list(pool)
    return _select(faces, pool, number, pool.total())


def _select(faces: Sequence[Card], pool: Counter[Card], number: int, room: int) -> Iterator[Cards]:
    if not number:
        yield ()
        return
    if number > room or not faces:
        return
    first, *others = faces
    for copies in range(min(pool[first], number), -1, -1):
        for rest in _select(others, pool, number - copies, room - pool[first]):
            yield (*((first,) * copies), *rest)


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
