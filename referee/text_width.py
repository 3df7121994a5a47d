"""How many columns of a terminal a text takes up."""

import unicodedata


def text_width(text: str) -> int:
    """Return the number of columns: Chinese, Japanese and Korean characters take two, combining marks none.

    >>> text_width("Ann"), text_width("陳小姐")
    (3, 6)
    """
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def padded(text: str, width: int) -> str:
    """Return a text with blanks behind it up to a number of columns.

    >>> [padded(name, 7) + "|" for name in ("Ann", "陳小姐")]
    ['Ann    |', '陳小姐 |']
    """
    return text + " " * (width - text_width(text))
