"""A picture of one moment of a hand: the table, the seats round it, the cards and a sentence."""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from scorekeeper.pages.drawing.blocks import (
    INK,
    SOFT,
    Block,
    card_width,
    cards,
    flowed,
    lines,
    stacked,
)
from scorekeeper.pages.drawing.monograms import SIZE, disc
from scorekeeper.pages.drawing.sheet import symbol

EDITION = 3
"""Part of ETags: raise it when the picture of a moment changes."""

WIDTH, MARGIN, GAP = 1000, 24, 14
SIDE = 278  # width of a seat at the side
FELT, SHEET, EDGE, ACCENT = "#e6efe8", "#ffffff", "#b9bfba", "#14532d"
WRONG = "#a4161a"
SIDES = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Sides of the table by number of seats, clockwise: 0 below, 1 left, 2 above, 3 right."""
LARGER = 1.35  # cards that are to be beaten
DISC = 44  # width of a monogram
LETTER = 8  # width of a letter of small text
LETTERS = 92  # letters of the sentence per line


@dataclass(frozen=True, kw_only=True)
class Pile:
    """Cards with a label."""

    label: str
    faces: Sequence[str]
    stands: bool = False
    played_from: int | None = None  # ``at`` of the seat that plays them at this moment
    classes: str = ""  # CSS classes of the cards


@dataclass(frozen=True, kw_only=True)
class TableSeat:
    """A seat with its player and cards."""

    at: int  # places clockwise from the seat at the bottom
    name: str
    facts: str  # the line under the name
    faces: Sequence[str]
    unseen: int
    melds: Sequence[Pile] = ()
    to_act: bool = False


@dataclass(frozen=True, kw_only=True)
class Scene:
    """One moment of a hand to draw."""

    title: str
    sentence: str
    heading: str
    facts: str
    piles: Sequence[Pile]
    places: Sequence[TableSeat]
    objected: bool = False  # whether the verdict is illegal or unproven


@dataclass(frozen=True, kw_only=True)
class TableBlocks:
    """The parts of a table: the text above it, what lies in the middle, and the seats by their side."""

    head: Block
    low: Block
    left: Block
    high: Block
    right: Block
    middle: Block


def table_blocks(scene: Scene) -> TableBlocks:
    """Return the parts of a scene, before they are placed."""
    inner = WIDTH - 2 * MARGIN
    sides = SIDES[len(scene.places)]
    seats = {sides[place.at]: place for place in scene.places}
    left, right = _seat(seats.get(1), SIDE), _seat(seats.get(3), SIDE)
    aside = (SIDE + GAP) * (bool(left.height) + bool(right.height))
    return TableBlocks(
        head=_head(scene, inner),
        low=_seat(seats.get(0), inner),
        left=left,
        high=_seat(seats.get(2), inner),
        right=right,
        middle=_middle(scene, inner - aside),
    )


def table(scene: Scene) -> str:
    """Return the scene as SVG."""
    blocks = table_blocks(scene)
    low, high, left, right = blocks.low, blocks.high, blocks.left, blocks.right
    row = max(left.height, blocks.middle.height, right.height)
    y = MARGIN + blocks.head.height + GAP
    parts = [blocks.head.moved(MARGIN, MARGIN)]
    felt = y
    y += GAP
    if high.height:
        parts.append(high.moved(MARGIN, y))
        y += high.height + GAP
    start = MARGIN + (SIDE + GAP if left.height else 0)
    parts.append(left.moved(MARGIN, y + (row - left.height) / 2))
    parts.append(blocks.middle.moved(start, y + (row - blocks.middle.height) / 2))
    parts.append(right.moved(WIDTH - MARGIN - SIDE, y + (row - right.height) / 2))
    y += row + GAP
    parts.append(low.moved(MARGIN, y))
    bottom = y + low.height + GAP
    ground = (
        f'<rect width="{WIDTH}" height="{bottom + MARGIN:.0f}" fill="{SHEET}"/>'
        f'<rect x="{MARGIN / 2}" y="{felt}" width="{WIDTH - MARGIN}" height="{bottom - felt:.0f}" rx="18" fill="{FELT}"/>'
    )
    return (
        f"{svg_begins(bottom + MARGIN)}"
        f'<title id="title">{escape(f"{scene.title}: {scene.sentence}")}</title>'
        f"<defs>{symbols([scene])}</defs>{ground}{''.join(parts)}</svg>\n"
    )


def svg_begins(height: float) -> str:
    """Return the first tag of a picture of this height."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" aria-labelledby="title" font-family="system-ui, \'Noto Sans\', \'Noto Sans CJK TC\', sans-serif">'
    )


def _head(scene: Scene, width: int) -> Block:
    ink = WRONG if scene.objected else INK
    sentence = textwrap.wrap(scene.sentence, LETTERS) or [""]
    return stacked(
        [lines([scene.title], size=17, ink=SOFT), lines(sentence, size=21, ink=ink, bold=True)],
        width=width,
    )


def _middle(scene: Scene, width: int) -> Block:
    blocks = [lines([scene.heading], size=19, bold=True)]
    facts = textwrap.wrap(scene.facts, width // LETTER)
    blocks += [lines(facts, size=15, ink=SOFT), _piles(scene.piles, width - 20, height=66)]
    return stacked(blocks, width=width, padding=10)


def _piles(piles: Sequence[Pile], width: int, *, height: int) -> Block:
    """Return piles side by side, each under its label; what is to be beaten is larger."""
    drawn = []
    for pile in piles:
        high = height * LARGER if pile.stands else height
        label = lines([pile.label], size=15, ink=INK if pile.stands else SOFT, bold=pile.stands)
        row = len(pile.faces) * (card_width(high) + 4)
        faces = cards(pile.faces, width=width, height=high)
        if pile.classes:
            faces = Block(f'<g class="{pile.classes}">{faces.drawn}</g>', faces.height)
        block = stacked([label, faces], width=width, gap=2)
        drawn.append((block, max(min(row, width), len(pile.label) * LETTER)))
    return flowed(drawn, width=width)


def _seat(place: TableSeat | None, width: int) -> Block:
    if place is None:
        return Block("", 0)
    faces = [*place.faces, *(["?"] if place.unseen else [])]
    blocks = [
        _player(place.name, place.facts),
        cards(faces, width=width - 20, height=62, counted=place.unseen),
        _piles(place.melds, width - 20, height=46),
    ]
    inside = stacked(blocks, width=width, padding=10)
    edge, line = (ACCENT, 3) if place.to_act else (EDGE, 1)
    frame = f'<rect width="{width}" height="{inside.height:.0f}" rx="12" fill="{SHEET}" stroke="{edge}" stroke-width="{line}"/>'
    return Block(frame + inside.drawn, inside.height)


def _player(name: str, facts: str) -> Block:
    """Return the name and the line under it, beside the monogram."""
    text = stacked(
        [lines([name], size=19, bold=True), lines([facts], size=15, ink=SOFT)], width=0, gap=2
    )
    scale = DISC / SIZE
    drawn = f'<g transform="scale({scale:g})">{disc(name)}</g>{text.moved(DISC + 10, 0)}'
    return Block(drawn, max(DISC, text.height))


def symbols(scenes: Iterable[Scene]) -> str:
    """Return the symbol of each card in these scenes, once."""
    used = dict.fromkeys(one for scene in scenes for one in _faces(scene))
    return "".join(map(symbol, used))


def _faces(scene: Scene) -> Iterable[str]:
    for pile in scene.piles:
        yield from pile.faces
    for place in scene.places:
        yield from place.faces
        yield from (["?"] if place.unseen else [])
        for meld in place.melds:
            yield from meld.faces
