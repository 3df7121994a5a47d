"""Which of the games is looked at."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.models.sessions import variant_choices


class GameForm(forms.Form):
    """Of which game?"""

    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        field = self.fields["variant"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", gettext_lazy("all games together")), *variant_choices()]

    @property
    def chosen(self) -> str:
        """The game that is asked for; nothing for all of them."""
        return str(self.cleaned_data.get("variant") or "") if self.is_valid() else ""
