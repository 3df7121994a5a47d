"""Cards for display: picture, suit sign and spoken name."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

import referee
from scorekeeper.pages import drawing

UNSEEN = drawing.BACK
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
COLORS = {
    "G": pgettext_lazy("card", "green"),
    "Y": pgettext_lazy("card", "yellow"),
    "R": pgettext_lazy("card", "red"),
    "B": pgettext_lazy("card", "blue"),
    "W": pgettext_lazy("card", "white"),
}
PIECES = {
    "G": gettext_lazy("general"),
    "A": gettext_lazy("adviser"),
    "E": gettext_lazy("elephant"),
    "R": gettext_lazy("chariot"),
    "H": gettext_lazy("horseman"),
    "C": gettext_lazy("cannon"),
    "S": gettext_lazy("soldier"),
}
# U+FE0E asks for a letter, not a picture
SIGNS = {"C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e", "S": "♠\ufe0e"}
LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
LETTERS |= {"梅花": "C", "方块": "D", "方塊": "D", "方片": "D", "黑桃": "S"}
LETTERS |= dict.fromkeys(["红桃", "紅桃", "红心", "紅心"], "H")
SUIT = re.compile(rf"({'|'.join(LETTERS)})[\ufe0e\ufe0f]?")
FACES = {face.upper(): face for face in drawing.FACES}
"""Every face by its spelling in capital letters."""


@dataclass(frozen=True)
class Card:
    """One card for a template."""

    face: str  # as the referee writes it

    @property
    def rank(self) -> str:
        """The text in its corner; the whole face if it has no suit or color."""
        return self.face[:-1] or self.face

    @property
    def suit(self) -> str:
        """The letter of its suit or color; empty if it has none."""
        return self.face[-1] if self.face[:-1] else ""

    @property
    def is_unseen(self) -> bool:
        """Whether it lies face down."""
        return self.face == UNSEEN

    @property
    def symbol(self) -> str:
        """The id of its picture in ``cards.svg``."""
        return drawing.symbol_name(self.face)

    @property
    def pip(self) -> str:
        """The id of its suit sign in ``cards.svg``; empty if it has none."""
        return drawing.pip_name(self.face)

    @property
    def glyph(self) -> str:
        """The id of its piece in ``cards.svg``; empty if it shows none."""
        return drawing.piece_name(self.face)

    @property
    def name(self) -> str:
        """Its name, as a screen reader says it."""
        if self.is_unseen:
            return _("unseen card")
        if self.suit in SUITS:
            rank_name = COURT.get(self.rank, self.rank)
            return _("%(rank)s of %(suit)s") % {"rank": rank_name, "suit": SUITS[self.suit]}
        if self.face in {"1M", "DR"}:
            return _("multicolored one") if self.face == "1M" else _("dragon")
        if not self.pip:
            return self.face
        names = PIECES if self.suit.islower() else {"P": _("phoenix")}
        rank = names.get(self.rank, self.rank)
        return _("%(color)s %(rank)s") % {"color": COLORS[self.suit.upper()], "rank": rank}

    def key(self) -> dict[str, str]:
        """Return what a key of the pad shows and is called."""
        return {
            "face": self.face,
            "name": self.name,
            "rank": self.rank,
            "index": self.index,
            "suit": self.suit,
            "pip": self.pip,
            "glyph": self.glyph,
            "caption": self.caption,
        }

    @property
    def index(self) -> str:
        """The text in the corner of its key."""
        if self.pip:
            return self.rank
        return "M" if self.face == "1M" else self.face

    @property
    def caption(self) -> str:
        """The word under its sign where a newcomer would not understand the sign; else empty."""
        if self.face == "1M":
            return pgettext("card", "1 multi")
        return (
            _("dragon") if self.face == "DR" else _("phoenix") if self.face in {"PG", "PY"} else ""
        )

    @property
    def sign(self) -> str:
        """The card inside a sentence, with the sign of its suit."""
        return self.rank + SIGNS[self.suit] if self.suit in SIGNS else self.face


def suit_order(rules: referee.Rules) -> str | None:
    """Return the suits of the ordinary pack, lowest first; None for another pack."""
    if "suit_order" in rules.house_rules:
        return str(rules.house_rules["suit_order"])
    order = getattr(rules, "order", None)
    return order.suits if order and set(order.suits) == set(SUITS) else None


def parse_card(face: str) -> Card | None:
    """Return the card with this notation, or None.

    >>> parse_card("th"), parse_card("10♥"), parse_card("gr"), parse_card("黑桃9")
    (Card(face='10H'), Card(face='10H'), Card(face='Gr'), Card(face='9S'))
    """
    typed = SUIT.sub(lambda name: LETTERS[name[1]], face.upper())
    for spelling in (typed, typed[1:] + typed[:1]):
        spelled = FACES.get("10" + spelling[1:] if spelling[:1] == "T" else spelling)
        if spelled:
            return Card(spelled)
    return None


def parse_cards(faces: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards among some words, in order."""
    return tuple(card for face in faces if (card := parse_card(face)))


def format_cards(text: str) -> str:
    """Write cards for reading: suits as signs, the cards of other decks in words.  Text that is not only cards stays.

    >>> format_cards("3C 10H").replace("\\ufe0e", "")
    '3♣ 10♥'
    >>> format_cards("6G 9R 9R"), format_cards("Er Er / Gg"), format_cards("so")
    ('green 6, 2 × red 9', '2 × red elephant / green general', 'so')
    """
    melds = [[parse_card(word) for word in meld.split()] for meld in text.split("/")]
    known = [[card for card in meld if card] for meld in melds]
    return text if known != melds else " / ".join(map(_format_meld, known))


def _format_meld(cards: Sequence[Card]) -> str:
    if all(card.suit in SIGNS or card.is_unseen for card in cards):
        return " ".join(card.sign for card in cards)
    names = Counter(card.name for card in cards)
    words = (name if number == 1 else f"{number} × {name}" for name, number in names.items())
    return pgettext("between two cards", ", ").join(words)
