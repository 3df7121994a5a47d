"""Cards, decks and how they are written.

A card is the text a person writes for it, a rank (or a piece) and then a suit (or a color): ``10H``, ``1M``, ``Gr``.
Two cards with the same face are the same text, so holdings are counted, never kept as sets.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NewType

Card = NewType("Card", str)
Cards = tuple[Card, ...]

UNSEEN = Card("?")
"""A card whose face nobody saw or remembers."""

_SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\ufe0e": "", "\ufe0f": ""})
_TEN = re.compile(r"^T(?=.$)", re.IGNORECASE)


class UnknownCardError(ValueError):
    """A text that is no card of the deck."""


def rank(card: Card) -> str:
    """What stands before the suit.

    >>> rank(Card("10H")), rank(Card("Gr"))
    ('10', 'G')
    """
    return card[:-1]


def suit(card: Card) -> str:
    """The last letter.

    >>> suit(Card("10H")), suit(Card("1M"))
    ('H', 'M')
    """
    return card[-1]


def cross(ranks: Iterable[str], suits: str, *, copies: int = 1) -> Cards:
    """Every rank in every suit.

    >>> cross(("3", "10"), "CD")
    ('3C', '3D', '10C', '10D')
    """
    return tuple(Card(f"{a}{b}") for a in ranks for b in suits for _ in range(copies))


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of a game, twins counted.

    >>> STANDARD.parse("t♥"), STANDARD.copies["10H"], len(STANDARD)
    ('10H', 1, 52)
    """

    cards: Cards
    copies: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    _spellings: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "copies", Counter(self.cards))
        object.__setattr__(self, "_spellings", {card.upper(): card for card in self.cards})

    def __len__(self) -> int:
        return len(self.cards)

    def parse(self, text: str) -> Card:
        """One card as people write it, in capitals or not; ``?`` is a card nobody saw.

        Raises UnknownCardError, with what would be right.
        """
        card = self._spellings.get(text)
        if card is not None:
            return card
        if text == UNSEEN:
            return UNSEEN
        card = self._spellings.get(_TEN.sub("10", text.translate(_SIGNS).upper()))
        if card is None:
            raise UnknownCardError(
                f"{text!r} is no card of this game; cards are written {self._example_cards()}"
            )
        return card

    def parse_all(self, text: str) -> Cards:
        """Cards with blanks between them; commas do as well."""
        words = text.replace(",", " ").split()
        try:
            return tuple([self._spellings[word] for word in words])
        except KeyError:  # not as printed; read as people write
            return tuple(map(self.parse, words))

    def _example_cards(self) -> str:
        faces = list(dict.fromkeys(self.cards))
        return f"{faces[0]}, {faces[1]} … {faces[-1]}"


RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""The ordinary pack's, threes low and twos high (B1, P1)."""

STANDARD = Deck(cross(RANKS, "CDHS"))
"""The ordinary pack of 52."""

NUMBERS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
PHOENIXES = ("PG", "PY", "PB")

GANG_OF_FOUR = Deck(
    (
        *cross(NUMBERS, "GYR", copies=2),
        *map(Card, ("1M", "PG", "PY", "DR")),
    )
)
"""The 64 cards of the published game (G1)."""

GANG_OF_FOUR_42 = Deck((*cross(NUMBERS, "GYRB"), *map(Card, ("1M", "PB"))))
"""Four colors once each: document 000 taken at its word (L1)."""
