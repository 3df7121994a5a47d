"""A second opinion on Tiến Lên, written from the rulings in SOURCES.md alone: what a set of cards is, and what beats what."""

from collections import Counter

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
SUITS = "SCDH"


def height(card: str) -> tuple[int, int]:
    """Return the place of a card among all cards (T1)."""
    return RANKS.index(card[:-1]), SUITS.index(card[-1])


def name(cards: list[str]) -> str | None:
    """Return what the cards are, None for nothing (T3, T5, T6, T7)."""
    counts = Counter(card[:-1] for card in cards)
    if len(counts) == 1:
        return {1: "single", 2: "pair", 3: "triple", 4: "quartet"}[len(cards)]
    places = sorted(map(RANKS.index, counts))
    in_a_row = places[-1] - places[0] == len(places) - 1 and "2" not in counts
    if not in_a_row or len(places) < 3 or len(set(counts.values())) > 1:
        return None
    number = {3: "three", 4: "four", 5: "five", 6: "six"}
    copies = next(iter(counts.values()))
    if copies == 2 and len(places) in number:
        return f"{number[len(places)]}-pairs-in-sequence"
    return "sequence" if copies == 1 else None


CHOPS = [
    "three-pairs-in-sequence",
    "quartet",
    "four-pairs-in-sequence",
    "five-pairs-in-sequence",
    "six-pairs-in-sequence",
]


def beats(play: list[str], standing: list[str]) -> bool:
    """Return whether a combination beats another under the usual house rules (T4, T7, T8, T9)."""
    own, other = name(play), name(standing)
    if own == other and len(play) == len(standing):
        return max(map(height, play)) > max(map(height, standing))
    if own not in CHOPS:
        return False
    if other in CHOPS:
        return CHOPS.index(own) > CHOPS.index(other)
    twos = len(standing) if {card[:-1] for card in standing} == {"2"} else 0
    least = {1: 0, 2: 1, 3: 3}
    return twos in least and CHOPS.index(own) >= least[twos]
