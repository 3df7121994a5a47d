"""The runs of ranks that are straights, lowest first: the values of the house rule ``straights`` (rulings §7).

Between two straights of one window the suit of the last rank decides; windows on one line are equal.
"""

_WITHOUT_TWOS = (
    ("3 4 5 6 7",),
    ("4 5 6 7 8",),
    ("5 6 7 8 9",),
    ("6 7 8 9 10",),
    ("7 8 9 10 J",),
    ("8 9 10 J Q",),
    ("9 10 J Q K",),
    ("10 J Q K A",),
)

STRAIGHTS: dict[str, tuple[tuple[str, ...], ...]] = {
    # B6, B8: the 5 decides the lowest, the 2 the highest
    "taiwan": (("A 2 3 4 5",), *_WITHOUT_TWOS, ("3 4 5 6 2",)),
    "poker": (("A 2 3 4 5",), ("2 3 4 5 6",), *_WITHOUT_TWOS),
    "hongkong": (*_WITHOUT_TWOS, ("3 4 5 6 2",), ("A 3 4 5 2",)),
    "two-high": (*_WITHOUT_TWOS, ("J Q K A 2",)),
    # P7, P8: a window with a 2 is compared by its 2
    "circular": (*_WITHOUT_TWOS, ("A 3 4 5 2", "3 4 5 6 2", "J Q K A 2", "Q K A 3 2", "K A 3 4 2")),
    "a-and-2-low-only": (*_WITHOUT_TWOS, ("A 3 4 5 2", "3 4 5 6 2", "J Q K A 2")),
    "no-twos": _WITHOUT_TWOS,
}
