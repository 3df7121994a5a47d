"""A hand is corrected: its events as lines, its other keys as JSON; or it goes back to what it was."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget

import referee
from scorekeeper import adjudicating, amending, decisions, disclosure, rewriting
from scorekeeper.access import Action
from scorekeeper.admin import telling
from scorekeeper.admin.forms import KeysField, ReasonedForm, as_json
from scorekeeper.admin.hand_acts import HandPage
from scorekeeper.amending import Amendment, AmendmentError
from scorekeeper.models import Cause
from scorekeeper.records import Json, Keys

EVENTS = "events"
_CHANGE = re.compile(r"changes\[(\d+)\]")


class CauseForm(ReasonedForm):
    """Of which class a change is."""

    field_order = ["cause", "reason"]
    cause = forms.ChoiceField(choices=Cause.choices, initial=Cause.TRANSCRIPTION_FIX)


class AmendForm(CauseForm):
    """A hand's record, to be written otherwise."""

    field_order = [EVENTS, "keys", "cause", "reason"]
    events = forms.CharField(
        required=False,
        widget=AdminTextareaWidget(attrs={"rows": 16, "class": "vLargeTextField record", "spellcheck": "false"}),
        help_text="One a line, such as “2: 4D 4H”, “3: pass” or “2: takes back”.",
    )  # fmt: skip
    keys = KeysField(
        required=False,
        label="Other keys",
        widget=AdminTextareaWidget(attrs={"rows": 10, "class": "vLargeTextField record", "spellcheck": "false"}),
        help_text="JSON. A key that is left out here is left out of the record.",
    )  # fmt: skip


class AmendingPage(HandPage):
    """An act that makes an amendment."""

    action = Action.AMEND

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        """What is to be otherwise."""
        raise NotImplementedError

    def preview(self, given: dict[str, Any]) -> telling.Told:
        changes = amending.preview(self.row, self.amendment(given))
        seen = disclosure.effects_for(self.row.session, changes, self.person)
        return telling.told(self.row.session, seen)

    def save(self, given: dict[str, Any]) -> str:
        hand, _ = amending.amend(self.row, self.amendment(given), by=self.person)
        return f"Kept: {hand} stands as revision {hand.head.number} has it, and what follows was judged again."


class AmendPage(AmendingPage):
    """The record of a hand, to be written otherwise."""

    slug = "amend"
    label = "Amend this hand"
    template = "admin/scorekeeper/amend.html"
    form_class = AmendForm

    def initial(self) -> dict[str, Any]:
        return {EVENTS: rewriting.as_text(self._events()), "keys": as_json(self._keys())}

    def context(self) -> dict[str, Any]:
        seen = disclosure.shown(self.row, self.person)
        theirs = decisions.written_by_rulings(seen.sheet)
        decided = {key: value for key, value in seen.sheet.items() if key in theirs}
        return {
            "judged": seen.answer[EVENTS],
            "decided": as_json(decided) if decided else "",
            "hides": seen.hides,
        }

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        keys: Keys = given["keys"] or {}
        if EVENTS in keys:
            raise AmendmentError("keys.events", "The events are written above, one a line.")
        return Amendment(
            changes=rewriting.changes(self._events(), given[EVENTS]),
            keys=changed(self._keys(), keys),
            cause=Cause(given["cause"]),
            reason=given["reason"],
        )

    def place_of(self, where: str) -> tuple[str | None, str]:
        """Changes are named as the events they change."""
        number = _CHANGE.match(where)
        if number:
            changes = rewriting.changes(self._events(), self.request.POST[EVENTS])
            where = f"events[{changes[int(number[1])].event - 1}]"
        field = EVENTS if where.startswith(EVENTS) else "keys" if where else None
        return field, where.removeprefix("keys.")

    def _events(self) -> list[str]:
        events: Any = adjudicating.hand_sheet(self.row.head).get(EVENTS) or []
        return list(events)

    def _keys(self) -> Keys:
        """What somebody may see and may write."""
        sheet = disclosure.sheet_for(self.row, self.person)
        theirs = decisions.written_by_rulings(sheet) | {EVENTS}
        return {key: value for key, value in sheet.items() if key not in theirs}


class UndoPage(AmendingPage):
    """The record goes back to what an earlier revision said."""

    slug = "undo"
    label = "Go back to an earlier revision"
    template = "admin/scorekeeper/undo.html"
    form_class = CauseForm

    @cached_property
    def number(self) -> int:
        """Of the revision that is gone back to."""
        return int(self.kwargs["number"])

    def why_not(self) -> str:
        try:
            self.preview({})
        except (AmendmentError, referee.MalformedError) as error:
            return str(error)
        return ""

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.number)
        sheet = disclosure.sheet_for(self.row, self.person, revision=revision)
        events: Any = sheet.pop(EVENTS, [])
        told = None if self.why_not() else self.preview({})
        return {"revision": revision, EVENTS: events, "keys": as_json(sheet), "told": told}

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        cause = Cause(given.get("cause", Cause.TRANSCRIPTION_FIX))
        return Amendment(undo=self.number, cause=cause, reason=given.get("reason", ""))


def changed(before: Keys, after: Keys) -> dict[str, Json]:
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
