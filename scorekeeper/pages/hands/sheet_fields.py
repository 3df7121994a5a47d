"""The fields of a score sheet: a box for the cards that each player had left, and who went out in which order."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from referee import Json

CARDS_LEFT, OUT = "cards_left", "out"
UNKNOWN = "?"
KINDS = {CARDS_LEFT: "count", OUT: "out"}
"""The keys of a record, and how the names of their fields begin."""
LABELS = {
    CARDS_LEFT: gettext_lazy("Cards left"),
    OUT: gettext_lazy("Order of going out"),
}
"""The keys of a record in words."""


class CardCountField(forms.IntegerField):
    """A number of cards, or ``?`` for one that nobody knows."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Any:
        """Return the number or ``?``; raise ValidationError for another text."""
        return UNKNOWN if str(value).strip() == UNKNOWN else super().to_python(value)

    def run_validators(self, value: Any) -> None:
        """Check the bounds of a number."""
        if value != UNKNOWN:
            super().run_validators(value)


def count_fields(rules: referee.Rules, names: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return a box for each seat: how many cards it had left."""
    return {
        f"count_{seat}": CardCountField(
            label=name, required=False, min_value=0, max_value=rules.hand_size
        )
        for seat, name in names.items()
    }


def order_fields(rules: referee.Rules, names: Mapping[int, str]) -> dict[str, forms.Field]:
    """Return a choice of seats for each place in the order of going out."""
    places = len(names) - 1 if rules.house_rules.get("play_to_last") else 1
    return {
        f"out_{place}": forms.TypedChoiceField(
            label=_ordinal(place),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", "—"), *names.items()],
        )
        for place in range(1, places + 1)
    }


def bound_fields(form: forms.Form, key: str) -> list[forms.BoundField]:
    """Return the fields of one key of the record."""
    return [form[name] for name in _names(form, key)]


def initial_values(key: str, value: Any) -> dict[str, Json]:
    """Return what the fields of one key contain, by their names."""
    unknown = UNKNOWN if key == CARDS_LEFT else None
    return {
        f"{KINDS[key]}_{at}": unknown if number is None else number
        for at, number in enumerate(value or [], 1)
    }


def read(form: forms.Form, key: str) -> list[Json] | None:
    """Return the value of one key of the record; None where its fields are empty."""
    numbers = [form.cleaned_data.get(name) for name in _names(form, key)]
    known: list[Json] = [number for number in numbers if number is not None]
    if key == OUT or not known:
        return known or None
    return list(numbers)


def ask_for_missing_counts(form: forms.Form) -> None:
    """Require every number of cards left if one is given."""
    names = _names(form, CARDS_LEFT)
    missing = [name for name in names if form.cleaned_data.get(name) is None]
    for name in missing if len(missing) < len(names) else ():
        if name not in form.errors:
            form.add_error(name, _("How many? Enter 0 for none."))


def _names(form: forms.Form, key: str) -> list[str]:
    return [name for name in form.fields if name.startswith(f"{KINDS[key]}_")]


def _ordinal(place: int) -> str:
    return [_("First out"), _("Second out"), _("Third out"), _("Fourth out")][place - 1]
