"""What moved players, in the reader's language."""

import re

from django.utils.translation import gettext, gettext_noop

from scorekeeper.pages.display.numbers import signed
from scorekeeper.standings.changes import ChangeStep, RankChange

KNOWN = (
    gettext_noop("hand %(number)s recorded"),
    gettext_noop("%(number)s hands recorded"),
    gettext_noop("correction of hand %(number)s"),
    gettext_noop("ruling on hand %(number)s"),
    gettext_noop("hand %(number)s declared void"),
    gettext_noop("other rules for hand %(number)s"),
    gettext_noop("adjustment in hand %(number)s"),
    gettext_noop("other house rules"),
    gettext_noop("another description of the session"),
    gettext_noop("scoring plan %(number)s"),
    gettext_noop("two players turned out to be one"),
    gettext_noop("two players were told apart again"),
    gettext_noop("session filed"),
)
NUMBER = re.compile(r"\d+")


def cause(movement: ChangeStep) -> str:
    """What happened.

    >>> from scorekeeper.standings.causes import About, Step
    >>> cause(Movement(Step(None, About.HAND, "ruling on hand 88"), ()))
    'Ruling on hand 88'
    """
    what = movement.cause.text
    found = NUMBER.search(what)
    told = gettext(NUMBER.sub("%(number)s", what, count=1)) if found else gettext(what)
    said = told % {"number": found[0]} if found else told
    return said[:1].upper() + said[1:]


def moved(row: RankChange, name: str) -> str:
    """Whom it moved from where to where."""
    before, after = row.place
    said = {"name": name, "before": before, "after": after, "points": change(row)}
    if before == after:
        return gettext("%(name)s: still place %(after)s, %(points)s") % {**said, "after": after or "–"}  # fmt: skip
    if before is None:
        return gettext("%(name)s: new on place %(after)s, %(points)s") % said
    if after is None:
        return gettext("%(name)s: from place %(before)s to no place, %(points)s") % said
    return gettext("%(name)s: from place %(before)s to %(after)s, %(points)s") % said


def change(row: RankChange) -> str:
    """By how much a total changed."""
    had, has = row.total
    return signed((has or 0) - (had or 0))
