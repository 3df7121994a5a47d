"""Our own card pictures: SVG symbols of 50 by 70 on one sheet, and a picture of a whole table.

Front door: face, sheet, symbol_name, pip_name, table (a ``Scene`` as SVG).
"""

from scorekeeper.pages.drawing.faces import BACK, SIZE, face
from scorekeeper.pages.drawing.sheet import FACES, pip_name, sheet, symbol_name
from scorekeeper.pages.drawing.tables import EDITION, Pile, Scene, TableSeat, table

__all__ = [
    "BACK",
    "EDITION",
    "FACES",
    "SIZE",
    "Pile",
    "Scene",
    "TableSeat",
    "face",
    "pip_name",
    "sheet",
    "symbol_name",
    "table",
]
