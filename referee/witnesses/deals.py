"""Complete deals that fit what a record proves."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.cards import Card, Cards
from referee.climbing import ClimbingRules
from referee.knowledge import Knowledge
from referee.witnesses.likely import ClimbingDraw, likely_hands

Deal = tuple[Cards, ...]
"""The cards of each seat."""


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
