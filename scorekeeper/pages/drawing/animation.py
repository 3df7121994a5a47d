"""A hand as one animated picture, without scripts: the table of each moment in turn, its parts drawn once while they stay.
``stills`` are the same moments as pictures of one size, for formats that know no motion of their own.

The motion is CSS: cards fly from the seat that plays them. Where people ask for less motion the last moment is shown and stays.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from scorekeeper.pages.drawing.blocks import Block
from scorekeeper.pages.drawing.tables import (
    ACCENT,
    FELT,
    GAP,
    MARGIN,
    SHEET,
    SIDE,
    SIDES,
    WIDTH,
    Scene,
    TableBlocks,
    svg_begins,
    symbols,
    table_blocks,
)

SECONDS = 1.5
"""How long one moment is shown."""
FLIGHT = 0.5
"""How many seconds the cards of a play fly from their seat to the table."""
FROM = ("0,190px", "-300px,0", "0,-190px", "300px,0")
"""Where the cards come from, by side of the table."""
LINGER = 2
"""How many times as long the last one is shown, before the picture begins again."""


@dataclass(frozen=True, kw_only=True)
class AnimatedPicture:
    """An SVG file and the text of its only style sheet, whose digest lets a browser apply it."""

    svg: str
    style: str


@dataclass(frozen=True, kw_only=True)
class _Run:
    """A part of the picture that stays the same for some moments."""

    drawn: str
    first: int
    last: int


def animate(scenes: Sequence[Scene], *, title: str) -> AnimatedPicture:
    """Return the scenes one after another, all on a table of one size."""
    moments = [table_blocks(_in_flight(scene, number)) for number, scene in enumerate(scenes)]
    ticks = len(moments) - 1 + LINGER
    places, size = _places(moments)
    rules: dict[tuple[int, int], str] = {}
    parts = []
    for name, (x, y) in places.items():
        for run in _runs([getattr(blocks, name) for blocks in moments]):
            shown = _shown(run, last=len(moments) - 1, ticks=ticks, rules=rules)
            parts.append(f'<g transform="translate({x:g} {y:g})"><g{shown}>{run.drawn}</g></g>')
    style = _style(rules.values(), scenes, seconds=ticks * SECONDS)
    ground = _ground(places, size)
    sentences = "".join(f"<li>{escape(scene.sentence)}</li>" for scene in scenes)
    svg = (
        f"{svg_begins(size)}"
        f'<title id="title">{escape(title)}</title><metadata><ol xmlns="http://www.w3.org/1999/xhtml">{sentences}</ol></metadata>'
        f"<style>{style}</style><defs>{symbols(scenes)}</defs>{ground}{''.join(parts)}"
        f'<rect class="far" y="{size - 5:.0f}" width="{WIDTH}" height="5" fill="{ACCENT}"/></svg>\n'
    )
    return AnimatedPicture(svg=svg, style=style)


def stills(scenes: Sequence[Scene]) -> Iterator[str]:
    """Yield a picture of each scene, with a line that grows from the first to the last; all have one size."""
    places, size = _places([table_blocks(scene) for scene in scenes])
    ground = _ground(places, size)
    for number, scene in enumerate(scenes, 1):
        blocks = table_blocks(scene)
        parts = [getattr(blocks, name).moved(x, y) for name, (x, y) in places.items()]
        far = f'<rect y="{size - 5:.0f}" width="{WIDTH * number / len(scenes):.0f}" height="5" fill="{ACCENT}"/>'
        yield f"{svg_begins(size)}<defs>{symbols([scene])}</defs>{ground}{''.join(parts)}{far}</svg>"


def _ground(places: Mapping[str, tuple[float, float]], size: float) -> str:
    """Return the felt on its sheet."""
    felt = places["high"][1] - GAP
    return (
        f'<rect width="{WIDTH}" height="{size:.0f}" fill="{SHEET}"/>'
        f'<rect x="{MARGIN / 2}" y="{felt:.0f}" width="{WIDTH - MARGIN}" height="{size - felt - MARGIN:.0f}" rx="18" fill="{FELT}"/>'
    )


def _places(moments: Sequence[TableBlocks]) -> tuple[dict[str, tuple[float, float]], float]:
    """Return where each part begins and the height of the picture, with room for the highest of each part."""

    def highest(name: str) -> float:
        blocks: list[Block] = [getattr(one, name) for one in moments]
        return max(block.height for block in blocks)

    left, right, high = highest("left"), highest("right"), highest("high")
    row = max(left, right, highest("middle"))
    felt = MARGIN + highest("head") + GAP
    y = felt + GAP + (high + GAP if high else 0)
    bottom = y + row + GAP
    start = MARGIN + (SIDE + GAP if left else 0)
    places: dict[str, tuple[float, float]] = {
        "head": (MARGIN, MARGIN),
        "high": (MARGIN, felt + GAP),
        "left": (MARGIN, y + (row - left) / 2),
        "right": (WIDTH - MARGIN - SIDE, y + (row - right) / 2),
        "low": (MARGIN, bottom),
        "middle": (start, y),  # last, because cards fly over the seats
    }
    return places, bottom + highest("low") + GAP + MARGIN


def _runs(blocks: Sequence[Block]) -> list[_Run]:
    """Return what a part shows, one after another."""
    runs: list[_Run] = []
    for number, block in enumerate(blocks):
        if runs and runs[-1].drawn == block.drawn:
            runs[-1] = _Run(drawn=block.drawn, first=runs[-1].first, last=number)
        else:
            runs.append(_Run(drawn=block.drawn, first=number, last=number))
    return [run for run in runs if run.drawn]


def _shown(run: _Run, *, last: int, ticks: int, rules: dict[tuple[int, int], str]) -> str:
    """Return the class of a part that is shown for some moments only, and note its rule."""
    if (run.first, run.last) == (0, last):
        return ""
    name = f"m{run.first}-{run.last}"
    begins = f"{100 * run.first / ticks:.3f}%{{visibility:visible}}"
    ends = "" if run.last == last else f"{100 * (run.last + 1) / ticks:.3f}%{{visibility:hidden}}"
    hidden = "0%{visibility:hidden}" if run.first else ""
    rules[run.first, run.last] = (
        f".{name}{{animation-name:{name}}}@keyframes {name}{{{hidden}{begins}{ends}}}"
    )
    return f' class="at {name}"' if run.last == last else f' class="at past {name}"'


def _in_flight(scene: Scene, number: int) -> Scene:
    """Return the scene with classes on the cards that are played at this moment."""
    sides = SIDES[len(scene.places)]
    piles = [
        pile
        if pile.played_from is None or not pile.faces
        else replace(pile, classes=f"fly from{sides[pile.played_from]} at{number}")
        for pile in scene.piles
    ]
    return replace(scene, piles=piles)


def _style(rules: Iterable[str], scenes: Sequence[Scene], *, seconds: float) -> str:
    """Return the style sheet.  A flight begins with its moment: each time round, as long after the start as the moment."""
    landed = 100 * FLIGHT / seconds
    flights = "".join(
        f".from{side}{{animation-name:from{side}}}@keyframes from{side}{{0%{{transform:translate({start})}}{landed:.3f}%{{transform:none}}}}"
        for side, start in enumerate(FROM)
    )
    delays = "".join(
        f".at{number}{{animation-delay:{number * SECONDS:g}s}}" for number in range(len(scenes))
    )
    return (
        f".past{{visibility:hidden}}.at{{animation:{seconds:g}s step-end infinite}}{''.join(rules)}"
        f".fly{{animation:{seconds:g}s ease-out infinite}}{flights}{delays}"
        f".far{{animation:far {seconds:g}s linear infinite}}@keyframes far{{0%{{transform:scaleX(0)}}100%{{transform:scaleX(1)}}}}"
        "@media (prefers-reduced-motion:reduce){.at,.fly,.far{animation:none}.far{visibility:hidden}}"
    )
