"""Hands that tests of pages record, and how they become public."""

from scorekeeper.models import Session, Visibility

# each seat holds one suit, so that the holdings are easy to tell apart
RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
DEAL = [" ".join(rank + suit for rank in RANKS) for suit in "CDHS"]
EVENTS = [
    *("1: 3C 4C 5C 6C 7C", "2: pass", "3: pass", "4: pass"),
    *("1: 8C", "2: 6D", "2: takes back", "2: 9D", "3: 8H", "4: pass", "1: pass", "2: pass"),
]  # Bob's six was refused; Carol's eight was not, though it is lower than his nine

PASSES = ("2: pass", "3: pass", "4: pass")
OUT = [
    "1: 3C 4C 5C 6C 7C",
    *PASSES,
    "1: 8C 9C 10C JC QC",
    *PASSES,
    "1: KC",
    *PASSES,
    "1: AC",
    *PASSES,
    "1: 2C",
]
"""Alice goes out with all the clubs."""


def publish(session: Session) -> None:
    """Make a session and its club public."""
    session.club.visibility = session.visibility = Visibility.PUBLIC
    session.club.save()
    session.save()
