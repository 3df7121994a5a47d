"""Old score sheets of all five games, as clubs kept them, with the totals that somebody added up by hand.

Two are real ones of yawnoc/big-two-scorer (MIT-0), with the totals that program gives.
"""

from dataclasses import dataclass, field
from typing import Any

PAIRS = 'settlement = "pairwise"\nmultipliers = [[1,1],[10,2],[13,3]]'


@dataclass(frozen=True)
class Sheet:
    """A file, what to choose on the page of its columns instead of the guess, and the totals of its players."""

    name: str
    text: str
    totals: dict[str, float]
    choices: dict[str, Any] = field(default_factory=dict)
    encoding: str = "utf-8"

    @property
    def content(self) -> bytes:
        return self.text.encode(self.encoding)


REAL = """2023-03-03  # at Js's house

L T C En
0 10 5 3
2 7 5 0
8 11 0 9
4 0 2 7
7 0 3 10
1 0 7 6
5 3 1 0
0 6 8 6

L T C Js
12 0 10 11

L T C En
1 0 2 1
"""
SIMPLE = """a b c d
0 11 12 13
1 1 1 0

x b c d
3t 0 1 2  # x takes on all losses for not playing high enough
0t 1 1 1  # x takes on all losses for failing to announce 'last card'
"""
REAL_TOTALS = {"L": 29, "C": 25, "En": -37, "T": 5, "Js": -22}
SIMPLE_TOTALS = {"a": 84, "x": -27, "b": 5, "c": -3, "d": -59}
# 0 5 8 12: the winner collects 25; 3 0 7 1: the winner collects 11
COLLECTED = {"Ana Ma": 22, "Bo Li": 6, "Cy Wu": -15, "Daisy Ng": -13}
# one to seven cards count once, 16 cards five times
GANG = {"Ana Ma": 3, "Bo Li": 5, "Cy Wu": 14, "Daisy Ng": 81}
PLACED = {"Ana Ma": 5, "Bo Li": 4, "Cy Wu": 2, "Daisy Ng": 1}
LOST = {"Ana Ma": 0, "Bo Li": 0, "Cy Wu": 7, "Daisy Ng": 16}
MELDED = {"Ana Ma": -2, "Bo Li": 10, "Cy Wu": -8}
FOUR = "Ana Ma,Bo Li,Cy Wu,Daisy Ng"


def _real_table(delimiter: str) -> str:
    """Return the real sheet as the spreadsheet that its club might have kept: a column for each of five players."""
    rows = [["Date", "L", "T", "C", "En", "Js"]]
    fifth = False
    for line in REAL.splitlines():
        words = line.split()
        if words and words[0].isdigit():
            rows.append(["2023-03-03", *words[:3], *(["", words[3]] if fifth else [words[3], ""])])
        fifth = words[-1:] == ["Js"] or (fifth and bool(words) and words[0].isdigit())
    return "".join(f"{delimiter.join(row)}\n" for row in rows)


TEXTS = [
    Sheet("real.txt", REAL, REAL_TOTALS),
    Sheet("simple.txt", SIMPLE, SIMPLE_TOTALS),
    Sheet(
        "commas.txt",
        f"2024-03-31\n{FOUR}\n0, 5, 8, 2\n3, 0, 7, 1\n0,1,2,9\n",
        {"Ana Ma": 26, "Bo Li": 14, "Cy Wu": -30, "Daisy Ng": -10},
    ),
    Sheet(
        "tabs.txt",
        "2024-03-31\nAna Ma\tBo Li\tCy Wu\tDaisy Ng\n0\t1\t2\t3\n",
        {"Ana Ma": 6, "Bo Li": 2, "Cy Wu": -2, "Daisy Ng": -6},
    ),
    Sheet(
        "columns.txt",
        "2024-03-31\nAna Ma    Bo Li     Cy Wu     Daisy Ng\n0         1         2         3\n",
        {"Ana Ma": 6, "Bo Li": 2, "Cy Wu": -2, "Daisy Ng": -6},
    ),
    Sheet(
        "from a spreadsheet.txt",
        "2024-03-31\t\t\t\nAna Ma\tBo\tCy\tDi\n3t\t0\t1\t2\n",
        {"Ana Ma": -18, "Bo": 6, "Cy": 6, "Di": 6},
    ),
    Sheet(
        "windows.txt",
        "2024-03-31\nZoë Ma, Jörg Li, Cy, Di\n0 1 2 3\n",
        {"Zoë Ma": 6, "Jörg Li": 2, "Cy": -2, "Di": -6},
        encoding="cp1252",
    ),
    Sheet(
        "F.txt",
        "2024-03-31\nAna, Bo, Cy, Di\nF=8\n0 8 1 1\n",
        {"Ana": 18, "Bo": -46, "Cy": 14, "Di": 14},
    ),
]
BIG_TWO = [
    Sheet("real.csv", _real_table(","), REAL_TOTALS, {"house_rules": PAIRS}),
    Sheet("real;.csv", "\ufeff" + _real_table(";"), REAL_TOTALS, {"house_rules": PAIRS}),
    Sheet(
        "simple.csv",
        "who,a,b,c,d,x\n,0,11,12,13,\n,1,1,1,0,\n,,0,1,2,3t\n,,1,1,1,0t\n",
        {**SIMPLE_TOTALS},
        {"house_rules": PAIRS},
    ),
    Sheet("collected.csv", f"Date,{FOUR}\n2024-03-31,0,5,8,12\n2024-03-31,3,0,7,1\n", COLLECTED),
    Sheet(
        "points.csv",
        f"Date,{FOUR}\n2024-03-31,25,-5,-8,-12\n2024-03-31,-3,11,-7,-1\n",
        COLLECTED,
        {"variant": "big-two", "house_rules": PAIRS},
    ),
    Sheet(
        "with sums.csv",
        f"Date;{FOUR.replace(',', ';')};Sum\n31.3.2024;0;5;8;12;25\n;3;0;7;1;11\n",
        COLLECTED,
    ),
    Sheet(
        "long.csv",
        "date,hand,player,cards left\n"
        + "".join(
            f"3/31/2024,{hand},{name},{left}\n"
            for hand, row in enumerate(((0, 5, 8, 12), (3, 0, 7, 1)), 1)
            for name, left in zip(FOUR.split(","), row, strict=True)
        ),
        COLLECTED,
    ),
    Sheet(
        "evenings.csv",
        f"Date,Place,{FOUR},Notes\n2024-03-31,Library,25,-5,-8,-12,late\n2024-04-07,,-3,11,-7,-1,\n",
        COLLECTED,
        {"values": "totals"},
    ),
    Sheet(
        "tabs.tsv",
        f"Datum\t{FOUR.replace(',', chr(9))}\n31.03.2024\t0\t5\t8\t12\n31.03.2024\t3\t0\t7\t1\n",
        COLLECTED,
    ),
    Sheet(
        "accents.csv",
        "Datum;Zoë;Jörg;Cy;Di\n31.3.2024;0;5;8;12\n",
        {"Zoë": 25, "Jörg": -5, "Cy": -8, "Di": -12},
        encoding="cp1252",
    ),
    Sheet(
        "formulas.csv",
        'Date,"=HYPERLINK(""http://x"")",+Bo,@Cy,-Di\n2024-03-31,0,5,8,12\n',
        {'=HYPERLINK("http://x")': 25, "+Bo": -5, "@Cy": -8, "-Di": -12},
    ),
]
OTHER_GAMES = [
    Sheet("gang of four.csv", f"Date,{FOUR}\n2024-03-31,0,5,7,16\n2024-03-31,3,0,7,1\n", GANG),
    Sheet(
        "gang of four points.csv", f"Date,{FOUR}\n2024-03-31,0,5,7,80\n2024-03-31,3,0,7,1\n", GANG
    ),
    Sheet(
        "gang-of-four three.csv",
        "Date,Ana,Bo,Cy\n2024-03-31,0,8,14\n",
        {"Ana": 0, "Bo": 16, "Cy": 56},
    ),
    Sheet(
        "Gang of Four long.csv",
        "Player;Points;Date\nAna;0;1.4.2024\nBo;16;1.4.2024\nCy;56;1.4.2024\nAna;2;1.4.2024\nCy;0;1.4.2024\nBo;1;1.4.2024\n",
        {"Ana": 2, "Bo": 17, "Cy": 56},
    ),
    Sheet(
        "gang of four loser scores.csv",
        f"Date,{FOUR}\n2024-03-31,0,5,8,16\n2024-03-31,3,0,7,1\n",
        LOST,
    ),
    Sheet(
        "gang-of-four-loser-scores points.csv",
        f"Date,{FOUR}\n2024-03-31,0,0,0,16\n2024-03-31,0,0,7,0\n",
        LOST,
        {"values": "points"},
    ),
    Sheet(
        "pusoy dos.csv",
        f"Date,{FOUR}\n2024-03-31,2,1,3,4\n2024-03-31,1,2,4,3\n",
        {"Ana Ma": 5, "Bo Li": 5, "Cy Wu": 1, "Daisy Ng": 1},
    ),
    Sheet(
        "Pusoy Dos points.csv",
        f"Date,{FOUR}\n2024-03-31,2,3,1,0\n2024-03-31,3,1,0,2\n",
        {"Ana Ma": 5, "Bo Li": 4, "Cy Wu": 1, "Daisy Ng": 2},
    ),
    Sheet(
        "pusoy-dos evenings.csv",
        f"Date,Event,{FOUR}\n2024-03-31,Spring,5,4,2,1\n",
        PLACED,
        {"values": "totals"},
    ),
    Sheet(
        "four color cards.csv",
        "Date,Ana Ma,Bo Li,Cy Wu\n31.3.2024,-6,12,-6\n31.3.2024,4,-2,-2\n",
        MELDED,
    ),
    Sheet(
        "four-color-cards pairs.csv",
        "Day,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3\n31.3.2024,Ana Ma,-6,Bo Li,12,Cy Wu,-6\n31.3.2024,Bo Li,-2,Cy Wu,-2,Ana Ma,4\n",
        MELDED,
    ),
    Sheet(
        "Four Color Cards half.csv",
        "Date;Ana Ma;Bo Li\n31.3.2024;2,5;−2,5\n",
        {"Ana Ma": 2.5, "Bo Li": -2.5},
    ),
]
SHEETS = [*TEXTS, *BIG_TWO, *OTHER_GAMES]
"""All sheets; a name occurs once."""
