"""Cards as they are drawn: rank, suit and a name that can be read aloud."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

UNSEEN = "?"
OTHER_DECKS = re.compile(r"(?:10|[1-9])[GYRB]|1M|P[GYB]|DR|[GAERHCS][RGYW]", re.IGNORECASE)
RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
SUITS = {
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "S": gettext_lazy("spades"),
}
COURT = {
    "J": pgettext_lazy("card", "jack"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
    "A": pgettext_lazy("card", "ace"),
}
# U+FE0E asks for a letter, not a picture
SIGNS = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}
LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


@dataclass(frozen=True)
class Card:
    """One card to draw."""

    rank: str  # of another deck: the whole face
    suit: str  # C, D, H, S, or nothing

    @property
    def is_unseen(self) -> bool:
        """Does it lie face down?"""
        return self.rank == UNSEEN

    @property
    def name(self) -> str:
        """What a screen reader says."""
        if self.is_unseen:
            return _("unseen card")
        if not self.suit:
            return self.rank
        return _("%(rank)s of %(suit)s") % {
            "rank": COURT.get(self.rank, self.rank),
            "suit": SUITS[self.suit],
        }

    @property
    def sign(self) -> str:
        """The card within a sentence."""
        return self.rank + SIGNS[self.suit] if self.suit else self.rank


def card(face: str) -> Card | None:
    """A card from its notation, if it is one.

    >>> card("th")
    Card(rank='10', suit='H')
    """
    if face == UNSEEN:
        return Card(UNSEEN, "")
    rank, suit = face[:-1].upper(), face[-1:].upper()
    rank = "10" if rank == "T" else rank
    suit = LETTERS.get(suit, suit)
    if rank in RANKS and suit in SUITS:
        return Card(rank, suit)
    return Card(face, "") if OTHER_DECKS.fullmatch(face) else None


def cards(faces: Iterable[str]) -> tuple[Card, ...]:
    """The cards among some words."""
    return tuple(found for face in faces if (found := card(face)))


def signs(text: str) -> str:
    """Cards within a sentence, their suits as signs.

    >>> signs("3C 10H").replace("\\ufe0e", "")
    '3♣ 10♥'
    """
    words = (card(word) for word in text.split())
    drawn = [word.sign if word else None for word in words]
    return text if None in drawn else " ".join(map(str, drawn))
