"""Print a variant's rules as a text, generated from the same tables that judge plays.

``rulebook`` returns the Markdown.  ``chapters`` puts it together: each section has a function in a module of its own;
``texts`` and ``wording`` build sentences that can be translated, ``examples`` and ``candidates`` compute examples with the
rules themselves.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from referee.record import Json
from referee.variants import rules_for


def rulebook(
    variant: str, chosen: Mapping[str, Json] | None = None, translate: Callable[[str], str] = str
) -> str:
    """Return a variant's rulebook under a club's house rules, in Markdown.

    The text is in English, or in the language into which ``translate`` turns templates such as "A pack of {number} cards."

    >>> import referee
    >>> print(referee.rulebook("big-two", {"opening": "lowest-single"}).partition("\\n")[0])
    # Big Two

    Raises MalformedError ``unknown-variant``, ``unknown-house-rule`` or ``bad-house-rule-value``.
    """
    rules = rules_for(variant, chosen)
    # imported late: who asks about a play does without it
    chapters = import_module("referee.rulebook.chapters")
    return str(chapters.text(rules, translate))
