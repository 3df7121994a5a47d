"""Faults to be planted into the referee one at a time, each with the case that must notice it."""

from pathlib import Path
from typing import NamedTuple


class PlantedFault(NamedTuple):
    """One text of one module, what is written there instead, and the case meant for it."""

    module: str
    old: str
    new: str
    case: str


def _parse(block: str) -> PlantedFault:
    """Read a case and a module, the lines to be replaced after "- ", and the new ones after "+ "."""
    head, *lines = block.splitlines()
    case, module = head.split()
    old, new = ("\n".join(line[2:] for line in lines if line[0] == sign) for sign in "-+")
    return PlantedFault(module, old, new, case)


_, *BLOCKS = Path(__file__).with_suffix(".txt").read_text().strip().split("\n\n")
FAULTS = [_parse(block) for block in BLOCKS]
