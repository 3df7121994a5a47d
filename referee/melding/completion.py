"""Decide whether unseen cards complete a hand: always, never, or unknown (contract §3)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum

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
    completing = _complete(divider, Counter(known), unknown, Counter(pool), StepBudget())
    return None if completing is None else tuple(completing.elements())


def _complete(
    divider: Divider, known: Counter[Card], unknown: int, pool: Counter[Card], steps: StepBudget
) -> Counter[Card] | None:
    steps.spend()
    card = min(+known, default=None)
    if card is None and not unknown:
        return Counter()
    melds = divider.with_card[card] if card is not None else list(divider.by_cards.values())
    for made in melds:
        needed = Counter(made.cards) - known
        if needed.total() > unknown or any(pool[one] < number for one, number in needed.items()):
            continue
        rest = known - Counter(made.cards)
        completing = _complete(divider, rest, unknown - needed.total(), pool - needed, steps)
        if completing is not None:
            return needed + completing
    return None


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
    if not number:
        yield ()
        return
    for place, card in enumerate(faces):
        for copies in range(min(pool[card], number), 0, -1):
            for rest in each_choice(faces[place + 1 :], pool, number - copies):
                yield (*((card,) * copies), *rest)
