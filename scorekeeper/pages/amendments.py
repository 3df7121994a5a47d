"""A hand is corrected, or goes back to what it was; what would change is looked at first."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from scorekeeper import adjudicating, amending, correcting, disclosure, exports, rewriting
from scorekeeper.access import Action
from scorekeeper.amending import Amendment
from scorekeeper.correcting import EVENTS
from scorekeeper.pages import differences
from scorekeeper.pages.amendment_forms import LEFT, NOTE, AmendForm, CauseForm
from scorekeeper.pages.hand_acts import HandAct
from scorekeeper.pages.notation import notation_of

_KEY = re.compile(r"^(?:keys\.)?(\w+)")


class Amending(HandAct):
    """An act that makes an amendment."""

    action = Action.AMEND

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        """What is to be otherwise."""
        raise NotImplementedError

    def preview(self, given: dict[str, Any]) -> differences.Told:
        seen = correcting.preview(self.row, self.amendment(given), self.person)
        return differences.told(self.row.session, seen)

    def save(self, given: dict[str, Any]) -> str:
        hand, _effects = amending.amend(self.row, self.amendment(given), by=self.person)
        said = {"number": hand.position, "revision": hand.head.number}
        return _("Hand %(number)d is corrected: revision %(revision)d stands, and what follows was judged again.") % said  # fmt: skip


class Amend(Amending):
    """The record of a hand, to be written otherwise."""

    template = "hands/amend.html"
    form_class = AmendForm

    def initial(self) -> dict[str, Any]:
        sheet = correcting.keys_of(self.row, self.person)
        left: Any = sheet.pop(LEFT, None) or []
        return {
            EVENTS: rewriting.as_text(correcting.events_of(self.row)),
            LEFT: " ".join("?" if number is None else f"{number}" for number in left),
            NOTE: sheet.pop(NOTE, ""),
            "keys": sheet or None,
        }

    def context(self) -> dict[str, Any]:
        seen = disclosure.shown(self.row, self.person)
        decided = correcting.decided(seen.sheet)
        return {
            **super().context(),
            "names": exports.names_of(self.row.session),
            "decided": json.dumps(decided, indent=2, ensure_ascii=False) if decided else "",
            "stands": rewriting.as_text(correcting.events_of(self.row)),
            "notation": notation_of(adjudicating.rules_of(self.row.session)),
        }

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        own = {LEFT: given[LEFT], NOTE: given[NOTE] or None}
        keys = {**given["keys"], **{key: value for key, value in own.items() if value is not None}}
        return correcting.amendment(self.row, self.person, given, keys=keys)

    def place_of(self, where: str) -> tuple[str | None, str]:
        where = correcting.place(where, self.row, self.request.POST.get(EVENTS, ""))
        key = _KEY.match(where)
        if key is None:
            return None, where
        return (key[1] if key[1] in (EVENTS, LEFT, NOTE) else "keys"), where.removeprefix("keys.")


class Undo(Amending):
    """The record goes back to what an earlier revision said."""

    template = "hands/undo.html"
    form_class = CauseForm

    @cached_property
    def number(self) -> int:
        """Of the revision that is gone back to."""
        return int(self.kwargs["number"])

    def found(self) -> Any:
        hand = super().found()
        if not hand.revisions.filter(number=self.number).exists():
            raise Http404
        return hand

    def why_not(self) -> str:
        return correcting.why_not(self.row, self.amendment({}))

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.number)
        told = "" if self.why_not() else self.preview({})
        return {**super().context(), "revision": revision, "would": told}

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        return correcting.undoing(self.number, given)
