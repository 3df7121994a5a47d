"""A hand is corrected, or goes back to what it was; what would change is looked at first."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards, judging
from scorekeeper.hands import amendment_form
from scorekeeper.hands import amendment_form as hand_amendment_form
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendment_form import EVENTS
from scorekeeper.hands.amendments import Amendment
from scorekeeper.pages.display import changes_table
from scorekeeper.pages.display.notation import notation_of
from scorekeeper.pages.hands.amendment_forms import LEFT, NOTE, AmendForm, CauseForm
from scorekeeper.pages.hands.hand_actions import HandAct
from scorekeeper.sessions import document as session_document

_KEY = re.compile(r"^(?:keys\.)?(\w+)")


class Amending(HandAct):
    """An act that makes an amendment."""

    action = Action.AMEND

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        """What is to be otherwise."""
        raise NotImplementedError

    def preview(self, given: dict[str, Any]) -> changes_table.Told:
        seen = amendment_form.preview(self.row, self.amendment(given), self.person)
        return changes_table.told(self.row.session, seen)

    def save(self, given: dict[str, Any]) -> str:
        hand, _effects = hand_amendments.amend(self.row, self.amendment(given), by=self.person)
        said = {"number": hand.position, "revision": hand.head.number}
        return _("Hand %(number)d is corrected: revision %(revision)d stands, and what follows was judged again.") % said  # fmt: skip


class Amend(Amending):
    """The record of a hand, to be written otherwise."""

    template = "hands/amend.html"
    form_class = AmendForm

    def initial(self) -> dict[str, Any]:
        sheet = amendment_form.keys_of(self.row, self.person)
        left: Any = sheet.pop(LEFT, None) or []
        return {
            EVENTS: hand_amendment_form.as_text(amendment_form.events_of(self.row)),
            LEFT: " ".join("?" if number is None else f"{number}" for number in left),
            NOTE: sheet.pop(NOTE, ""),
            "keys": sheet or None,
        }

    def context(self) -> dict[str, Any]:
        seen = hidden_cards.shown(self.row, self.person)
        decided = amendment_form.decided(seen.sheet)
        return {
            **super().context(),
            "names": session_document.names_of(self.row.session),
            "decided": json.dumps(decided, indent=2, ensure_ascii=False) if decided else "",
            "stands": hand_amendment_form.as_text(amendment_form.events_of(self.row)),
            "notation": notation_of(judging.rules_of(self.row.session)),
        }

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        own = {LEFT: given[LEFT], NOTE: given[NOTE] or None}
        keys = {**given["keys"], **{key: value for key, value in own.items() if value is not None}}
        return amendment_form.amendment(self.row, self.person, given, keys=keys)

    def place_of(self, where: str) -> tuple[str | None, str]:
        where = amendment_form.place(where, self.row, self.request.POST.get(EVENTS, ""))
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
        return amendment_form.why_not(self.row, self.amendment({}))

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.number)
        told = "" if self.why_not() else self.preview({})
        return {**super().context(), "revision": revision, "would": told}

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        return amendment_form.undoing(self.number, given)
