"""Cards, decks and how they are written.

A card is the text a person writes for it: a rank (or piece) and then a suit (or color), such as ``10H``, ``1M`` or ``Gr``.
Two cards with the same face are equal, so a holding is counted (Counter, Mapping[Card, int]) and never a set.
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

_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_SIGN = re.compile("([♣♦♥♠])[\ufe0e\ufe0f]?$")
"""The sign of a suit, which ends a card, and the character that asks for its plain or its colored picture."""

_TEN = re.compile(r"^T(?=.$)", re.IGNORECASE)


class UnknownCardError(ValueError):
    """Raised for a text that is not a card of the deck."""


def rank(card: Card) -> str:
    """Return the part of a card before its suit.

    >>> rank(Card("10H")), rank(Card("Gr"))
    ('10', 'G')
    """
    return card[:-1]


def suit(card: Card) -> str:
    """Return the last letter of a card.

    >>> suit(Card("10H")), suit(Card("1M"))
    ('H', 'M')
    """
    return card[-1]


def cross(ranks: Iterable[str], suits: str, *, copies: int = 1) -> Cards:
    """Return every rank in every suit.

    >>> cross(("3", "10"), "CD")
    ('3C', '3D', '10C', '10D')
    """
    return tuple(Card(f"{a}{b}") for a in ranks for b in suits for _ in range(copies))


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of a game; a face may occur several times.

    >>> STANDARD.parse("t♥"), STANDARD.copies["10H"], len(STANDARD)
    ('10H', 1, 52)
    """

    cards: Cards
    copies: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    _spellings: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "copies", Counter(self.cards))
        spellings = {card.upper(): card for card in self.cards}
        spellings |= {card: card for card in self.cards}  # such as Gr, found at once
        object.__setattr__(self, "_spellings", spellings)

    def __len__(self) -> int:
        return len(self.cards)

    def parse(self, text: str) -> Card:
        """Return the card that a text names, in capitals or not; ``?`` is a card nobody saw.

        Raises UnknownCardError, which tells how cards are written.
        """
        card = self._spellings.get(text)
        if card is not None:
            return card
        if text == UNSEEN:
            return UNSEEN
        plain = _SIGN.sub(lambda sign: _SIGNS[sign[1]], text)
        # other scripts have letters whose capitals are ASCII, such as the long s
        card = self._spellings.get(_TEN.sub("10", plain.upper())) if plain.isascii() else None
        if card is None:
            raise UnknownCardError(
                f"{text!r} is no card of this game; cards are written {self._example_cards()}"
            )
        return card

    def parse_all(self, text: str) -> Cards:
        """Return the cards of a text, separated by blanks or commas.  Raises UnknownCardError."""
        words = text.replace(",", " ").split()
        try:
            return tuple([self._spellings[word] for word in words])
        except KeyError:  # not in the standard spelling
            return tuple(map(self.parse, words))

    def _example_cards(self) -> str:
        faces = list(dict.fromkeys(self.cards))
        return f"{faces[0]}, {faces[1]} … {faces[-1]}"


RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""The ranks of the ordinary pack, lowest first: threes low, twos high (B1, P1)."""

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
"""The 42 cards of document 000 read literally: four colors, each number once (L1)."""
