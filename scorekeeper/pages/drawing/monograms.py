"""A player's monogram: one or two letters of the name on a disc of the player's color.

Letters and color follow from the name alone, so a player looks alike on pages, pictures and paper, and a name that stands
for somebody else's tells nothing about that person. The color is never needed: the name always stands beside it.
"""

import unicodedata
from hashlib import sha256
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

COLORS = (
    "#d1322d",
    "#b65a00",
    "#8a7200",
    "#4f8000",
    "#00863f",
    "#00827a",
    "#007fa3",
    "#1f77d0",
    "#6766da",
    "#9755cc",
    "#bd45ab",
    "#cf3570",
    "#a1623f",
    "#7d7462",
    "#637784",
)
"""White letters on each of them, and each of them on a light or a dark page, can be told apart by everybody."""
SIZE = 32
UNNAMED = "?"
EAST_ASIAN = ("CJK UNIFIED", "HIRAGANA", "KATAKANA", "HANGUL")


def initials(name: str) -> str:
    """Return one or two letters: of the first and the last word, or the last two of a Chinese, Japanese or Korean name.

    >>> initials("Anna von Berg"), initials("Ben"), initials("王小明"), initials("(guest)")
    ('AB', 'Be', '小明', 'Gu')
    """
    words = [word for word in map(_letters, unicodedata.normalize("NFC", name).split()) if word]
    if not words:
        return UNNAMED
    last = words[-1]
    if unicodedata.name(last[-1], "").startswith(EAST_ASIAN):
        return last[-2:]
    if len(words) == 1:
        return last[0].upper()[0] + last[1:2]
    return words[0][0].upper()[0] + last[0].upper()[0]


def color(name: str) -> str:
    """Return the color of a player with this name, always the same one."""
    letters = unicodedata.normalize("NFC", name).casefold()
    return COLORS[int(sha256(letters.encode()).hexdigest(), 16) % len(COLORS)]


def disc(name: str) -> str:
    """Return the SVG inside a square of 32."""
    return (
        f'<circle cx="16" cy="16" r="16" fill="{color(name)}"/><text x="16" y="21" font-size="14" font-weight="700" '
        f'text-anchor="middle" fill="#fff">{escape(initials(name))}</text>'
    )


@register.filter
def monogram(name: object) -> SafeString:
    """Return the monogram for a page; the name has to stand beside it, for screen readers this is nothing."""
    drawn = disc(str(name))
    return mark_safe(  # noqa: S308 - drawn here
        f'<svg class="monogram" viewBox="0 0 {SIZE} {SIZE}" aria-hidden="true">{drawn}</svg>'
    )


def _letters(word: str) -> str:
    return "".join(letter for letter in word if letter.isalnum())
