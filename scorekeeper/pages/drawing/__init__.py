"""Our own pictures: cards as SVG symbols of 50 by 70 on one sheet, players' monograms, a whole table,
and a hand as an animated picture.

Front door: face, sheet, symbol, symbol_name, pip_name, piece_name, table (a ``Scene`` as SVG), animate and stills (many of them),
as_png; ``movies``: stills as GIF or MP4. Templates have the filter ``monogram`` (``{% load monograms %}``).
"""

from referee.card_pictures.faces import BACK, SIZE, face
from scorekeeper.pages.drawing.animation import AnimatedPicture, animate, stills
from scorekeeper.pages.drawing.png import as_png
from scorekeeper.pages.drawing.sheet import (
    FACES,
    piece_name,
    pip_name,
    sheet,
    symbol,
    symbol_name,
)
from scorekeeper.pages.drawing.tables import EDITION, Pile, Scene, TableSeat, table

__all__ = [
    "BACK",
    "EDITION",
    "FACES",
    "SIZE",
    "AnimatedPicture",
    "Pile",
    "Scene",
    "TableSeat",
    "animate",
    "as_png",
    "face",
    "piece_name",
    "pip_name",
    "sheet",
    "stills",
    "symbol",
    "symbol_name",
    "table",
]
