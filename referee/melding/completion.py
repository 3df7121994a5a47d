"""Whether cards that nobody saw complete a hand: always, never, or nobody can say (contract §3)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum

from referee.cards import Card, Cards
from referee.knowledge import STEPS
from referee.melding.division import Divider


class Completion(Enum):
    """What is true of a hand of which some cards are unknown."""

    ALWAYS = "always"
    NEVER = "never"
    OPEN = "open"
    TOO_MANY = "too many"  # the search was cut off


class _CutOffError(Exception):
    """The bound was reached."""


class _Steps:
    """A search counted in steps."""

    def __init__(self) -> None:
        self.left = STEPS

    def count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _CutOffError


def completion(
    divider: Divider, known: Mapping[Card, int], *, unknown: int, pool: Mapping[Card, int]
) -> Completion:
    """Do the known cards and so many from the pool, whichever they are, divide into melds?"""
    try:
        if not _can(divider, Counter(known), unknown, Counter(pool), _Steps()):
            return Completion.NEVER
        return Completion.OPEN if _can_fail(divider, known, unknown, pool) else Completion.ALWAYS
    except _CutOffError:
        return Completion.TOO_MANY


def _can(
    divider: Divider, known: Counter[Card], unknown: int, pool: Counter[Card], steps: _Steps
) -> bool:
    """Does some choice from the pool complete the hand?"""
    steps.count()
    card = min(+known, default=None)
    if card is None and not unknown:
        return True
    melds = divider.with_card[card] if card is not None else list(divider.by_face.values())
    for made in melds:
        needed = Counter(made.cards) - known
        if needed.total() > unknown or any(pool[one] < number for one, number in needed.items()):
            continue
        rest = known - Counter(made.cards)
        if _can(divider, rest, unknown - needed.total(), pool - needed, steps):
            return True
    return False


def _can_fail(
    divider: Divider, known: Mapping[Card, int], unknown: int, pool: Mapping[Card, int]
) -> bool:
    """Does some choice from the pool leave cards over?"""
    held = tuple(Counter(known).elements())
    steps = _Steps()
    for drawn in _choices(sorted(pool), pool, unknown):
        steps.count()
        if divider.best((*held, *drawn)) is None:
            return True
    return False


def _choices(faces: list[Card], pool: Mapping[Card, int], number: int) -> Iterator[Cards]:
    """Every so many cards from the pool."""
    if not number:
        yield ()
        return
    for place, card in enumerate(faces):
        for copies in range(min(pool[card], number), 0, -1):
            for rest in _choices(faces[place + 1 :], pool, number - copies):
                yield (*((card,) * copies), *rest)
