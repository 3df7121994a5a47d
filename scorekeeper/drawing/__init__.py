"""Cards as pictures of our own: every face a symbol of 50 by 70, all of them on one sheet."""

from scorekeeper.drawing.faces import BACK, SIZE, face
from scorekeeper.drawing.sheet import FACES, pip_name, sheet, symbol_name

__all__ = ["BACK", "FACES", "SIZE", "face", "pip_name", "sheet", "symbol_name"]
