"""Which part of a season is looked at, and since when it moved."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.models import Season
from scorekeeper.models.sessions import variant_choices
from scorekeeper.standings.scope import LABELS, Scope

FIRST, LAST = date(1, 1, 2), date(9998, 12, 31)  # there is a day before, and one after


def day_field(label: Any, help_text: Any = "") -> forms.DateField:
    """A day, which may be left out."""
    picker = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return DayField(label=label, help_text=help_text, required=False, widget=picker)


class DayField(forms.DateField):
    """A day that has a day before and a day after."""

    def clean(self, value: Any) -> Any:
        """Nobody played in the year 1 or will in 9999."""
        day = super().clean(value)
        return day if day is None else min(max(day, FIRST), LAST)


class ScopeForm(forms.Form):
    """Some of a season's sessions; what no session says is not offered."""

    event = forms.ChoiceField(label=pgettext_lazy("session", "Event"), required=False)
    round = forms.ChoiceField(label=pgettext_lazy("session", "Round"), required=False)
    table = forms.ChoiceField(label=pgettext_lazy("session", "Table"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    as_of = day_field(gettext_lazy("As of the end of"))
    since = day_field(gettext_lazy("Movement since the end of"))

    def __init__(self, season: Season, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        said = list(season.sessions.order_by().values_list(*LABELS).distinct())
        names = dict(variant_choices())
        for place, label in enumerate(LABELS):
            offered = sorted({row[place] for row in said if row[place]})
            shown = [(value, names.get(value, value)) for value in offered]
            field = self.fields[label]
            if not isinstance(field, forms.ChoiceField):
                continue
            field.choices = [("", gettext_lazy("all")), *shown]
            if len(shown) < (2 if label == "variant" else 1):
                del self.fields[label]

    def scope(self) -> Scope:
        """The sessions that are meant; what makes no sense is as if it were not asked."""
        self.is_valid()
        return Scope(**{name: self._said(name) for name in (*LABELS, "as_of")})

    @property
    def since_day(self) -> date | None:
        """The day after which movement is told."""
        self.is_valid()
        said: date | None = self.cleaned_data.get("since")
        return said

    @property
    def query(self) -> str:
        """The same scope in an address, for the pages beside this one."""
        self.is_valid()
        said = ((name, self._said(name)) for name in (*LABELS, "as_of"))
        asked = urlencode([(name, str(value)) for name, value in said if value])
        return f"?{asked}" if asked else ""

    @property
    def is_narrowed(self) -> bool:
        """Is anything asked but the whole season?"""
        return bool(self.query)

    @property
    def chosen(self) -> Iterable[tuple[Any, Any]]:
        """What is asked, with its name."""
        self.is_valid()
        games = dict(variant_choices())
        for name in (*LABELS, "as_of"):
            if said := self._said(name):
                told = date_format(said) if isinstance(said, date) else games.get(said, said)
                yield self.fields[name].label, told

    def _said(self, name: str) -> Any:
        return self.cleaned_data.get(name) or None
