"""Text for a terminal or a printer: 80 columns, with color only on request."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.record import Number
from referee.text_width import text_width

COLUMNS = 80
RULE = "=" * COLUMNS
"""The line above each session."""
MAX_NAME_WIDTH = 16

_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


@dataclass(frozen=True)
class Ink:
    """Colors for emphasis; without color the words alone must do."""

    color: bool

    def strong(self, text: str) -> str:
        """Return a heading."""
        return self._in("1", text)

    def bad(self, text: str) -> str:
        """Return the mark of something illegal."""
        return self._in("1;31", text)

    def open(self, text: str) -> str:
        """Return the mark of something unproven."""
        return self._in("33", text)

    def good(self, text: str) -> str:
        """Return the mark of a winner."""
        return self._in("1;32", text)

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text


@dataclass(frozen=True)
class Names:
    """The players' names by seat."""

    players: tuple[str, ...]

    def __getitem__(self, seat: int) -> str:
        """Return a seat's player; the seat itself where the name is missing or not unique."""
        name = clean(self.players[seat - 1])
        if not name or self.players.count(self.players[seat - 1]) > 1:
            name = f"{name} (seat {seat})".strip() if name else f"Seat {seat}"
        return name

    def column(self, seat: int) -> str:
        """Return the name padded to the width of the longest one."""
        width = max(text_width(self._short(other)) for other in range(1, len(self.players) + 1))
        short = self._short(seat)
        return short + " " * (width - text_width(short))

    def blank(self) -> str:
        """Return blanks as wide as the name column."""
        return " " * text_width(self.column(1))

    def with_names(self, sentence: str) -> str:
        """Return a sentence of the referee with names instead of seats.

        >>> Names(("Alice", "Bob")).with_names("It was not seat 2's turn: seat 1 had the lead.")
        "It was not Bob's turn: Alice had the lead."
        """
        return _SEAT.sub(lambda match: self._of(match), sentence)

    def joined(self, seats: Sequence[int]) -> str:
        """Return the names as a list in running text.

        >>> Names(("Alice", "Bob", "Carol")).joined((1, 2, 3))
        'Alice, Bob and Carol'
        """
        names = [self[seat] for seat in seats]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def _of(self, match: re.Match[str]) -> str:
        seat = int(match[1])
        return self[seat] if 1 <= seat <= len(self.players) else match[0]

    def _short(self, seat: int) -> str:
        name = self[seat]
        while text_width(name) > MAX_NAME_WIDTH:
            name = name.removesuffix("…")[:-1] + "…"
        return name


def clean(text: object) -> str:
    """Return a record's text on one line, without characters that would control a terminal."""
    words = " ".join(str(text).split())
    return "".join(sign if sign.isprintable() else "�" for sign in words)


def hanging(first: str, text: str, *, indent: int) -> Iterator[str]:
    """Yield the text behind a heading of ``indent`` columns, with its further lines indented."""
    lines = textwrap.wrap(text, COLUMNS - indent, break_on_hyphens=False) or [""]
    yield (first + lines[0]).rstrip()
    for line in lines[1:]:
        yield " " * indent + line


def signed(points: Number | None) -> str:
    """Return points with their sign; a question mark for points that are not proved.

    >>> signed(25), signed(-0.5), signed(0), signed(None)
    ('+25', '-0.5', '0', '?')
    """
    if points is None:
        return "?"
    if not points:
        return "0"
    return f"{points:+d}" if isinstance(points, int) else f"{points:+.12g}"


def counted(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "card"), counted(5, "card")
    ('1 card', '5 cards')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"
