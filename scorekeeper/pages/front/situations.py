"""The moments of games that visitors of the front page can play from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

import referee
from scorekeeper.pages.display.cards import Card, parse_cards


class Opponent(NamedTuple):
    """Somebody else at the table."""

    name: str
    cards: int  # how many they hold


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A moment of a game: what is to be beaten, and the visitor's hand."""

    variant: str
    others: tuple[Opponent, Opponent, Opponent]  # to the left, opposite, to the right
    to_beat: str  # played by the one to the right, who sits before the visitor
    hand: str
    hint: Promise

    @property
    def game(self) -> str:
        """The name of the game, translated."""
        return gettext(referee.VARIANTS[self.variant].name)

    @property
    def standing(self) -> tuple[Card, ...]:
        """The cards to beat."""
        return parse_cards(self.to_beat.split())

    @property
    def cards(self) -> tuple[Card, ...]:
        """The visitor's cards."""
        return parse_cards(self.hand.split())

    def holds(self, faces: Sequence[str]) -> bool:
        """Return whether the visitor has all these cards."""
        return Counter(faces) <= Counter(card.face for card in self.cards)


SITUATIONS = (
    Situation(
        variant="big-two",
        others=(Opponent("Alice", 7), Opponent("Carol", 9), Opponent("Bob", 11)),
        to_beat="6H 6S",
        hand="4C 4H 9C 9D 9H 9S KD 2S",
        hint=gettext_lazy("Try the two fours, two nines, or all four nines."),
    ),
    Situation(
        variant="pusoy-dos",
        others=(Opponent("Dan", 5), Opponent("Grace", 8), Opponent("Erin", 6)),
        to_beat="9D 10D JS QC KD",
        hand="3H 9H 10H JH QS KH AC 2C",
        hint=gettext_lazy("Try the straight to the king, queen to three, or the five hearts."),
    ),
    Situation(
        variant="gang-of-four",
        others=(Opponent("Frank", 4), Opponent("Alice", 10), Opponent("Heidi", 9)),
        to_beat="10Y 10R",
        hand="2G 2G 2Y 2R 9Y 10G PG PY",
        hint=gettext_lazy("Try a ten with a phoenix, the two phoenixes, or all four twos."),
    ),
)


def find_situation(variant: str) -> Situation:
    """Return the situation of this game, or the first one."""
    return next((one for one in SITUATIONS if one.variant == variant), SITUATIONS[0])
