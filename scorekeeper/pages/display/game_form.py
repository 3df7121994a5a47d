"""The form that filters a page by game."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.models.sessions import variant_choices


class GameForm(forms.Form):
    """Choice of one game, or of all games."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        field = self.fields["variant"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", gettext_lazy("all games together")), *variant_choices()]

    @property
    def chosen(self) -> str:
        """The variant's key; empty for all games."""
        return str(self.cleaned_data.get("variant") or "") if self.is_valid() else ""

    @property
    def chosen_name(self) -> str:
        """The name of the game in the reader's language; empty for all games."""
        return str(dict(variant_choices()).get(self.chosen, ""))
