"""A play as programs for board games note it: a game on one day, with the points of each player at its end."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_noop

import referee
from referee.spreadsheets.sheet_errors import SheetError

PLAYS = "plays"
MOST_PLAYS = 50_000  # of a file


class NotedScore(NamedTuple):
    """A player of a play, with the points as they are written."""

    player: str
    points: str


@dataclass(frozen=True, kw_only=True)
class NotedPlay:
    """A play with its number in the file, from 1."""

    number: int
    game: str
    day: str  # in ISO format; empty: unknown
    scores: tuple[NotedScore, ...]  # clockwise, where the program knows the seats
    session: str = ""  # of which a club gave it out
    place: str = ""
    comment: str = ""
    not_counted: str = ""  # the reason why the program itself does not count the play


def check_number(plays: int) -> None:
    """Raise MalformedError ``too-large`` for more plays than a file may have."""
    if plays > MOST_PLAYS:
        template = gettext_noop("A file may have at most %(most)d plays. Divide it.")
        raise SheetError((template, {"most": MOST_PLAYS}), code="too-large")


def in_seats(scores: list[NotedScore], seats: list[str]) -> tuple[NotedScore, ...]:
    """Return the scores in the order of the seats; as they are where not every player has a seat of their own.

    >>> ann, bo = NotedScore("Ann", "3"), NotedScore("Bo", "-3")
    >>> in_seats([ann, bo], ["2", "1"]) == (bo, ann), in_seats([ann, bo], ["0", "0"]) == (ann, bo)
    (True, True)
    """
    numbers = [int(seat) for seat in seats if seat.isascii() and seat.isdigit() and len(seat) < 4]
    if len({*numbers}) < len(scores):
        return tuple(scores)
    return tuple(scores[place] for place in sorted(range(len(scores)), key=numbers.__getitem__))


def unreadable(template: str) -> referee.MalformedError:
    """Return the error of a file that cannot be read at all."""
    return SheetError((template, {}))
