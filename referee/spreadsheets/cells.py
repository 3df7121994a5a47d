"""Numbers and counts of cards as people write them in spreadsheets."""

import re

from referee.reason_texts import gettext_noop

NO_NUMBER = gettext_noop("%(text)s is no number. Write a number such as 12 or -12.")
_NUMBER = re.compile(r"[+-]?\d{1,9}(?:[.,](?:\d{1,2}|\d{4}))?")  # 1,006 may mean thousands
_CARDS = re.compile(r"(\d{1,2})(?:[.,]0+)?\s*(t?)", re.IGNORECASE)
_ABSENT = frozenset({"", "-", "–", "—", "/"})
_WINS = frozenset(
    "w x ✓ ✔ ✗ v win winner won out 1st 1. sieger s g gewonnen 贏 赢 勝 胜 勝ち 승 胡 出完 完 走 ○ o ok ★ 🏆 👑 🥇 * done fertig".split()
)
_OPEN = frozenset({"?", "？"})
_MINUS = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "－": "-", "＋": "+", "．": ".", "，": ",", "\u00a0": ""}
)


def is_absent(text: str) -> bool:
    """Return whether a cell says that its player did not play.

    >>> is_absent(""), is_absent("–"), is_absent("0")
    (True, True, False)
    """
    return text in _ABSENT


def is_mark(text: str) -> bool:
    """Return whether a cell has a sign in place of a number: of whoever won, or of whoever did not play.

    >>> is_mark("-"), is_mark("✓"), is_mark("贏"), is_mark(""), is_mark("12"), is_mark("Ann")
    (True, True, True, True, False, False)
    """
    return is_absent(text) or text.strip().casefold() in _WINS


def is_unknown(text: str) -> bool:
    """Return whether a cell says that nobody wrote the number down.

    >>> is_unknown("?"), is_unknown(" ？ "), is_unknown("")
    (True, True, False)
    """
    return text.strip() in _OPEN


def read_number(text: str) -> int | float | None:
    """Return a number of points, None for what is no number.

    >>> read_number("−12"), read_number("＋３"), read_number("2,5"), read_number("x"), read_number("1,006")
    (-12, 3, 2.5, None, None)
    """
    written = text.strip().translate(_MINUS)
    if not _NUMBER.fullmatch(written):
        return None
    number = float(written.replace(",", "."))
    return int(number) if number.is_integer() else number


def read_cards(text: str) -> tuple[int, bool] | None:
    """Return how many cards are left, and whether ``t`` says that the seat pays for all; None for anything else.

    >>> read_cards("13"), read_cards("5t"), read_cards("-1")
    ((13, False), (5, True), None)
    """
    cards_match = _CARDS.fullmatch(text.strip())
    return (int(cards_match[1]), bool(cards_match[2])) if cards_match else None
