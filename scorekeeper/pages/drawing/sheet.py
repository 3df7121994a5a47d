"""The sheet of all cards, for ``<use href="cards.svg#card-7G"/>`` in pages and scripts.

The index of a card is text in the font of the page.
"""

from collections.abc import Iterable

import referee
from referee.card_pictures.faces import BACK, COLORED, NUMBERED, SIZE, SUIT_INKS, face
from referee.card_pictures.glyphs import PIECES, SHAPES, SUITS

PIPS = {**SUITS, **SHAPES}


def _faces() -> Iterable[str]:
    yield BACK
    for suit in SUIT_INKS:
        yield from (rank + suit for rank in (*"3456789", "10", *"JQKA2"))
    for color in NUMBERED:
        yield from (f"{number}{color}" for number in range(1, 11))
    yield from ("1M", "PG", "PY", "PB", "DR")
    for color in COLORED:
        yield from (piece + color for piece in PIECES)
    for rules in referee.VARIANTS.values():
        yield from map(str, rules.deck.cards)


FACES = tuple(dict.fromkeys(_faces()))
"""Every card of every deck, also of games from outside, and a card face down."""


def symbol_name(card: str) -> str:
    """Return the id of a card on the sheet.

    >>> symbol_name("10H"), symbol_name("?")
    ('card-10H', 'card-back')
    """
    return f"card-{'back' if card == BACK else card}"


def pip_name(card: str) -> str:
    """Return the id of the sign of a card's suit or color; empty if it has none.

    >>> pip_name("10H"), pip_name("7Y"), pip_name("Gy"), pip_name("1M")
    ('pip-H', 'pip-circle', 'pip-circle', '')
    """
    if card == BACK:
        return ""
    paint = COLORED.get(card[-1]) or NUMBERED.get(card[-1])
    name = paint.shape if paint else card[-1]
    return f"pip-{name}" if name in PIPS else ""


def piece_name(card: str) -> str:
    """Return the id of the sign of a card's piece; empty if it shows none.

    >>> piece_name("Gy"), piece_name("7Y")
    ('piece-G', '')
    """
    return f"piece-{card[0]}" if card[-1] in COLORED and card[0] in PIECES else ""


def symbol(card: str) -> str:
    """Return the symbol of a card."""
    width, height = SIZE
    return f'<symbol id="{symbol_name(card)}" viewBox="0 0 {width} {height}">{face(card)}</symbol>'


def sheet() -> str:
    """Return the sheet: one line per card, per sign and per piece; signs and pieces take the color of the text."""
    cards = [symbol(card) for card in FACES]
    pips = [
        f'<symbol id="pip-{name}" viewBox="0 0 24 24"><path fill="currentColor" fill-rule="evenodd" d="{drawn}"/></symbol>'
        for name, drawn in PIPS.items()
    ]
    pieces = [
        f'<symbol id="piece-{name}" viewBox="0 0 100 100"><path fill="none" stroke="currentColor" stroke-width="8.500" '
        f'stroke-linecap="round" stroke-linejoin="round" d="{"".join(f"M{stroke}" for stroke in strokes)}"/></symbol>'
        for name, strokes in PIECES.items()
    ]
    lines = "\n".join([*cards, *pips, *pieces])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{lines}\n</svg>\n'
