"""A workbook of many hands read by ``convert``, beside python-calamine alone, which only gives the cells.

A small process of its own starts the commands, because the system counts the memory of a forking process to its child:
``python -m benchmarks.workbooks FILE`` prints JSON.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import xlsxwriter

from benchmarks.streaming import IN_A_MEGABYTE, ROOT, TRIES

HANDS_AN_EVENING = 10
BARE = """
import sys
from python_calamine import CalamineWorkbook
print(len(CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).to_python()))
"""


class Reading(NamedTuple):
    """What reading a workbook took, from the start of Python to its end."""

    seconds: float  # of the processor
    megabytes: float  # peak


def make(file: Path, hands: int, chance: Random) -> None:
    """Write a workbook of evenings of Big Two, as a club would: a day, and the cards left of four players."""
    with xlsxwriter.Workbook(file, {"constant_memory": True}) as workbook:
        sheet = workbook.add_worksheet("Big Two")
        sheet.write_row(0, 0, ["Date", "Ann", "Bo", "Cy", "Di"])
        for number in range(hands):
            evening = number // HANDS_AN_EVENING
            day = f"{2000 + evening // 336}-{evening // 28 % 12 + 1:02}-{evening % 28 + 1:02}"
            left = [0, *(chance.randint(1, 13) for _ in range(3))]
            sheet.write_row(number + 1, 0, [day, *chance.sample(left, 4)])


def measure(file: Path) -> tuple[Reading, Reading]:
    """Return what python-calamine takes for the cells of a workbook, and the command for its records; a child process does it."""
    command = [sys.executable, "-m", "benchmarks.workbooks", str(file)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    bare, whole = (Reading(*one) for one in json.loads(process.stdout))
    return bare, whole


def read(*arguments: str) -> Reading:
    """Return the best of some tries to run Python with these arguments; whatever took more memory has to come later."""
    tries = []
    for _ in range(TRIES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = usage.ru_utime + usage.ru_stime - before.ru_utime - before.ru_stime
        tries.append(Reading(seconds, usage.ru_maxrss / IN_A_MEGABYTE))
    return min(tries)


if __name__ == "__main__":
    workbook = sys.argv[1]
    bare = read("-c", BARE, workbook)
    whole = read("-m", "referee", "convert", workbook, "--to", "ndjson", "--assume")
    print(json.dumps([bare, whole]))
