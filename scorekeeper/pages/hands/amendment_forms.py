"""A hand's record to be written otherwise, as a form."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.adjudication.record_parts import Json, Keys
from scorekeeper.hands.amendment_form import EVENTS
from scorekeeper.models import Cause
from scorekeeper.pages.action_forms import ReasonedForm
from scorekeeper.pages.hands.history import CAUSES

NOTE, LEFT = "note", "cards_left"
TYPED = {"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}


class CauseForm(ReasonedForm):
    """Of which class a change is."""

    field_order = ["cause", "reason"]
    cause = forms.ChoiceField(
        label=gettext_lazy("What was it?"),
        choices=[(str(cause), words) for cause, words in CAUSES.items()],
        initial=Cause.TRANSCRIPTION_FIX,
    )


class AmendForm(CauseForm):
    """A hand's record, to be written otherwise."""

    field_order = [EVENTS, LEFT, NOTE, "keys", "cause", "reason"]
    events = forms.CharField(
        label=gettext_lazy("Plays, one a line"),
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
    keys = forms.JSONField(
        label=gettext_lazy("Everything else that is written down"),
        required=False,
        widget=forms.Textarea(attrs={**TYPED, "rows": 6, "class": "plays"}),
        help_text=gettext_lazy("As in a session record: keys with their values, in JSON."),
    )

    def clean_cards_left(self) -> list[Json] | None:
        """A number a seat; a question mark is one that nobody knows."""
        words = self.cleaned_data[LEFT].replace(",", " ").split()
        if not all(word == "?" or word.isdecimal() for word in words):
            raise forms.ValidationError(_("Write a number for each seat: 5 0 8 12."))
        return [None if word == "?" else int(word) for word in words] or None

    def clean_keys(self) -> Keys:
        """Keys with values, and none that has a field of its own."""
        keys = self.cleaned_data["keys"] or {}
        if not isinstance(keys, dict):
            raise forms.ValidationError(_('Write keys with their values: {"out": [2]}.'))
        if own := {EVENTS, LEFT, NOTE} & keys.keys():
            raise forms.ValidationError(
                _("This has a field of its own: %(key)s") % {"key": min(own)}
            )
        return keys
