"""Decide whether unseen cards complete a hand: always, never, or unknown (contract §3)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import accumulate
from operator import sub

from referee.cards import Card, Cards
from referee.knowledge import CutOffError, StepBudget
from referee.melding.division import Divider


class Completion(Enum):
    """Whether a hand with unknown cards divides into melds."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"
    TOO_MANY = "too many"  # the search was cut off


def completion(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Completion:
    """Return whether the known cards and ``unknown`` cards from the pool divide into melds, whichever cards those are."""
    try:
        if find_completing_cards(divider, known, unknown=unknown, pool=pool) is None:
            return Completion.NEVER
        failing = find_failing_cards(divider, known, unknown=unknown, pool=pool)
        return Completion.ALWAYS if failing is None else Completion.OPEN
    except CutOffError:
        return Completion.TOO_MANY


def find_completing_cards(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Cards | None:
    """Return cards from the pool that complete the hand; None if there are none.  Raises CutOffError."""
    steps = StepBudget()
    every = each_completion(
        divider, Counter(known), unknown=unknown, pool=Counter(pool), steps=steps
    )
    return next((tuple(completing.elements()) for completing in every), None)


def each_completion(
    divider: Divider,
    known: Counter[Card],
    *,
    unknown: int,
    pool: Counter[Card],
    steps: StepBudget,
) -> Iterator[Counter[Card]]:
    """Yield cards from the pool that complete the hand, some of them several times, in melds that score most first.

    Raises CutOffError when the steps are used up.
    """
    return map(Counter, _completions(divider, +known, unknown, pool, steps))


def _completions(
    divider: Divider,
    known: Mapping[Card, int],
    unknown: int,
    pool: Mapping[Card, int],
    steps: StepBudget,
) -> Iterator[Cards]:
    """Yield the cards; plain dictionaries are copied here, since counters take most of the time to subtract."""
    steps.spend()
    if divider.fewest_lacking(_elements(known)) > unknown:
        return
    card = min(known, default=None)
    if card is None and not unknown:
        yield ()
        return
    for made in divider.valuable_first(card):
        copies = divider.copies[made.cards]
        lacking = {
            one: number - known.get(one, 0)
            for one, number in copies.items()
            if number > known.get(one, 0)
        }
        left = unknown - sum(lacking.values())
        if left < 0 or any(pool.get(one, 0) < number for one, number in lacking.items()):
            continue
        rest = {
            one: number - copies.get(one, 0)
            for one, number in known.items()
            if number > copies.get(one, 0)
        }
        fewer = {**pool, **{one: pool[one] - number for one, number in lacking.items()}}
        drawn = _elements(lacking)
        for more in _completions(divider, rest, left, fewer, steps):
            yield (*drawn, *more)


def _elements(counts: Mapping[Card, int]) -> Cards:
    return tuple(card for card, number in counts.items() for _ in range(number))


def find_failing_cards(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Cards | None:
    """Return cards from the pool that leave some card outside a meld; None if there are none.  Raises CutOffError."""
    holding = tuple(Counter(known).elements())
    steps = StepBudget()
    for drawn in each_choice(sorted(pool), pool, unknown):
        steps.spend()
        if divider.best((*holding, *drawn)) is None:
            return drawn
    return None


def each_choice(faces: list[Card], pool: Mapping[Card, int], number: int) -> Iterator[Cards]:
    """Yield every choice of ``number`` cards from the pool."""
    return _choices(faces, pool, number, sum(pool[card] for card in faces))


def count_choices(pool: Mapping[Card, int], number: int) -> int:
    """Return how many choices of ``number`` cards from the pool there are.

    >>> count_choices({Card("Rr"): 2, Card("Gg"): 1}, 2)
    2
    """
    ways = [1] + [0] * number  # to choose 0, 1, 2 … cards of the faces so far
    for copies in pool.values():
        sums = [*accumulate(ways)]
        ways = [*map(sub, sums, [0] * (copies + 1) + sums)]
    return ways[number]


def _choices(
    faces: list[Card], pool: Mapping[Card, int], number: int, available: int
) -> Iterator[Cards]:
    """Yield the choices; ``available`` is how many cards of these faces there are."""
    if not number:
        yield ()
        return
    for place, card in enumerate(faces):
        if available < number:
            return
        available -= pool[card]
        for copies in range(min(pool[card], number), 0, -1):
            for rest in _choices(faces[place + 1 :], pool, number - copies, available):
                yield (*((card,) * copies), *rest)
