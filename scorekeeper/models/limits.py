"""How long texts and how large numbers may be, and what a name, a label and a record's own words may be; days: see ``days``.

Pages, the API, imports, archives and the admin ask these functions, and triggers of the database refuse what they cannot let
pass.  What loses nothing is put right (``tidy_name``), everything else is refused.  Rows from before stay as they are.
"""

import re
import unicodedata
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

MAX_NAME = 200
"""The number of characters of a name."""
MAX_LABEL = 200  # characters of a text that is shown within a line
MAX_WORDS = 2_000  # characters of a reason, a comment, a statement
MAX_TEXT = 10_000  # characters of what may take a page
MAX_ADDRESS = 2_000  # characters of a webhook's address
MAX_PASSWORD = 4_096  # characters; all of them are digested
MAX_DIGEST = 80  # characters
MAX_NUMBER = 2**31 - 1  # of an event, a revision, a seat: more has no place in the database
MAX_PICTURE = 20_000  # bytes of a player's picture
MAX_EVENTS = 500  # of a hand; the longest that people play have fewer than 200
MAX_RECORD = 200_000  # characters of a hand's record, or a session's without its hands, as JSON
MAX_POINTS = 10**9  # either way, of one ruling or one line of a scoring plan

LONGEST: Mapping[str, int] = {
    "Comment.text": MAX_WORDS,
    "Dispute.claim": MAX_WORDS,
    "Dispute.grounds": MAX_TEXT,
    "Dispute.evidence": MAX_TEXT,
    "DisputeStatement.text": MAX_WORDS,
    "HandRevision.reason": MAX_WORDS,
    "Ruling.reason": MAX_WORDS,
    "ScoringPlan.reason": MAX_WORDS,
    "SessionRevision.reason": MAX_WORDS,
    "Webhook.address": MAX_ADDRESS,
    "WhatIf.reason": MAX_WORDS,
}
"""The number of characters of each stored text that people write, whatever the database could hold."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing
_UNFIT = frozenset(
    {"Cc", "Cf", "Cs"}
)  # control characters, format and direction, halves of surrogate pairs
_UNFIT_RANGES = (
    r"\u0000-\u0008\u000e-\u001b\u007f-\u0084\u0086-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e"
    r"\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
)
_SPACES = (
    r"\u0009-\u000d\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000"
)
NAME_PATTERN = rf"^[^{_UNFIT_RANGES}]*[^{_UNFIT_RANGES}{_SPACES}\u115f\u1160\u2800\u3164\uffa0][^{_UNFIT_RANGES}]*$"
"""What `check_name` asks, as a regular expression of ECMAScript and of Python.

It lets pass what only tables of Unicode can tell: format characters above U+FFFF, and names of accents, of private or of unassigned
characters alone.
"""
LABEL_PATTERN = r"^[^\u0000\u202a-\u202e\u2066-\u2069]*$"
"""What `check_label` asks, likewise."""

_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of all that follows on a line."""


def tidy_name(name: str) -> str:
    """Return a name in composed letters (NFC), without spaces at its ends, and with one space between words.

    >>> tidy_name("  Ann   Ma "), tidy_name("Zoe\\u0308") == "Zo\\u00eb"
    ('Ann Ma', True)
    """
    return unicodedata.normalize("NFC", " ".join(name.split()))


def name_key(name: str) -> str:
    """Return what two names of a club have to differ in: capital letters, width and spaces make no difference.

    >>> name_key(" Ann  Ma ") == name_key("\\uff21NN MA"), name_key("Ann2") == name_key("Ann\\u00b2")
    (True, False)
    """
    narrow = "".join(map(_in_usual_width, tidy_name(name)))
    return unicodedata.normalize("NFC", narrow.casefold())


def _in_usual_width(letter: str) -> str:
    is_other_width = unicodedata.decomposition(letter).startswith(("<wide>", "<narrow>"))
    return unicodedata.normalize("NFKC", letter) if is_other_width else letter


def check_name(name: str) -> None:
    """Raise ValidationError ``bad-name`` for a name with characters that nobody sees, or with nothing to see.

    It is called with what was typed: spaces and composed letters are put right by ``tidy_name``.
    """
    tidy = tidy_name(name)
    if any(unicodedata.category(letter) in _UNFIT for letter in tidy):
        message = gettext_lazy(
            "A name has no control, format or direction characters. Type it anew: they came with a copied text."
        )
        raise ValidationError(message, code="bad-name")
    if not any(map(_is_visible, tidy)):
        message = gettext_lazy("A name needs at least one letter or sign that can be seen.")
        raise ValidationError(message, code="bad-name")


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


def check_label(text: str) -> None:
    """Raise ValidationError ``bad-text`` for a text that is shown within a line and would turn the rest of it around."""
    if _DIRECTION.search(text) or "\0" in text:
        message = gettext_lazy("Leave out the characters that change the direction of writing.")
        raise ValidationError(message, code="bad-text")
