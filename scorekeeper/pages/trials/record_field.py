"""A session record in a form: JSON of limited size and work, read by the referee."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

import referee
from scorekeeper.models.limits import check_name
from scorekeeper.pages.display.input_errors import error_text

LONGEST = 200_000
"""Characters; an evening has about a tenth of it."""

STEPS = 30_000
"""The referee's steps: as many as the API allows a request without an account."""


class RecordField(forms.CharField):
    """A session record in JSON.  Its value is a ``referee.SessionRecord``."""

    widget = forms.HiddenInput
    default_error_messages = {
        "required": gettext_lazy("Nothing was logged yet."),
        "too_much": gettext_lazy(
            "This game is too large for this page. Keep it as a file instead."
        ),
    }

    def __init__(self) -> None:
        super().__init__(strip=False)

    def clean(self, value: str | None) -> referee.SessionRecord:
        """Return the record.  Raises ValidationError for one that cannot be read or drawn, or is too large."""
        text = super().clean(value)
        if len(text) > LONGEST:
            raise ValidationError(self.error_messages["too_much"])
        try:
            record = referee.read_record(text, "json")
        except referee.MalformedError as error:
            raise ValidationError(error_text(error)) from error
        for name in record.players:
            check_name(name)
        if referee.judging_steps(record) > STEPS:
            raise ValidationError(self.error_messages["too_much"])
        return record
