"""Numbers as the reader's language writes them."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

NOTHING = "–"  # where there is no number
DIGITS = 2


def plain(value: float | None, digits: int = DIGITS) -> str:
    """A number with no more digits than it needs.

    >>> plain(12.0), plain(-2.5), plain(None), plain(1234.567)
    ('12', '−2.5', '–', '1,234.57')
    """
    if value is None:
        return NOTHING
    size = round(abs(value), digits)
    written = f"{size:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{size:.0f}"
    decimals = len(written.partition(".")[2])
    told = number_format(written, decimals, use_l10n=True, force_grouping=True)
    return f"−{told}" if value < 0 and size else told


def signed(value: float | None) -> str:
    """A number with its sign.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '±0')
    """
    if value is None:
        return NOTHING
    told = plain(value)
    return told if told.startswith("−") else f"+{told}" if round(value, DIGITS) else "±0"


def percent(part: float, whole: float) -> str:
    """So many of a hundred.

    >>> percent(1, 3), percent(0, 0)
    ('33\xa0%', '–')
    """
    if not whole:
        return NOTHING
    return _("%(number)s %%") % {"number": plain(100 * part / whole, 0)}
