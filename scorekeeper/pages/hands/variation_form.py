"""The form that keeps a line as a variation."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.hands.variations import MARKS
from scorekeeper.models import HandRevision
from scorekeeper.models.limits import MAX_EVENTS, MAX_NAME, MAX_NUMBER, MAX_WORDS
from scorekeeper.replays import lines

MAX_LINE = 10_000  # characters; a request's address has fewer


class VariationForm(forms.Form):
    """A name for a line, and comments on it and on its moves."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_NUMBER)
    event = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MAX_EVENTS)
    line = forms.CharField(widget=forms.HiddenInput, max_length=MAX_LINE)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=MAX_NAME)
    comment = forms.CharField(
        label=gettext_lazy("Your comment"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self,
        revision: HandRevision,
        event: int,
        plays: Sequence[str],
        labels: Sequence[str],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Take the line, and a label for each of its moves."""
        line = lines.SEPARATOR.join(plays)
        initial = {"id": uuid.uuid4(), "revision": revision.number, "event": event, "line": line}
        super().__init__(data, initial=initial, auto_id="keep_%s")
        self._events = range(event + 1, event + 1 + len(labels))
        for number, label in zip(self._events, labels, strict=True):
            self.fields[f"mark_{number}"] = forms.ChoiceField(
                label=gettext_lazy("Mark"),
                required=False,
                choices=[("", "–"), *((mark, mark) for mark in MARKS)],
            )
            self.fields[f"text_{number}"] = forms.CharField(
                label=label, required=False, max_length=MAX_WORDS
            )

    def moves(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of each move: the text and the mark."""
        return [(self[f"text_{number}"], self[f"mark_{number}"]) for number in self._events]

    def words(self) -> dict[str, Any]:
        """Return the words as ``variations.keep`` takes them; the form is valid."""
        comments = []
        for number in self._events:
            note = {key: self.cleaned_data[f"{key}_{number}"] for key in ("text", "mark")}
            if any(note.values()):
                comments.append({"event": number, **{key: one for key, one in note.items() if one}})
        words = {key: self.cleaned_data[key] for key in ("name", "comment")}
        return {**words, "comments": comments}
