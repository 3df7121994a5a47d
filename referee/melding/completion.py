"""Whether cards that nobody saw complete a hand: always, never, or nobody can say (contract §3)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum

from referee.cards import Card, Cards
from referee.knowledge import CutOffError, Steps
from referee.melding.division import Divider


class Completion(Enum):
    """What is true of a hand of which some cards are unknown."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"
    TOO_MANY = "too many"  # the search was cut off


def completion(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Completion:
    """Do the known cards and so many from the pool, whichever they are, divide into melds?"""
    try:
        if completing(divider, known, unknown=unknown, pool=pool) is None:
            return Completion.NEVER
        failing = leaving_over(divider, known, unknown=unknown, pool=pool)
        return Completion.ALWAYS if failing is None else Completion.OPEN
    except CutOffError:
        return Completion.TOO_MANY


def completing(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Cards | None:
    """Cards from the pool that complete the hand; None if there are none.  Raises CutOffError."""
    found = _complete(divider, Counter(known), unknown, Counter(pool), Steps())
    return None if found is None else tuple(found.elements())


def _complete(
    divider: Divider, known: Counter[Card], unknown: int, pool: Counter[Card], steps: Steps
) -> Counter[Card] | None:
    steps.count()
    card = min(+known, default=None)
    if card is None and not unknown:
        return Counter()
    melds = divider.with_card[card] if card is not None else list(divider.by_face.values())
    for made in melds:
        needed = Counter(made.cards) - known
        if needed.total() > unknown or any(pool[one] < number for one, number in needed.items()):
            continue
        rest = known - Counter(made.cards)
        found = _complete(divider, rest, unknown - needed.total(), pool - needed, steps)
        if found is not None:
            return needed + found
    return None


def leaving_over(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Cards | None:
    """Cards from the pool with which cards are left over; None if there are none.  Raises CutOffError."""
    held = tuple(Counter(known).elements())
    steps = Steps()
    for drawn in choices(sorted(pool), pool, unknown):
        steps.count()
        if divider.best((*held, *drawn)) is None:
            return drawn
    return None


def choices(faces: list[Card], pool: Mapping[Card, int], number: int) -> Iterator[Cards]:
    """Every so many cards from the pool."""
    if not number:
        yield ()
        return
    for place, card in enumerate(faces):
        for copies in range(min(pool[card], number), 0, -1):
            for rest in choices(faces[place + 1 :], pool, number - copies):
                yield (*((card,) * copies), *rest)
