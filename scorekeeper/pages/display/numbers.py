"""Numbers formatted for the reader's language."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

NOTHING = "–"  # for None
DIGITS = 2  # at most, after the decimal point


def plain(value: float | None, digits: int = DIGITS) -> str:
    """Format a number without trailing zeros; an en dash for None.

    >>> plain(12.0), plain(-2.5), plain(None), plain(1234.567)
    ('12', '−2.5', '–', '1,234.57')
    """
    if value is None:
        return NOTHING
    size = round(abs(value), digits)
    written = f"{size:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{size:.0f}"
    decimals = len(written.partition(".")[2])
    text = number_format(written, decimals, use_l10n=True, force_grouping=True)
    return f"−{text}" if value < 0 and size else text


def signed(value: float | None) -> str:
    """Format a number with its sign.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '±0')
    """
    if value is None:
        return NOTHING
    text = plain(value)
    return text if text.startswith("−") else f"+{text}" if round(value, DIGITS) else "±0"


def percent(part: float, whole: float) -> str:
    """Format a share as a percentage; an en dash if the whole is 0.

    >>> percent(1, 3), percent(0, 0)
    ('33%', '–')
    """
    if not whole:
        return NOTHING
    return _("%(number)s%%") % {"number": plain(100 * part / whole, 0)}
