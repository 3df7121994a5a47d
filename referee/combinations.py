"""Combinations that can be played in a climbing game: how cards compare, kinds, shapes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from referee.cards import Card, Cards, Deck

Strength: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Order:
    """How single cards compare, and which runs of ranks are straights.

    ``straights`` lists groups of windows, lowest group first.  The windows of one group differ only by the suit of their
    last rank, so the deciding rank stands last: ``3 4 5 6 2`` is decided by the suit of the two.
    """

    ranks: tuple[str, ...]  # lowest first
    suits: str  # lowest first
    straights: tuple[tuple[str, ...], ...]  # windows of ranks with blanks between
    wild_suit: str = ""  # a card of it joins a flush of any suit (G8)
    unsuited: frozenset[str] = frozenset()  # ranks that belong to no flush
    heights: dict[Card, int] = field(init=False, repr=False, compare=False)
    windows: dict[frozenset[str], tuple[int, str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        heights = {
            Card(a + b): 8 * i + j
            for i, a in enumerate(self.ranks)
            for j, b in enumerate(self.suits)
        }
        windows = {
            frozenset(window.split()): (level, window.split()[-1])
            for level, group in enumerate(self.straights)
            for window in group
        }
        object.__setattr__(self, "heights", heights)
        object.__setattr__(self, "windows", windows)

    def sort(self, cards: Cards) -> Cards:
        """Return the cards, lowest first."""
        return tuple(sorted(cards, key=self.heights.__getitem__))


Recognizer: TypeAlias = Callable[[Cards, Order], Strength | None]
"""Takes cards and returns their strength, which compares two combinations of one shape, or None."""

CardSets: TypeAlias = Callable[["Shape", Mapping[Card, int], Order, Cards], Iterable[Cards]]
"""Takes a shape, a hand, the order and the hand's wild cards, and yields every card set that may have the shape."""

Candidates: TypeAlias = Callable[["Shape", Deck, Order], Iterable[Cards]]
"""Takes a shape and a deck, and yields a few card sets for the rulebook's examples, the lowest and the highest among them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CombinationKind:
    """A kind of combination: how it is recognized, found in a hand, and described.

    Kinds with the same name are one kind that house rules recognize or compare differently.
    """

    name: str  # in answers and replays: add, never rename
    recognize: Recognizer
    card_sets: CardSets
    candidates: Candidates
    words: str  # names one combination; the blanks {cards}, {rank} and {suit} are filled
    # for the rulebook: "a flush" if it beats other kinds, "a higher flush" if it beats its own, "flushes"
    one: str = ""
    higher: str = ""
    many: str = ""
    compared: tuple[str, ...] = ()  # sentences: what it is, and what decides between two
    is_run: bool = False  # laid in sequence
    is_suited: bool = False  # of one suit; there, as in runs, no rank stands out

    def __str__(self) -> str:
        return self.name

    @property
    def title(self) -> str:
        """The name as people write it."""
        return self.name.replace("-", " ")


@dataclass(frozen=True)
class Shape:
    """A row of the ladder: a kind of combination and its number of cards."""

    kind: CombinationKind
    size: int
    rule: str  # the ruling that says how two of them compare
    ranks: int | None = None  # the number of ranks, if it is fixed: other cards need not be tried


class Combination(NamedTuple):
    """Recognized cards."""

    shape: Shape
    cards: Cards  # lowest first
    strength: Strength
    rung: int  # shapes on one rung may follow each other
    tier: int  # the higher tier beats the lower on the same rung
    bomb: bool

    @property
    def kind(self) -> CombinationKind:
        """The kind of the combination."""
        return self.shape.kind

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.cards)
