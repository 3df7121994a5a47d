"""The headings of the sheets that the scorekeeper exports, in each of its languages: what was given out comes back without a question."""

from collections.abc import Sequence
from functools import lru_cache

_LANGUAGES: tuple[dict[str, str], ...] = (
    {
        "date": "Datum",
        "event": "Veranstaltung",
        "round": "Runde",
        "table": "Tisch",
        "variant": "Spielart",
        "hand": "Hand",
        "status": "Stand",
        "player": "Name",
        "seat": "Sitzplatz",
        "points": "Punkte",
        "adjustments": "Anpassungen",
        "place": "Platz",
        "cards left": "Karten übrig",
        "session": "Partie",
        "note": "Notiz",
        "(adjusted)": "(Anpassung)",
        "(total)": "(Summe)",
        "(cards left)": "(Karten übrig)",
    },
    {
        "date": "日期",
        "event": "活動",
        "round": "輪次",
        "table": "桌次",
        "variant": "遊戲",
        "hand": "局",
        "status": "狀態",
        "player": "玩家",
        "seat": "座位",
        "points": "得分",
        "adjustments": "分數調整",
        "place": "名次",
        "cards left": "剩牌",
        "session": "場次",
        "note": "備註",
        "(adjusted)": "(調整)",
        "(total)": "(總分)",
        "(cards left)": "(剩牌)",
    },
)
"""What the English headings are in the other languages.  Those in brackets stand behind a player's name."""

ADJUSTED, TOTAL, LEFT = " (adjusted)", " (total)", " (cards left)"
"""Behind a player's name, the headings of the points that a referee gave, of the total after a hand, and of the cards left in hands with open points."""
FINISHED, CARRIED = "finished", "carried"
"""Statuses, the same in every language: of a hand that was played out, whose empty cell is a number that nobody wrote down, and of
the row with the totals from which a session begins and the number of the last hand before it."""
_OF_SEASON = {"status", "seat", "adjustments", "cards left"}
_OF_SESSION = ("hand", "status")


@lru_cache(maxsize=256)
def in_english(headings: Sequence[str]) -> tuple[str, ...]:
    """Return the headings of an exported sheet in English; any others as they are.

    >>> in_english(("Hand", "Stand", "Ann", "Bo", "Ann (Summe)", "Bo (Summe)", "Notiz"))
    ('hand', 'status', 'Ann', 'Bo', 'Ann (total)', 'Bo (total)', 'note')
    >>> in_english(("Hand", "Ann", "Bo"))
    ('Hand', 'Ann', 'Bo')
    """
    if is_exported(headings):
        return tuple(headings)
    for words in _LANGUAGES:
        english = {own: word for word, own in words.items()}
        ends = {f" {own}": f" {word}" for own, word in english.items() if own.startswith("(")}
        translated = tuple(
            english.get(heading) or _with_end(heading, ends, headings) for heading in headings
        )
        if is_exported(translated):
            return translated
    return tuple(headings)


def is_exported(headings: Sequence[str]) -> bool:
    """Return whether headings in English are those of an exported sheet: of a season's hands, or of one session."""
    if {*headings} >= _OF_SEASON:
        return True
    totals = [
        one for one in headings if one.endswith(TOTAL) and one.removesuffix(TOTAL) in headings
    ]
    return tuple(headings[:2]) == _OF_SESSION and len(totals) > 1


def _with_end(heading: str, ends: dict[str, str], headings: Sequence[str]) -> str:
    """Return a heading with what stands behind a player's name in English, if the player has a column."""
    for own, english in ends.items():
        name = heading.removesuffix(own)
        if name != heading and name in headings:
            return name + english
    return heading
