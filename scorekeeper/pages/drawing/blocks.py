"""Parts of a picture with a known height, stacked below or flowed beside each other."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from referee.card_pictures.faces import SIZE
from scorekeeper.pages.drawing.sheet import symbol_name

INK, SOFT = "#1c1f1d", "#565c58"


class Block(NamedTuple):
    """SVG drawn from its upper left corner, with its height."""

    drawn: str
    height: float

    def moved(self, x: float, y: float) -> str:
        """Return its SVG, moved."""
        return f'<g transform="translate({x:g} {y:g})">{self.drawn}</g>' if self.drawn else ""


def lines(texts: Sequence[str], *, size: int, ink: str = INK, bold: bool = False) -> Block:
    """Return lines of text."""
    weight = ' font-weight="700"' if bold else ""
    step = size * 1.3
    drawn = "".join(
        f'<text x="0" y="{step * number + size:g}" font-size="{size}" fill="{ink}"{weight}>{escape(text)}</text>'
        for number, text in enumerate(texts)
    )
    return Block(drawn, step * len(texts))


def card_width(height: float) -> float:
    """Return the width of a card of this height."""
    return height * SIZE[0] / SIZE[1]


def cards(faces: Sequence[str], *, width: float, height: float, counted: int = 0) -> Block:
    """Return cards side by side in rows; ``counted`` is a number written beside the last one."""
    wide = card_width(height)
    across = max(1, int((width + 4) // (wide + 4)))
    drawn = []
    x = y = 0.0
    for number, face in enumerate(faces):
        x, y = (number % across) * (wide + 4), (number // across) * (height + 4)
        drawn.append(
            f'<use href="#{symbol_name(face)}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{height:g}"/>'
        )
    if counted:
        drawn.append(
            f'<text x="{x + wide + 6:g}" y="{y + height / 2 + 6:g}" font-size="18" font-weight="700" fill="{INK}">× {counted}</text>'
        )
    rows = -(-len(faces) // across)
    return Block("".join(drawn), rows * (height + 4))


def flowed(blocks: Sequence[tuple[Block, float]], *, width: float, gap: float = 14) -> Block:
    """Return blocks with their widths beside each other, in as many rows as they need."""
    drawn = []
    x = y = high = 0.0
    for block, wide in blocks:
        if x and x + wide > width:
            x, y, high = 0.0, y + high + gap / 2, 0.0
        drawn.append(block.moved(x, y))
        x, high = x + wide + gap, max(high, block.height)
    return Block("".join(drawn), y + high)


def stacked(blocks: Sequence[Block], *, width: float, padding: float = 0, gap: float = 6) -> Block:
    """Return blocks one below the other."""
    drawn, y = [], padding
    for block in blocks:
        if block.height:
            drawn.append(block.moved(padding, y))
            y += block.height + gap
    return Block("".join(drawn), y - gap + padding)
