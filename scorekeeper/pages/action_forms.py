"""What the form of every act has."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LOOK = "look"  # the button that keeps nothing
VERSION = "version"


class ActForm(forms.Form):
    """An act on the version that was read."""

    version = forms.CharField(widget=forms.HiddenInput, required=False)


class ReasonedForm(ActForm):
    """An act that is kept with its reason."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("It is kept with the record and shown with it."),
    )

    def clean(self) -> dict[str, Any]:
        """Somebody who only looks need not say why."""
        if self.data.get("do") != LOOK and not self.cleaned_data.get("reason"):
            self.add_error("reason", _("Say why, in a sentence."))
        return self.cleaned_data
