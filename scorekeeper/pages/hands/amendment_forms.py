"""Forms to correct the record of a hand."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.fields import InvalidJSONInput
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from referee import JsonObject
from scorekeeper.hands.amendment_form import EVENTS
from scorekeeper.models import Cause
from scorekeeper.pages.action_forms import ReasonForm
from scorekeeper.pages.display.revision_text import CAUSES
from scorekeeper.pages.hands import sheet_fields
from scorekeeper.pages.hands.sheet_fields import CARDS_LEFT, OUT

NOTE = "note"
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
    """The record of a hand: the score sheet in boxes, events and a note as text, and its other keys in JSON."""

    field_order = [EVENTS, NOTE, "keys", "cause", "reason"]
    events = forms.CharField(
        label=gettext_lazy("Plays, one per line"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={**TYPED, "rows": 14, "class": "plays"}),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=2000, required=False)
    keys = StrictJsonField(
        label=gettext_lazy("Everything else in the record"),
        required=False,
        widget=forms.Textarea(attrs={**TYPED, "rows": 6, "class": "plays"}),
        help_text=gettext_lazy("As in a session record: keys with their values, in JSON."),
    )

    def __init__(
        self, rules: referee.Rules, names: Mapping[int, str], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sheet_keys = sheet_keys(rules)
        if OUT in self.sheet_keys:
            self.fields.update(sheet_fields.order_fields(rules, names))
        if CARDS_LEFT in self.sheet_keys:
            self.fields.update(sheet_fields.count_fields(rules, names))

    def order(self) -> list[forms.BoundField]:
        """Return the fields of the order of going out; none in most games."""
        return sheet_fields.bound_fields(self, OUT)

    def counts(self) -> list[forms.BoundField]:
        """Return the fields of the cards left, one per seat."""
        return sheet_fields.bound_fields(self, CARDS_LEFT)

    def opens_plays(self) -> bool:
        """Return whether to show the plays as text at once: they are wrong, or there is nothing else to enter."""
        return bool(self[EVENTS].errors) or not (self.sheet_keys or self[EVENTS].value())

    def clean(self) -> dict[str, Any]:
        """Require every number of cards left if one is given."""
        sheet_fields.ask_for_missing_counts(self)
        return super().clean()

    def clean_keys(self) -> JsonObject:
        """Return the other keys of the record; refuse those that have a field of their own."""
        keys = self.cleaned_data["keys"]
        keys = {} if keys is None else keys
        if not isinstance(keys, dict):
            raise forms.ValidationError(
                _('Enter keys with their values, for example {"out": [2]}.')
            )
        if own := {EVENTS, NOTE, *self.sheet_keys} & keys.keys():
            raise forms.ValidationError(
                _("Use the field of its own for this: %(key)s") % {"key": min(own)}
            )
        return keys

    def all_keys(self) -> JsonObject:
        """Return the keys of the record beside its events, from all fields."""
        data = self.cleaned_data
        keys: JsonObject = dict(data["keys"])
        for key in self.sheet_keys:
            if (value := sheet_fields.read(self, key)) is not None:
                keys[key] = value
        if data[NOTE]:
            keys[NOTE] = data[NOTE]
        return keys


def sheet_keys(rules: referee.Rules) -> tuple[str, ...]:
    """Return the keys of a record that have boxes: those of a score sheet that is no list of melds."""
    kinds = {
        referee.SheetKind.MELDS: (),
        referee.SheetKind.ORDER_OUT: (OUT, CARDS_LEFT),
    }
    return kinds.get(rules.sheet, (CARDS_LEFT,))
