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

SUIT_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
SUIT_WORDS = {
    "梅花": "C",
    "方块": "D",
    "方塊": "D",
    "方片": "D",
    "红桃": "H",
    "紅桃": "H",
    "红心": "H",
    "紅心": "H",
    "黑桃": "S",
}
_SUIT_NAMES = SUIT_SIGNS | SUIT_WORDS
# after a sign, the character that asks for its plain or its colored picture
_SUIT = rf"([{''.join(SUIT_SIGNS)}])[\ufe0e\ufe0f]?|({'|'.join(SUIT_WORDS)})"
_ANY_SUIT, _LAST_SUIT = re.compile(_SUIT), re.compile(f"(?:{_SUIT})$")
_SUIT_AND_BLANKS = re.compile(rf"(?:(?<=[\s,])|^)({_SUIT})\s+")

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


def _suit_first(card: str) -> str:
    return card[-1] + card[:-1]


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
    >>> STANDARD.parse_all("♥10 H9, 黑桃8 ♠ 7")
    ('10H', '9H', '8S', '7S')
    """

    cards: Cards
    copies: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    # whether a card may be written with its suit first, since none is then another card
    reads_suit_first: bool = field(init=False, repr=False, compare=False)
    _spellings: dict[str, Card] = field(init=False, repr=False, compare=False)
    # the place of each face; no house rule changes it
    places: Mapping[Card, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "copies", Counter(self.cards))
        places = {card: place for place, card in enumerate(self.copies)}
        object.__setattr__(self, "places", places)
        spellings = {card.upper(): card for card in self.cards}
        is_clear = spellings.keys().isdisjoint(map(_suit_first, spellings))
        object.__setattr__(self, "reads_suit_first", is_clear)
        spellings |= {card: card for card in self.cards}  # such as Gr, found at once
        object.__setattr__(self, "_spellings", spellings)

    def __len__(self) -> int:
        return len(self.cards)

    def in_order(self, cards: Iterable[Card]) -> Cards:
        """Return cards in the order of the deck, unseen ones last.

        >>> STANDARD.in_order(("2S", "?", "3H", "3C"))
        ('3C', '3H', '2S', '?')
        """
        return tuple(sorted(cards, key=lambda card: self.places.get(card, len(self.places))))

    def parse(self, text: str) -> Card:
        """Return the card that a text names, in capitals or not, suit last or first; ``?`` is a card nobody saw.

        Raises UnknownCardError, which tells how cards are written.
        """
        card = self._spellings.get(text)
        if card is not None:
            return card
        if text == UNSEEN:
            return UNSEEN
        card = self._read(text)
        if card is None:
            raise UnknownCardError(
                f"{text!r} is no card of this game; cards are written {self._example_cards()}"
            )
        return card

    def _read(self, text: str) -> Card | None:
        """Return the card of a text that is not in the standard spelling."""
        suit_sign = _ANY_SUIT if self.reads_suit_first else _LAST_SUIT
        plain = suit_sign.sub(lambda name: _SUIT_NAMES[name[1] or name[2]], text)
        if not plain.isascii():
            return None  # other scripts have letters whose capitals are ASCII, such as the long s
        plain = plain.upper()
        card = self._spellings.get(_TEN.sub("10", plain))
        if card is None and self.reads_suit_first:
            card = self._spellings.get(_TEN.sub("10", plain[1:] + plain[:1]))
        return card

    def parse_all(self, text: str) -> Cards:
        """Return the cards of a text, separated by blanks or commas.  Raises UnknownCardError."""
        words = text.replace(",", " ").split()
        try:
            return tuple([self._spellings[word] for word in words])
        except KeyError:  # not in the standard spelling
            if self.reads_suit_first and not text.isascii():
                words = _SUIT_AND_BLANKS.sub(r"\1", text).replace(",", " ").split()
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
