"""An SVG picture as a PNG file, for programs that read no SVG."""

from pathlib import Path

import resvg_py

FONTS = Path(__file__).parents[1] / "static/vendor/dejavu-fonts-ttf-2.37.3"
"""The letters where the machine has no other font, by the name of their whole family. Chinese names need a font of the machine."""
_NOT_IN_XML = dict.fromkeys((0xFFFE, 0xFFFF), "\ufffd")  # of what a name may have


def as_png(svg: str, *, zoom: float = 1) -> bytes:
    """Return the picture, ``zoom`` pixels per unit."""
    return resvg_py.svg_to_bytes(
        svg_string=svg.translate(_NOT_IN_XML),
        zoom=zoom,
        font_dirs=[str(FONTS)],
        sans_serif_family="DejaVu Sans",
    )
