"""The form that selects part of a season, and the day since which movement is shown."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.access import Person
from scorekeeper.models import Season
from scorekeeper.models.sessions import variant_choices
from scorekeeper.standings import scope_lines
from scorekeeper.standings.scope import LABELS, Scope


def day_field(label: Any, help_text: Any = "") -> forms.DateField:
    """Return an optional field for a day."""
    picker = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, help_text=help_text, required=False, widget=picker)


class ScopeForm(forms.Form):
    """Selects some of a season's sessions; only labels of sessions that the person may see are offered."""

    event = forms.ChoiceField(label=pgettext_lazy("session", "Event"), required=False)
    round = forms.ChoiceField(label=pgettext_lazy("session", "Round"), required=False)
    table = forms.ChoiceField(label=pgettext_lazy("session", "Table"), required=False)
    variant = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    as_of = day_field(gettext_lazy("As of the end of"))
    since = day_field(gettext_lazy("Movement since the end of"))

    def __init__(self, season: Season, person: Person, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self._season, self._person = season, person
        values = scope_lines.label_values(season, Scope().for_reader(season, person))
        self.games = values["variant"]  # that were played in what the person may see
        names = dict(variant_choices())
        for label in LABELS:
            choices = [(value, names.get(value, value)) for value in sorted(values[label])]
            field = self.fields[label]
            if not isinstance(field, forms.ChoiceField):
                continue
            field.choices = [("", gettext_lazy("all")), *choices]
            if len(choices) < (2 if label == "variant" else 1):
                del self.fields[label]

    def scope(self) -> Scope:
        """Return the selected scope, without sessions that the person may not see; invalid values are ignored."""
        self.is_valid()
        scope = Scope(**{name: self._value(name) for name in (*LABELS, "as_of")})
        return scope if scope.is_whole else scope.for_reader(self._season, self._person)

    @property
    def since_day(self) -> date | None:
        """The day since which movement is shown, if one is chosen."""
        self.is_valid()
        day: date | None = self.cleaned_data.get("since")
        return day

    @property
    def query(self) -> str:
        """The query string of this scope, for links to the season's other pages."""
        self.is_valid()
        values = ((name, self._value(name)) for name in (*LABELS, "as_of"))
        query = urlencode([(name, str(value)) for name, value in values if value])
        return f"?{query}" if query else ""

    @property
    def is_narrowed(self) -> bool:
        """Whether less than the whole season is selected."""
        return bool(self.query)

    @property
    def chosen(self) -> Iterable[tuple[Any, Any]]:
        """The selected values with their labels."""
        self.is_valid()
        games = dict(variant_choices())
        for name in (*LABELS, "as_of"):
            if value := self._value(name):
                text = date_format(value) if isinstance(value, date) else games.get(value, value)
                yield self.fields[name].label, text

    def _value(self, name: str) -> Any:
        return self.cleaned_data.get(name) or None
