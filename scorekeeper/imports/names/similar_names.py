"""How similar two names of players are: spelling, initials, accents and order of their words."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

CUTOFF = 0.6  # of difflib, below which names are different
NEAR = 0.8  # from here up, one person may well be meant: somebody decides
_DIGITS = re.compile(r"\d+")


class NameForm(NamedTuple):
    """A name without case and accents, and its words without punctuation."""

    text: str
    words: tuple[str, ...]


@lru_cache(20_000)
def form_of(name: str) -> NameForm:
    """Return the form in which names are compared.

    >>> form_of(" Zoë  O'Neil ").words
    ('zoe', 'oneil')
    """
    plain = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(letter)
    )
    words = ["".join(filter(str.isalnum, word)) for word in re.split(r"[\s,._-]+", plain)]
    return NameForm(" ".join(plain.split()), tuple(word for word in words if word))


def similarity(name: str, other: str) -> float:
    """Return how similar two names are, from 0 to 1.

    >>> similarity("D. Ng", "Daisy Ng"), similarity("Ng, Daisy", "Daisy Ng"), similarity("Ann", "Zoe")
    (0.95, 1.0, 0.0)
    >>> similarity("Ana Ma", "Anna Ma") > NEAR > similarity("Player 1", "Player 2")
    True
    >>> similarity("Ann", "ann")
    1.0
    """
    one, two = form_of(name), form_of(other)
    return _similarity(one, two, difflib.SequenceMatcher(None, two.text, one.text).ratio())


def _similarity(one: NameForm, two: NameForm, ratio: float) -> float:
    if one.words and sorted(one.words) == sorted(two.words):
        return 1.0
    if _by_initials(one.words, two.words):
        return 0.95
    if _DIGITS.findall(one.text) != _DIGITS.findall(two.text):
        ratio = min(ratio, CUTOFF)
    if _is_part(one.words, two.words):
        ratio = max(ratio, 0.8)
    return ratio if ratio >= CUTOFF else 0.0


def nearest(name: str, others: Iterable[str], *, most: int, cutoff: float = CUTOFF) -> list[str]:
    """Return the names most similar to a name, most similar first.

    >>> nearest("D. Ng", ["Dan Ong", "Daisy Ng", "Zoe"], most=2)
    ['Daisy Ng', 'Dan Ong']
    """
    one = form_of(name)
    matcher = difflib.SequenceMatcher(None, "", "")
    matcher.set_seq2(one.text)
    words = set(one.words)
    near = []
    for other in others:
        two = form_of(other)
        matcher.set_seq1(two.text)
        bounds = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)  # ever closer
        if not words.isdisjoint(two.words) or all(bound() >= cutoff for bound in bounds):
            near.append((_similarity(one, two, matcher.ratio()), other))
    near = sorted(
        (pair for pair in near if pair[0] >= cutoff), key=lambda pair: (-pair[0], pair[1])
    )
    return [other for _similarity, other in near[:most]]


def _by_initials(one: Sequence[str], two: Sequence[str]) -> bool:
    """Return whether the words are the same, some of them shortened to a letter, and at least one written out in both."""
    if len(one) != len(two) or len(one) < 2:
        return False
    pairs = [*zip(one, two, strict=True)]
    same = [first == second for first, second in pairs]
    short = [1 in {len(first), len(second)} and first[0] == second[0] for first, second in pairs]
    written_out = any(first == second and len(first) > 1 for first, second in pairs)
    return written_out and all(a or b for a, b in zip(same, short, strict=True))


def _is_part(one: Sequence[str], two: Sequence[str]) -> bool:
    """Return whether one name leaves out words of the other: Daisy, Daisy Ng."""
    short, long = sorted((set(one), set(two)), key=len)
    return bool(short) and short < long and any(len(word) > 2 for word in short)
