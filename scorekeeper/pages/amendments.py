"""A hand is corrected, or goes back to what it was; what would change is looked at first."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

import referee
from scorekeeper import adjudicating, amending, decisions, disclosure, exports, rewriting
from scorekeeper.access import Action
from scorekeeper.amending import Amendment, AmendmentError
from scorekeeper.models import Cause
from scorekeeper.pages import differences
from scorekeeper.pages.amendment_forms import EVENTS, LEFT, NOTE, AmendForm, CauseForm
from scorekeeper.pages.hand_acts import HandAct
from scorekeeper.pages.notation import notation_of
from scorekeeper.records import Json, Keys

_CHANGE = re.compile(r"changes\[(\d+)\]")
_KEY = re.compile(r"^(?:keys\.)?(\w+)")


class Amending(HandAct):
    """An act that makes an amendment."""

    action = Action.AMEND

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        """What is to be otherwise."""
        raise NotImplementedError

    def preview(self, given: dict[str, Any]) -> differences.Told:
        changes = amending.preview(self.row, self.amendment(given))
        seen = disclosure.effects_for(self.row.session, changes, self.person)
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
        sheet = self._sheet()
        left: Any = sheet.pop(LEFT, None) or []
        return {
            EVENTS: rewriting.as_text(self._events()),
            LEFT: " ".join("?" if number is None else f"{number}" for number in left),
            NOTE: sheet.pop(NOTE, ""),
            "keys": sheet or None,
        }

    def context(self) -> dict[str, Any]:
        seen = disclosure.shown(self.row, self.person)
        theirs = decisions.written_by_rulings(seen.sheet)
        decided: Keys = {key: value for key, value in seen.sheet.items() if key in theirs}
        return {
            **super().context(),
            "names": exports.names_of(self.row.session),
            "decided": json.dumps(decided, indent=2, ensure_ascii=False) if decided else "",
            "stands": rewriting.as_text(self._events()),
            "notation": notation_of(adjudicating.rules_of(self.row.session)),
        }

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        own = {LEFT: given[LEFT], NOTE: given[NOTE] or None}
        keys = {**given["keys"], **{key: value for key, value in own.items() if value is not None}}
        return Amendment(
            changes=rewriting.changes(self._events(), given[EVENTS]),
            keys=changed(self._sheet(), keys),
            cause=Cause(given["cause"]),
            reason=given["reason"],
        )

    def place_of(self, where: str) -> tuple[str | None, str]:
        """Changes are named as the events they change."""
        if number := _CHANGE.match(where):
            changes = rewriting.changes(self._events(), self.request.POST[EVENTS])
            where = f"events[{changes[int(number[1])].event - 1}]"
        key = _KEY.match(where)
        if key is None:
            return None, where
        return (key[1] if key[1] in (EVENTS, LEFT, NOTE) else "keys"), where.removeprefix("keys.")

    def _events(self) -> list[str]:
        events: Any = adjudicating.hand_sheet(self.row.head).get(EVENTS) or []
        return list(events)

    def _sheet(self) -> Keys:
        """What somebody may see and may write, beside the events."""
        sheet = disclosure.sheet_for(self.row, self.person)
        theirs = decisions.written_by_rulings(sheet) | {EVENTS}
        return {key: value for key, value in sheet.items() if key not in theirs}


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
        try:
            self.preview({})
        except (AmendmentError, referee.MalformedError) as error:
            return str(error)
        return ""

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.number)
        told = "" if self.why_not() else self.preview({})
        return {**super().context(), "revision": revision, "would": told}

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        cause = Cause(given.get("cause", Cause.TRANSCRIPTION_FIX))
        return Amendment(undo=self.number, cause=cause, reason=given.get("reason", ""))


def changed(before: Keys, after: Mapping[str, Json]) -> dict[str, Json]:
    """The keys that somebody wrote otherwise; null for those left out.

    >>> changed({"note": "long", "dealer": 1}, {"note": "short"})
    {'note': 'short', 'dealer': None}
    """
    written = {
        key: value
        for key, value in after.items()
        if key not in before or referee.canonical(before[key]) != referee.canonical(value)
    }
    return {**written, **{key: None for key in before if key not in after}}
