"""Find the combinations that a hand can make."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from referee.cards import PHOENIXES, Card, Cards
from referee.climbing.rules import ClimbingRules
from referee.combinations import Combination, Shape
from referee.knowledge import MAX_SEARCH_STEPS


def combinations_in(
    rules: ClimbingRules, hand: Mapping[Card, int], *, beating: Combination | None = None
) -> list[Combination]:
    """Return every combination in the hand, or those that beat another, by size, then from the weakest up; equal cards once."""
    shapes = rules.shapes if beating is None else rules.shapes_above(beating)
    ordered = {card: hand[card] for card in rules.order.sort(tuple(hand))}
    wild = _wild_cards(rules, ordered)
    # a straight and a straight flush are found among the same card sets
    sources = {(shape.kind.card_sets, shape.size): shape for shape in shapes}
    sets = chain.from_iterable(
        shape.kind.card_sets(shape, ordered, rules.order, wild) for shape in sources.values()
    )
    unique = set(map(rules.order.sort, set(sets)))
    plays = [play for play in map(rules.identify, unique) if play is not None]
    if beating is not None:
        plays = [play for play in plays if rules.beats(play, beating)]
    return sorted(
        plays,
        key=lambda play: (
            len(play.cards),
            play.bomb,
            play.rung,
            play.tier,
            play.strength,
            play.cards,
        ),
    )


class HandPlays:
    """Every combination that a hand makes, by size, then from the weakest up; when cards leave the hand, no new ones are sought."""

    __slots__ = ("cards", "plays", "rules")

    def __init__(
        self, rules: ClimbingRules, cards: int, plays: list[tuple[int, Combination, str]]
    ) -> None:
        self.rules = rules
        self.cards = cards  # the hand, as ``card_bits`` has it
        self.plays = plays  # the cards of each, the combination, its text

    @classmethod
    def of(cls, rules: ClimbingRules, hand: Mapping[Card, int]) -> "HandPlays":
        """Return the combinations of a hand."""
        plays = [
            (card_bits(rules, play.cards), play, " ".join(play.cards))
            for play in combinations_in(rules, hand)
        ]
        return cls(rules, holding_bits(rules, hand), plays)

    def within(self, cards: int) -> "HandPlays":
        """Return the combinations of a part of the hand."""
        gone = ~cards
        return HandPlays(self.rules, cards, [play for play in self.plays if not play[0] & gone])

    def beating(self, standing: Combination | None) -> list[tuple[int, Combination, str]]:
        """Return the combinations that beat another, or all if nothing stands."""
        if standing is None:
            return self.plays
        beats, rung = self.rules.beats, standing.rung
        return [
            entry
            for entry in self.plays
            if (entry[1].rung == rung or entry[1].bomb) and beats(entry[1], standing)
        ]


def card_bits(rules: ClimbingRules, cards: Iterable[Card]) -> int:
    """Return cards as bits, a bit more for each further copy of a face: some cards are among others if their bits are."""
    places, bits = rules.card_places, 0
    for card in cards:
        bit = places[card]
        while bits & bit:
            bit <<= 1
        bits |= bit
    return bits


def holding_bits(rules: ClimbingRules, hand: Mapping[Card, int]) -> int:
    """Return a hand as ``card_bits`` has it."""
    places, bits = rules.card_places, 0
    for card, number in hand.items():
        bits |= (places[card] << number) - places[card]
    return bits


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
    sets = shape.kind.card_sets(shape, hand, rules.order, _wild_cards(rules, hand))
    for cards in dict.fromkeys(map(rules.order.sort, sets)):
        combination = rules.identify(cards)
        if combination is not None:
            yield combination


def _wild_cards(rules: ClimbingRules, hand: Mapping[Card, int]) -> Cards:
    return tuple(card for card in hand if card in PHOENIXES) if rules.wild_phoenix else ()
