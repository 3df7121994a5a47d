"""The form that says into which season imported sessions go that name none."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.imports import seasons
from scorekeeper.models import Club

NONE = "none"


class SeasonForm(forms.Form):
    """The season of the day, as in a new session, or another choice for all sessions that name no season."""

    season = forms.ChoiceField(
        label=gettext_lazy("Season of the sessions that name none"), required=False
    )

    def __init__(self, club: Club, data: Mapping[str, Any] | None = None) -> None:
        self.seasons = [*club.seasons.all()]
        super().__init__(data, initial={"season": seasons.BY_DATE})
        field = self.fields["season"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [
                (seasons.BY_DATE, _("the season of each day")),
                *((str(season.pk), season.name) for season in self.seasons),
                (NONE, _("no season")),
            ]

    def chosen(self) -> str:
        """Return the choice, as ``SeasonFinder`` takes it; by date where nothing valid was chosen."""
        if not self.is_bound or not self.is_valid():
            return seasons.BY_DATE
        choice: str = self.cleaned_data["season"] or seasons.BY_DATE
        return seasons.NO_SEASON if choice == NONE else choice
