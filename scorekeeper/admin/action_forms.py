"""What every act's form has, and JSON as somebody types it."""

import json
import math
from typing import Any

from django import forms
from django.contrib.admin.widgets import AdminTextareaWidget

from scorekeeper.adjudication.record_parts import Keys

PREVIEW = "preview"  # the button that keeps nothing


class ActForm(forms.Form):
    """An act on the version that was read."""

    version = forms.CharField(widget=forms.HiddenInput, required=False)


class ReasonedForm(ActForm):
    """An act that is kept with its reason."""

    reason = forms.CharField(
        max_length=2000,
        required=False,
        widget=AdminTextareaWidget(attrs={"rows": 3}),
        help_text="It is kept with the record and shown with it.",
    )

    def clean(self) -> dict[str, Any]:
        """Somebody who only looks need not say why."""
        if PREVIEW not in self.data and not self.cleaned_data.get("reason"):
            self.add_error("reason", "Say why, in a sentence.")
        return self.cleaned_data


class KeysField(forms.CharField):
    """A JSON object, read as strictly as by the API; None where nothing was written."""

    widget = AdminTextareaWidget

    def clean(self, value: Any) -> Any:
        """The keys with their values."""
        text = super().clean(value)
        return as_keys(text) if text else None


def as_keys(text: str) -> Keys:
    """JSON as it is exchanged between programs: no NaN, no half characters."""
    try:
        found = json.loads(text, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole)
        json.dumps(found, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except (ValueError, RecursionError) as error:
        raise forms.ValidationError(f"This is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise forms.ValidationError('Write keys with their values: {"note": "…"}.')
    return found


def as_json(value: object) -> str:
    """JSON for people to read and write."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits} is too large a number")
    return number


def _whole(digits: str) -> int:
    _finite(digits)
    return int(digits)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
