"""Rows of the meld table, and the sets of cards that each row accepts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from referee.cards import Card, Cards, rank, suit
from referee.reason_texts import Reason
from referee.record import Number, RulingId, SeatAction

COLORS = "rgyw"

SetsOfCards = tuple[Cards, ...]


@dataclass(frozen=True)
class Meld:
    """A kind of meld: the claim that lays it and the points it scores."""

    name: str
    claim: SeatAction  # chi, pong or gan; hu may lay every meld
    sets: SetsOfCards
    exposed: Number  # points if made with a claimed card
    concealed: Number  # points if made in the hand
    rule: RulingId

    def with_points(self, points: Iterable[Number]) -> "Meld":
        """Return this meld with other points: exposed first, then concealed."""
        exposed, concealed = points
        return replace(self, exposed=exposed, concealed=concealed)

    def points(self, *, exposed: bool) -> Number:
        """Return what the meld scores."""
        return self.exposed if exposed else self.concealed


def of_a_kind(size: int, types: str) -> SetsOfCards:
    """Return every set of ``size`` identical cards of these types.

    >>> of_a_kind(2, "A")
    (('Ar', 'Ar'), ('Ag', 'Ag'), ('Ay', 'Ay'), ('Aw', 'Aw'))
    """
    return tuple((Card(one + color),) * size for one in types for color in COLORS)


def one_color(types: str) -> SetsOfCards:
    """Return every set with one card of each of these types, all in one color.

    >>> one_color("RHC")[0]
    ('Rr', 'Hr', 'Cr')
    """
    return tuple(tuple(Card(one + color) for one in types) for color in COLORS)


def each_color(size: int, one: str) -> SetsOfCards:
    """Return every set of ``size`` cards of one type, each in another color.

    >>> each_color(4, "S")
    (('Sr', 'Sg', 'Sy', 'Sw'),)
    """
    return tuple(
        tuple(Card(one + color) for color in colors) for colors in combinations(COLORS, size)
    )


def sorted_cards(cards: Iterable[Card]) -> Cards:
    """Return the cards in a fixed order, so that equal sets compare equal."""
    return tuple(sorted(cards))


def card_groups(melds: Iterable[Meld]) -> dict[Card, int]:
    """Return a group number for each card; cards that can share a meld, directly or through others, have the same number.

    Cards of different groups never share a meld, so a hand can be divided group by group.
    """
    number: dict[Card, int] = {}
    for meld in melds:
        for cards in meld.sets:
            joined = {number[card] for card in cards if card in number}
            new = min(joined, default=len(number))
            number.update(dict.fromkeys(cards, new))
            for card, old in number.items():
                if old in joined:
                    number[card] = new
    return number


def card_name(card: Card) -> Reason:
    """Return a card's name in words.

    >>> str(card_name(Card("Gr")))
    'red general'
    """
    color, piece = Reason(_COLOR_NAMES[suit(card)]), Reason(_TYPE_NAMES[rank(card)])
    return Reason("{color} {piece}", {"color": color, "piece": piece})


_COLOR_NAMES = {"r": "red", "g": "green", "y": "yellow", "w": "white"}
_TYPE_NAMES = {
    "G": "general",
    "A": "adviser",
    "E": "elephant",
    "R": "chariot",
    "H": "horseman",
    "C": "cannon",
    "S": "soldier",
}
