"""Examples of typed cards and plays, per deck, shown beside input fields."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

import referee

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, kw_only=True)
class Notation:
    """The examples for one kind of deck."""

    hand: str  # the first events of a hand
    standing: str
    play: str
    cards: "StrPromise"
    actions: "Sequence[tuple[str, StrPromise]]"  # events with their meaning


TAKES_BACK = ("3: takes back", gettext_lazy("takes back the play just made"))
UNSEEN = ("unseen", gettext_lazy("any number of actions that nobody saw"))
PLAYS_ON = (
    ("3: pass", gettext_lazy("passes")),
    TAKES_BACK,
    ("4: ? ?", gettext_lazy("two cards whose faces nobody saw")),
    UNSEEN,
)
ORDINARY = Notation(
    hand="1: 3C 3D\n2: pass\n3: 6C 6H",
    standing="7H 7S",
    play="8C 8D",
    cards=gettext_lazy(
        "Cards are written 3C 10H JD AS 2S: rank, then clubs, diamonds, hearts or spades. "
        "A question mark is a card that nobody saw."
    ),
    actions=[
        ("1: 3C", gettext_lazy("seat 1 plays the three of clubs")),
        ("2: 10H 10S", gettext_lazy("two tens; suits are C D H S or ♣ ♦ ♥ ♠")),
        *PLAYS_ON,
    ],
)
GANG_OF_FOUR = Notation(
    hand="1: 1M 1R\n2: pass\n3: 6G 6Y",
    standing="7Y 7R",
    play="8G 8Y",
    cards=gettext_lazy(
        "Cards are written 3G 10Y 7R: number, then green, yellow or red. 1M is the multicolored one, "
        "PG and PY are the phoenixes, DR is the dragon. A question mark is a card that nobody saw."
    ),
    actions=[
        ("1: 1M 1R", gettext_lazy("seat 1 plays the multicolored one with a red one")),
        ("2: PG PY", gettext_lazy("both phoenixes; DR is the dragon")),
        ("1: 9R last", gettext_lazy("plays, and announces its last card")),
        ("4: gives DR to 2", gettext_lazy("the exchange before a later hand")),
        *PLAYS_ON,
    ],
)
FOUR_COLORS = Notation(
    hand="1: discards Sr\n2: draws Gg\n2: chi Gg",
    standing="",
    play="",
    cards=gettext_lazy(
        "Cards are written Gr Ag Ey Rw: general, adviser, elephant, chariot (R), horseman, cannon or soldier, "
        "then red, green, yellow or white. A question mark is a card that nobody saw."
    ),
    actions=[
        ("1: discards Sr", gettext_lazy("lays a red soldier down")),
        ("2: draws Hy", gettext_lazy("turns a yellow horseman up")),
        (
            "3: pong Hy Hy Hy",
            gettext_lazy("a claim: the whole meld, the claimed card first; also chi and gan"),
        ),
        ("4: calls chi Hy Ry Cy", gettext_lazy("a claim that another outranked")),
        (
            "3: hu Er Er Er / Gg",
            gettext_lazy("goes out: the meld with the claimed card, then the others"),
        ),
        ("3: lucky Ag", gettext_lazy("the card of the stock that is turned after hu")),
        TAKES_BACK,
        UNSEEN,
    ],
)


def notation_of(rules: referee.Rules) -> Notation:
    """Return the examples for the deck of these rules."""
    if rules.family is referee.Family.MELDING:
        return FOUR_COLORS
    kinds = {"3C": ORDINARY, "1R": GANG_OF_FOUR}
    return next((kinds[card] for card in kinds if card in rules.deck.cards), _other(rules))


def _other(rules: referee.Rules) -> Notation:
    """Return examples with the first and the last card of another deck."""
    first, last = rules.deck.cards[0], rules.deck.cards[-1]
    return Notation(
        hand=f"1: {first}\n2: pass\n3: {last}",
        standing=first,
        play=last,
        cards=gettext_lazy(
            "Cards are written as the rulebook shows. A question mark is a card that nobody saw."
        ),
        actions=PLAYS_ON,
    )
