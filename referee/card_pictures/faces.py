"""One card: an index in the upper left corner, visible in a fan of cards, and a large sign below.

No card depends on its color alone: a suit has its symbol, a color of the other decks a shape and a letter.
"""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from referee.card_pictures.glyphs import DRAGON, PHOENIX, PIECES, SHAPES, SUITS

SIZE = (50, 70)
BACK = "?"
INK = "#16181a"
PAPER = "#fdfdfa"


class Paint(NamedTuple):
    """How a color is drawn."""

    ink: str
    paper: str
    shape: str


SUIT_INKS: Mapping[str, str] = {"C": "#14692f", "D": "#0b4fb3", "H": "#b3131b", "S": INK}
NUMBERED: Mapping[str, Paint] = {
    "G": Paint("#12693a", PAPER, "triangle"),
    "Y": Paint("#8a5a00", "#fff8dc", "circle"),
    "R": Paint("#b3131b", PAPER, "square"),
    "B": Paint("#0b4fb3", PAPER, "diamond"),
}
COLORED: Mapping[str, Paint] = {
    "r": Paint("#a01218", "#ffe1de", "square"),
    "g": Paint("#0f5a31", "#d7f0dd", "triangle"),
    "y": Paint("#7a4f00", "#fff0b3", "circle"),
    "w": Paint("#2b3036", "#ffffff", "ring"),
}


def face(card: str) -> str:
    """Return the SVG inside a card's symbol; ``?`` is a card face down.

    A card that no built-in deck has shows how it is written.

    >>> ">XY<" in face("XY")
    True
    """
    if card == BACK:
        return _back()
    if card == "1M":
        return _many_colored()
    if card[0] == "D" and card[1:] == "R":
        return (
            _ground(PAPER)
            + _index("D", NUMBERED["R"].ink)
            + _shape("square", NUMBERED["R"].ink)
            + _path(DRAGON, NUMBERED["R"].ink)
        )
    return _drawn(card)


def _drawn(card: str) -> str:
    rank, last = card[:-1], card[-1]
    if last in SUIT_INKS and rank in {*"23456789JQKA", "10"}:
        ink = SUIT_INKS[last]
        return (
            _ground(PAPER)
            + _index(rank, ink)
            + _path(SUITS[last], ink, x=5, y=25, size=12)
            + _path(SUITS[last], ink)
        )
    if last in COLORED and rank in PIECES:
        paint = COLORED[last]
        return (
            _ground(paint.paper)
            + _index(rank, paint.ink)
            + _shape(paint.shape, paint.ink)
            + _piece(rank, paint.ink)
            + _letter(last, paint.ink)
        )
    if last in NUMBERED and rank in {*"123456789P", "10"}:
        paint = NUMBERED[last]
        sign = PHOENIX if rank == "P" else SHAPES[paint.shape]
        return (
            _ground(paint.paper)
            + _index(rank, paint.ink)
            + _shape(paint.shape, paint.ink)
            + _path(sign, paint.ink)
            + _letter(last, paint.ink)
        )
    return _ground(PAPER) + _index(escape(card), INK)


def _many_colored() -> str:
    """Return the multicolored one."""
    small = [
        _path(SHAPES[paint.shape], paint.ink, x=x, y=y, size=13)
        for paint, (x, y) in zip(
            list(NUMBERED.values())[:3], ((25, 28), (19, 44), (33, 44)), strict=True
        )
    ]
    return _ground(PAPER) + _index("1", INK) + "".join(small) + _letter("M", INK)


def _back() -> str:
    lines = "".join(f"M{x} 5l{40} 60M{x} 65l40-60" for x in (5,))
    return (
        '<rect x="1" y="1" width="48" height="68" rx="6" fill="#4a5b6c" stroke="#2d3a47" stroke-width="1.500"/>'
        f'<path d="{lines}M25 5 5 35l20 30 20-30z" fill="none" stroke="#8fa1b3" stroke-width="1.500"/>'
        '<circle cx="25" cy="35" r="12" fill="#4a5b6c"/>'
        '<text x="25" y="43" font-size="22" font-weight="700" text-anchor="middle" fill="#fff">?</text>'
    )


def _ground(paper: str) -> str:
    return f'<rect x="1" y="1" width="48" height="68" rx="6" fill="{paper}" stroke="#7d857f" stroke-width="1.500"/>'


def _index(rank: str, ink: str) -> str:
    narrow = ' textLength="20" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    x, anchor = (2, "start") if len(rank) > 1 else (11.5, "middle")
    return f'<text x="{x + 1}" y="21" font-size="21" font-weight="700" text-anchor="{anchor}" fill="{ink}"{narrow}>{rank}</text>'


def _letter(letter: str, ink: str) -> str:
    return f'<text x="41" y="18" font-size="13" font-weight="700" text-anchor="middle" fill="{ink}">{letter}</text>'


def _shape(shape: str, ink: str) -> str:
    return _path(SHAPES[shape], ink, x=6, y=26, size=11)


def _path(drawn: str, ink: str, *, x: float = 19, y: float = 36, size: float = 27) -> str:
    scale = f"{size / 24:.4g}"
    return f'<path transform="translate({x} {y})scale({scale})" fill="{ink}" fill-rule="evenodd" d="{drawn}"/>'


def _piece(piece: str, ink: str) -> str:
    lines = "".join(f"M{stroke}" for stroke in PIECES[piece])
    return (
        f'<path transform="translate(14 32)scale(.33)" fill="none" stroke="{ink}" stroke-width="8.500" '
        f'stroke-linecap="round" stroke-linejoin="round" d="{lines}"/>'
    )
