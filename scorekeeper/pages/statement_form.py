"""What a member has to say about a dispute, as a form."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.models.disputes import LONGEST_STATEMENT


class StatementForm(forms.Form):
    """One's words; sent twice they are said once."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    text = forms.CharField(
        label=gettext_lazy("What do you have to say?"),
        max_length=LONGEST_STATEMENT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "It stays with the dispute and cannot be changed. Members of the club read it, and it is printed with the ruling."
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"id": uuid.uuid4()}, auto_id="statement_%s")
