"""The form for a comment."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Hand
from scorekeeper.models.limits import MAX_NUMBER, MAX_WORDS


class CommentForm(forms.Form):
    """A comment about an event, or about the whole hand."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_NUMBER)
    event = forms.TypedChoiceField(
        label=gettext_lazy("About"), required=False, coerce=int, empty_value=None
    )
    text = forms.CharField(
        label=gettext_lazy("Your comment"),
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, hand: Hand, about: int, data: Mapping[str, Any] | None = None) -> None:
        initial = {"id": uuid.uuid4(), "revision": hand.head.number, "event": about or None}
        super().__init__(data, initial=initial, auto_id="comment_%s")
        play = [(about, _("Move %(number)d") % {"number": about})] if about else []
        self.fields["event"].choices = [*play, ("", _("The whole hand"))]  # type: ignore[attr-defined]  # a ChoiceField
