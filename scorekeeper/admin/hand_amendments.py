"""A hand is corrected: its events as lines, its other keys as JSON; or it goes back to what it was."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget

from scorekeeper.access import Action
from scorekeeper.adjudication import hidden_cards
from scorekeeper.adjudication.record_parts import Keys
from scorekeeper.admin import changes_table
from scorekeeper.admin.action_forms import KeysField, ReasonedForm, as_json
from scorekeeper.admin.hand_actions import HandPage
from scorekeeper.hands import amendment_form
from scorekeeper.hands import amendment_form as hand_amendment_form
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands.amendment_form import EVENTS
from scorekeeper.hands.amendments import Amendment, AmendmentError
from scorekeeper.models import Cause


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

    def preview(self, given: dict[str, Any]) -> changes_table.Told:
        seen = amendment_form.preview(self.row, self.amendment(given), self.person)
        return changes_table.told(self.row.session, seen)

    def save(self, given: dict[str, Any]) -> str:
        hand, _ = hand_amendments.amend(self.row, self.amendment(given), by=self.person)
        return f"Kept: {hand} stands as revision {hand.head.number} has it, and what follows was judged again."


class AmendPage(AmendingPage):
    """The record of a hand, to be written otherwise."""

    slug = "amend"
    label = "Amend this hand"
    template = "admin/scorekeeper/amend.html"
    form_class = AmendForm

    def initial(self) -> dict[str, Any]:
        keys = amendment_form.keys_of(self.row, self.person)
        return {
            EVENTS: hand_amendment_form.as_text(amendment_form.events_of(self.row)),
            "keys": as_json(keys),
        }

    def context(self) -> dict[str, Any]:
        seen = hidden_cards.shown(self.row, self.person)
        decided = amendment_form.decided(seen.sheet)
        return {
            "judged": seen.answer[EVENTS],
            "decided": as_json(decided) if decided else "",
            "hides": seen.hides,
        }

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        keys: Keys = given["keys"] or {}
        if EVENTS in keys:
            raise AmendmentError("keys.events", "The events are written above, one a line.")
        return amendment_form.amendment(self.row, self.person, given, keys=keys)

    def place_of(self, where: str) -> tuple[str | None, str]:
        where = amendment_form.place(where, self.row, self.request.POST.get(EVENTS, ""))
        field = EVENTS if where.startswith(EVENTS) else "keys" if where else None
        return field, where.removeprefix("keys.")


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
        return amendment_form.why_not(self.row, self.amendment({}))

    def context(self) -> dict[str, Any]:
        revision = self.row.revisions.select_related("by").get(number=self.number)
        sheet = hidden_cards.sheet_for(self.row, self.person, revision=revision)
        events: Any = sheet.pop(EVENTS, [])
        told = None if self.why_not() else self.preview({})
        return {"revision": revision, EVENTS: events, "keys": as_json(sheet), "told": told}

    def amendment(self, given: Mapping[str, Any]) -> Amendment:
        return amendment_form.undoing(self.number, given)
