"""Fields that the forms of all actions share."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models.limits import MAX_LABEL, MAX_WORDS

LOOK = "look"  # value of the button that only previews
VERSION = "version"
REASON = "reason"
WHY = gettext_lazy("Why? (needed to save)")
TAKEN = gettext_lazy(
    "This form was already saved with different content. Load the page again before you change anything."
)  # what an IdTakenError means


def offer(field: forms.Field, rows: QuerySet[Any]) -> None:
    """Let a choice field offer these rows.  They are read once, however many fields offer them; Django would read them for each."""
    if isinstance(field, forms.ModelChoiceField):
        field.queryset = rows
        nothing = [] if field.empty_label is None else [("", field.empty_label)]
        field.choices = [*nothing, *((row.pk, field.label_from_instance(row)) for row in rows)]


class ActionForm(forms.Form):
    """The version of the row that the sender read."""

    version = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MAX_LABEL)


class ReasonForm(ActionForm):
    """An action whose reason is stored with it."""

    reason = forms.CharField(
        label=WHY,
        max_length=MAX_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "aria-required": "true"}),
        help_text=gettext_lazy("It is saved and shown with the record."),
    )

    def clean(self) -> dict[str, Any]:
        """Require a reason, except for a preview."""
        if self.data.get("do") != LOOK and not self.cleaned_data.get(REASON):
            self.add_error(REASON, _("Give a reason in one sentence."))
        return self.cleaned_data
