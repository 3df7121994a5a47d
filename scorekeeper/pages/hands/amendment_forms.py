"""Forms to correct the record of a hand."""

import json
from typing import Any

from django import forms
from django.forms.fields import InvalidJSONInput
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee import Json, JsonObject
from scorekeeper.hands.amendment_form import EVENTS
from scorekeeper.models import Cause
from scorekeeper.pages.action_forms import ReasonForm
from scorekeeper.pages.display.revision_text import CAUSES

NOTE, LEFT = "note", "cards_left"
TYPED = {"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}


class StrictJsonField(forms.JSONField):
    """JSON as programs exchange it: no NaN, no infinite number, no half of a surrogate pair, no endless nesting."""

    def to_python(self, value: Any) -> Any:
        try:
            loaded = super().to_python(value)
            json.dumps(loaded, allow_nan=False, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error
        return loaded

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what was typed, unparsed."""
        return None if data is None else InvalidJSONInput(data)


class CauseForm(ReasonForm):
    """What kind of correction it is, and why."""

    field_order = ["cause", "reason"]
    cause = forms.ChoiceField(
        label=gettext_lazy("What kind of correction is it?"),
        choices=[(str(cause), words) for cause, words in CAUSES.items()],
        initial=Cause.TRANSCRIPTION_FIX,
    )


class AmendForm(CauseForm):
    """The record of a hand as text: its events, the cards left, a note, and its other keys in JSON."""

    field_order = [EVENTS, LEFT, NOTE, "keys", "cause", "reason"]
    events = forms.CharField(
        label=gettext_lazy("Plays, one per line"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={**TYPED, "rows": 14, "class": "plays"}),
    )
    cards_left = forms.CharField(
        label=gettext_lazy("Cards left, clockwise from seat 1"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "5 0 8 12"}),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=2000, required=False)
    keys = StrictJsonField(
        label=gettext_lazy("Everything else in the record"),
        required=False,
        widget=forms.Textarea(attrs={**TYPED, "rows": 6, "class": "plays"}),
        help_text=gettext_lazy("As in a session record: keys with their values, in JSON."),
    )

    def clean_cards_left(self) -> list[Json] | None:
        """Return a number for each seat, None for a question mark; None for an empty field."""
        words = self.cleaned_data[LEFT].replace(",", " ").split()
        if not all(word == "?" or word.isdecimal() for word in words):
            raise forms.ValidationError(_("Enter a number for each seat, for example 5 0 8 12."))
        return [None if word == "?" else int(word) for word in words] or None

    def clean_keys(self) -> JsonObject:
        """Return the other keys of the record; refuse those that have a field of their own."""
        keys = self.cleaned_data["keys"]
        keys = {} if keys is None else keys
        if not isinstance(keys, dict):
            raise forms.ValidationError(
                _('Enter keys with their values, for example {"out": [2]}.')
            )
        if own := {EVENTS, LEFT, NOTE} & keys.keys():
            raise forms.ValidationError(
                _("Use the field of its own for this: %(key)s") % {"key": min(own)}
            )
        return keys

    def all_keys(self) -> JsonObject:
        """Return the keys of the record beside its events, from all fields."""
        data = self.cleaned_data
        keys: JsonObject = dict(data["keys"])
        if data[LEFT] is not None:
            keys[LEFT] = data[LEFT]
        if data[NOTE]:
            keys[NOTE] = data[NOTE]
        return keys
