"""A form of a variant's house rules, each with its explanation, its default and its ruling."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

import referee
from referee import Json
from scorekeeper.pages.display.house_rules import (
    PREFIX,
    Switch,
    as_fields,
    choice_text,
    format_value,
    parse_value,
    switches,
)
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.display.presets import CUSTOM, Preset, filled_in, preset_for

PRESET = f"{PREFIX}-preset"
"""The field that says which preset was chosen.  Without it, the fields of the house rules count."""


class HouseRulesForm(forms.Form):
    """Every house rule of a variant; those at their defaults are not recorded."""

    def __init__(
        self,
        slug: str,
        data: Mapping[str, Any] | None = None,
        *,
        last: Mapping[str, Json] | None = None,
        presets: Sequence[Preset] = (),
    ) -> None:
        """Create the form; ``last`` are house rules to begin with, ``presets`` are offered beside the single rules."""
        complete = {} if data is None else _with_defaults(slug, filled_in(data, PRESET))
        super().__init__(complete if data is not None else None, prefix=PREFIX)
        self.slug = slug
        self.last = last or {}
        self.presets = presets
        self.switches = {switch.name: switch for switch in switches(slug)}
        for switch in self.switches.values():
            field = _field(switch)
            field.widget.attrs["aria-describedby"] = f"id_{PREFIX}-{switch.name}_helptext"
            if switch.name in self.last:
                field.initial = format_value(switch, self.last[switch.name])
            self.fields[switch.name] = field
        if presets:
            self.fields["preset"] = forms.CharField(required=False, widget=forms.HiddenInput)

    def chosen_preset(self) -> str:
        """Return the value of the preset to show as chosen; *Custom* if none says what the form says."""
        if self.is_bound and (self["preset"].data == CUSTOM or not self.is_valid()):
            return CUSTOM
        fields = as_fields(self.slug, self.chosen() if self.is_bound else self.last)
        return preset_for(fields, self.presets)

    def rows(self) -> Iterator[tuple[forms.BoundField, Switch]]:
        """Yield each field with its house rule."""
        for name, switch in self.switches.items():
            yield self[name], switch

    def chosen(self) -> dict[str, Json]:
        """Return the house rules that differ from the defaults."""
        return {
            name: value
            for name, switch in self.switches.items()
            if (value := self.cleaned_data.get(name, switch.default)) != switch.default
        }

    def differing(self) -> bool:
        """Return whether to show the form open: a house rule differs from its default, or is wrong."""
        return self.is_bound and (not self.is_valid() or bool(self.chosen()))

    def clean(self) -> dict[str, Any]:
        """Let the referee check the house rules together, then again without what it refused: each wrong one gets its error."""
        for name, switch in self.switches.items():
            if name in self.cleaned_data:
                self.cleaned_data[name] = parse_value(switch, self.cleaned_data[name])
        chosen = self.chosen()
        while error := self._find_error(chosen):
            name = error.where.removeprefix("house_rules.")
            self._show(name, error)
            if name not in chosen:
                break
            del chosen[name]
        return self.cleaned_data

    def _find_error(self, chosen: dict[str, Json]) -> referee.MalformedError | None:
        try:
            referee.rules_for(self.slug, chosen)
        except referee.MalformedError as error:
            return error
        return None

    def _show(self, name: str, error: referee.MalformedError) -> None:
        switch = self.switches.get(name)
        if switch is None:
            self.add_error(None, error_text(error))
        elif switch.is_typed:
            self.add_error(name, _refusal(switch, self[name].data))
        else:
            self.add_error(name, error_text(error))


def _refusal(switch: Switch, typed: str) -> str:
    """Return why a typed value is refused, in the notation of the form instead of the record's."""
    text = _("“%(typed)s” does not fit here. Expected: %(expected)s.")
    return text % {"typed": typed, "expected": switch.typed_as}


def _with_defaults(slug: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data with defaults added: a link names only what differs."""
    complete = QueryDict(mutable=True)
    for switch in switches(slug):
        key = f"{PREFIX}-{switch.name}"
        complete[key] = data.get(key) or format_value(switch, switch.default)
    complete[PRESET] = data.get(PRESET, "")
    return complete


def _field(switch: Switch) -> forms.Field:
    standard = format_value(switch, switch.default)
    shared: dict[str, Any] = {"label": switch.label, "required": False, "initial": standard}
    if switch.type == "boolean":
        return forms.ChoiceField(choices=[("yes", _("yes")), ("no", _("no"))], **shared)
    if switch.type == "choice":
        choices = [(choice, choice_text(choice)) for choice in switch.choices]
        return forms.ChoiceField(choices=choices, **shared)
    return forms.CharField(max_length=200, **shared)
