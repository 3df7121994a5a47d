"""What scores together in a melding game: each row of the table lists the sets of cards that it is."""

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
    """A row of the table: a kind of meld, the claim that lays it, and its points."""

    name: str
    claim: SeatAction  # chi, pong or gan; hu may lay any
    sets: SetsOfCards
    exposed: Number  # made with a claimed card
    concealed: Number  # made in hand
    rule: RulingId

    def with_points(self, points: Iterable[Number]) -> "Meld":
        """The same meld with other points, exposed and concealed."""
        exposed, concealed = points
        return replace(self, exposed=exposed, concealed=concealed)

    def points(self, *, exposed: bool) -> Number:
        """What it scores."""
        return self.exposed if exposed else self.concealed


def of_a_kind(size: int, types: str) -> SetsOfCards:
    """So many identical cards: one type, one color.

    >>> of_a_kind(2, "A")
    (('Ar', 'Ar'), ('Ag', 'Ag'), ('Ay', 'Ay'), ('Aw', 'Aw'))
    """
    return tuple((Card(one + color),) * size for one in types for color in COLORS)


def one_color(types: str) -> SetsOfCards:
    """One card of each of these types, in one color.

    >>> one_color("RHC")[0]
    ('Rr', 'Hr', 'Cr')
    """
    return tuple(tuple(Card(one + color) for one in types) for color in COLORS)


def each_color(size: int, one: str) -> SetsOfCards:
    """So many cards of one type, each of another color.

    >>> each_color(4, "S")
    (('Sr', 'Sg', 'Sy', 'Sw'),)
    """
    return tuple(
        tuple(Card(one + color) for color in colors) for colors in combinations(COLORS, size)
    )


def sorted_cards(cards: Iterable[Card]) -> Cards:
    """A set of cards in one order, whatever the order in which it was written."""
    return tuple(sorted(cards))


def card_groups(melds: Iterable[Meld]) -> dict[Card, int]:
    """Cards that can ever lie in one meld, directly or over others, have one number.

    Cards of different numbers never meet, so that a hand is divided number by number.
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
    """A card in words.

    >>> str(spoken(Card("Gr")))
    'red general'
    """
    color, piece = Reason(_COLOR_NAMES[suit(card)]), Reason(_TYPE_NAMES[rank(card)])
    return Reason("{color} {piece}", {"color": color, "piece": piece})


_COLOR_NAMES = {"r": "red", "g": "green", "y": "yellow", "w": "white"}
_TYPE_NAMES = {
    "G": "general", "A": "adviser", "E": "elephant", "R": "chariot", "H": "horseman", "C": "cannon", "S": "soldier",
}  # fmt: skip
