"""Find the combinations that a hand can make."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations, product

from referee.cards import PHOENIXES, Card, Cards, rank, suit
from referee.climbing.rules import ClimbingRules
from referee.combinations import Combination, CombinationKind, Shape
from referee.knowledge import MAX_SEARCH_STEPS


def combinations_in(rules: ClimbingRules, hand: Mapping[Card, int]) -> list[Combination]:
    """Return every combination in the hand by size, then from the weakest up; equal cards once."""
    every = chain.from_iterable(find_combinations(rules, hand, shape) for shape in rules.shapes)
    unique = {combination.cards: combination for combination in every}
    return sorted(
        unique.values(),
        key=lambda play: (play.size, play.bomb, play.rung, play.tier, play.strength, play.cards),
    )


def find_several(
    rules: ClimbingRules, hand: Mapping[Card, int], *, including: Card | None = None
) -> Combination | None:
    """Return a combination of more than one card in the hand, with the card ``including`` in it; None if there is none."""
    return _find_several(rules, tuple(sorted(Counter(hand).elements())), including)


@lru_cache(256)
def _find_several(rules: ClimbingRules, cards: Cards, including: Card | None) -> Combination | None:
    """Find a combination of several cards.  Cached, since many singles are checked against one hand."""
    return next(_several(rules, Counter(cards), including), None)


def _several(
    rules: ClimbingRules, hand: Mapping[Card, int], including: Card | None
) -> Iterator[Combination]:
    shapes = (shape for shape in rules.shapes if shape.size > 1)
    plays = chain.from_iterable(find_combinations(rules, hand, shape) for shape in shapes)
    return (play for play in plays if including is None or including in play.cards)


def find_bomb(
    rules: ClimbingRules, hand: Mapping[Card, int], *, most: tuple[Counter[Card], int] | None = None
) -> Combination | None:
    """Return a bomb in the hand, or None.

    ``most`` is a pair of known cards and a number: the bomb then needs at most so many cards besides the known ones.
    """
    plays = chain.from_iterable(find_combinations(rules, hand, shape) for shape in rules.bombs)
    if most is None:
        return next(plays, None)
    known, number = most
    return next((play for play in plays if (Counter(play.cards) - known).total() <= number), None)


def may_have_several(
    rules: ClimbingRules,
    known: Counter[Card],
    candidates: Counter[Card],
    *,
    most: int,
    including: Card | None = None,
) -> bool:
    """Return whether the known cards and at most ``most`` candidates can make a combination of several cards."""
    if not most:
        return find_several(rules, known, including=including) is not None
    plays = _several(rules, known + candidates, including)
    return any((Counter(play.cards) - known).total() <= most for play in plays)


def may_lack(
    find: Callable[[Counter[Card]], Combination | None],
    known: Counter[Card],
    candidates: Counter[Card],
    *,
    number: int,
) -> bool | None:
    """Return whether the known cards and ``number`` candidates can be a hand in which ``find`` finds nothing.

    None: the search reached its limit.
    """
    cards = list(candidates.elements())
    open_hands = [(known, 0, 0)]
    for _ in range(MAX_SEARCH_STEPS):
        if not open_hands:
            return False
        hand, start, taken = open_hands.pop()
        if find(hand) is not None:
            continue
        if taken == number:
            return True
        open_hands += [
            (hand + Counter([cards[at]]), at + 1, taken + 1)
            for at in range(start, len(cards))
            if at == start or cards[at] != cards[at - 1]  # a twin makes no difference
        ]
    return None


def find_combinations(
    rules: ClimbingRules, hand: Mapping[Card, int], shape: Shape
) -> Iterator[Combination]:
    """Yield the combinations among the card sets of a shape, each once; a straight may be a straight flush."""
    # a dict keeps the order: the first combination is named in reasons, so it must not vary
    for cards in dict.fromkeys(map(rules.order.sort, _CARD_SETS[shape.kind](rules, hand))):
        combination = rules.identify(cards)
        if combination is not None:
            yield combination


def _by_rank(hand: Mapping[Card, int]) -> Mapping[str, list[Card]]:
    return _grouped(tuple(hand.items()))


@lru_cache(maxsize=8)  # one hand is searched for every shape
def _grouped(items: tuple[tuple[Card, int], ...]) -> Mapping[str, list[Card]]:
    groups: dict[str, list[Card]] = {}
    for card, number in items:
        groups.setdefault(card[:-1], []).extend([card] * number)
    return groups


def _of_a_kind(size: int, hand: Mapping[Card, int]) -> Iterator[Cards]:
    for group in _by_rank(hand).values():
        yield from combinations(group, size)


def _straights(rules: ClimbingRules, hand: Mapping[Card, int]) -> Iterator[Cards]:
    groups = {name: list(dict.fromkeys(cards)) for name, cards in _by_rank(hand).items()}
    wild = _wild_phoenixes(rules, hand)
    for window in rules.order.windows:
        missing = [name for name in window if name not in groups]
        if not missing:
            yield from product(*(groups[name] for name in window))
        if not wild or len(missing) > len(wild):
            continue
        for used in range(max(1, len(missing)), len(wild) + 1):
            for phoenixes in combinations(wild, used):
                for names in combinations([name for name in window if name in groups], 5 - used):
                    yield from (
                        (*cards, *phoenixes) for cards in product(*(groups[name] for name in names))
                    )


def _wild_phoenixes(rules: ClimbingRules, hand: Mapping[Card, int]) -> list[Card]:
    """Return the phoenixes in a hand, if they may stand for other cards."""
    return [card for card in hand if card in PHOENIXES] if rules.wild_phoenix else []


def _flushes(rules: ClimbingRules, hand: Mapping[Card, int]) -> Iterator[Cards]:
    cards = [card for card in Counter(hand).elements() if rank(card) not in rules.order.unsuited]
    joining = _wild_phoenixes(rules, hand)
    for color in rules.order.suits:
        suited = [card for card in cards if suit(card) in (color, rules.order.wild_suit)]
        yield from combinations([*suited, *joining], 5)


def _pairs(rules: ClimbingRules, hand: Mapping[Card, int]) -> Iterator[Cards]:
    yield from _of_a_kind(2, hand)
    for phoenix in _wild_phoenixes(rules, hand):
        yield from ((card, phoenix) for card in hand if card != phoenix)


def _full_houses(rules: ClimbingRules, hand: Mapping[Card, int]) -> Iterator[Cards]:
    groups = {name: sorted(cards) for name, cards in _by_rank(hand).items()}
    triples = [
        three for cards in groups.values() for three in dict.fromkeys(combinations(cards, 3))
    ]
    pairs = dict.fromkeys(_pairs(rules, hand))
    for three, two in product(triples, pairs):
        if all(rank(card) != rank(three[0]) for card in two):
            yield three + two


def _fours(hand: Mapping[Card, int]) -> Iterator[Cards]:
    for four in _of_a_kind(4, hand):
        for card in hand:
            if rank(card) != rank(four[0]):
                yield *four, card


_CARD_SETS: dict[
    CombinationKind, Callable[[ClimbingRules, Mapping[Card, int]], Iterator[Cards]]
] = {
    CombinationKind.SINGLE: lambda _, hand: _of_a_kind(1, hand),
    CombinationKind.PAIR: _pairs,
    CombinationKind.TRIPLE: lambda _, hand: _of_a_kind(3, hand),
    CombinationKind.STRAIGHT: _straights,
    CombinationKind.FLUSH: _flushes,
    CombinationKind.FULL_HOUSE: _full_houses,
    CombinationKind.FOUR_OF_A_KIND: lambda _, hand: _fours(hand),
    CombinationKind.STRAIGHT_FLUSH: _straights,
    CombinationKind.GANG_OF_FOUR: lambda _, hand: _of_a_kind(4, hand),
    CombinationKind.GANG_OF_FIVE: lambda _, hand: _of_a_kind(5, hand),
    CombinationKind.GANG_OF_SIX: lambda _, hand: _of_a_kind(6, hand),
    CombinationKind.GANG_OF_SEVEN: lambda _, hand: _of_a_kind(7, hand),
}
