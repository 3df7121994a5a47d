"""Headings of players that say beside the name what the numbers are, such as ``Ann - cards left`` or ``Points [Ann]``."""

import itertools
import re
from collections.abc import Iterator, Sequence

from referee.spreadsheets import words
from referee.spreadsheets.columns import ColumnRole

_FEWEST = 3  # headings that share a text
_BRACKETS = re.compile(r"(.+?)\s*[\[(（]([^\[\]()（）]+)[\])）]")
_SIGN = re.compile(r"\s+[-–—|]\s+|\s*[:：]\s*")
_LETTER = re.compile(r"[^\W\d_]")


def without_shared(headings: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Return the headings without the text that at least three of them begin or end with, and that text; it is empty where there is none.

    It stands in brackets or beside them, before or behind a dash or a colon, or is a word for numbers: a family name stays.

    >>> without_shared(["Date", "Ann - cards left", "Bo - cards left", "Cy - cards left"])
    (('Date', 'Ann', 'Bo', 'Cy'), 'cards left')
    >>> without_shared(["Points Ann Lee", "Points Bo Lee", "Points Cy Lee"])
    (('Ann Lee', 'Bo Lee', 'Cy Lee'), 'Points')
    """
    shared: dict[tuple[str, bool], dict[int, str]] = {}
    for place, heading in enumerate(headings):
        if words.role_of(heading) is not None or words.is_beside(heading):
            continue
        for before, behind in _divided(heading):
            if _is_name(behind):
                shared.setdefault((before, True), {})[place] = behind
            if _is_name(before):
                shared.setdefault((behind, False), {})[place] = before
    for (text, _is_before), names in sorted(
        shared.items(), key=lambda one: (-len(one[1]), -len(one[0][0]))
    ):
        shorter = tuple(names.get(place, heading) for place, heading in enumerate(headings))
        of_all = [heading for heading in shorter if heading]
        if len(names) >= _FEWEST and _LETTER.search(text) and len({*of_all}) == len(of_all):
            return shorter, text
    return tuple(headings), ""


def _divided(heading: str) -> Iterator[tuple[str, str]]:
    """Yield the two parts of a heading, wherever it may be divided."""
    if brackets := _BRACKETS.fullmatch(heading):
        yield brackets[1], brackets[2].strip()
        return
    signs = [sign.span() for sign in _SIGN.finditer(heading)]
    spaces = [space.span() for space in re.finditer(r"(?<=\w)\s+(?=\w)", heading)]
    for (ends, begins), is_sign in itertools.chain(
        ((span, True) for span in signs), ((span, False) for span in spaces)
    ):
        before, behind = heading[:ends], heading[begins:]
        if before and behind and (is_sign or _says_numbers(before) or _says_numbers(behind)):
            yield before, behind


def _says_numbers(text: str) -> bool:
    return words.role_of(text) is ColumnRole.VALUE


def _is_name(text: str) -> bool:
    return bool(_LETTER.search(text)) and words.role_of(text) is None
