"""Where a record contradicts itself or the rules, in words."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from scorekeeper.adjudication import effects
from scorekeeper.pages.display.referee_messages import reason_of

_EVENT = re.compile(r"events\[(\d+)\]")


def place(where: str) -> str:
    """Return a path into a record in words; as it is where there are none."""
    event = _EVENT.match(where)
    return _("move %(number)d") % {"number": int(event[1]) + 1} if event else where


def first_conflict(changes: effects.Answer, names: Mapping[int, str]) -> str:
    """Return the first place at which the changed record contradicts itself or the rules; empty if there is none."""
    params = _first(changes, names)
    return _("First conflict: hand %(hand)d, %(where)s. %(why)s") % params if params else ""


def to_be_corrected(changes: effects.Answer, names: Mapping[int, str]) -> str:
    """Return the first conflict of a change that has been saved, as what a scorer has to correct next; empty if there is none."""
    params = _first(changes, names)
    return _("To be corrected next: hand %(hand)d, %(where)s. %(why)s") % params if params else ""


def _first(changes: effects.Answer, names: Mapping[int, str]) -> dict[str, object] | None:
    first = changes.get("first_contradiction")
    if not first:
        return None
    whys = (
        reason_of(row["after"], names)
        for hand in changes["hands"]
        if hand["position"] == first["position"]
        for row in hand.get("verdicts", [])
        if first["where"] == f"events[{(row['event'] or 0) - 1}]"
    )
    why = next(whys, first["message"])
    return {"hand": first["position"], "where": place(first["where"]), "why": why}
