"""Cards as pictures of our own: every face a symbol of 50 by 70, all of them on one sheet; a table with its cards."""

from scorekeeper.pages.drawing.faces import BACK, SIZE, face
from scorekeeper.pages.drawing.sheet import FACES, pip_name, sheet, symbol_name
from scorekeeper.pages.drawing.tables import EDITION, Pile, Place, Scene, table

__all__ = [
    "BACK",
    "EDITION",
    "FACES",
    "SIZE",
    "Pile",
    "Place",
    "Scene",
    "face",
    "pip_name",
    "sheet",
    "symbol_name",
    "table",
]
