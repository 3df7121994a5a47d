"""A variant's house rules as a form: each switch with its explanation, its default and its ruling."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

import referee
from scorekeeper.records import Json

PREFIX = "rule"
NUMBERS = re.compile(r"[-\d.]+")


@dataclass(frozen=True, kw_only=True)
class Switch:
    """A named switch of a variant, as the referee lists it."""

    name: str
    type: str
    default: Json
    choices: tuple[str, ...]
    expected: str
    rule: str
    text: str

    @property
    def label(self) -> str:
        return _(self.name.replace("_", " ").capitalize())


@dataclass(frozen=True, kw_only=True)
class Said:
    """A house rule in words."""

    label: str
    value: str
    text: str
    rule: str


def variant_named(slug: str) -> dict[str, Any]:
    """One of the games that the referee knows."""
    for variant in referee.variants():
        if variant["variant"] == slug:
            return variant
    raise Http404(_("No game is called “%(name)s”.") % {"name": slug})


def switches(slug: str) -> list[Switch]:
    """A variant's house rules."""
    return [
        Switch(
            name=rule["name"],
            type=rule["type"],
            default=rule["default"],
            choices=tuple(rule.get("choices") or ()),
            expected=rule.get("expected", ""),
            rule=rule["rule"],
            text=rule["text"],
        )
        for rule in variant_named(slug)["house_rules"]
    ]


class HouseRulesForm(forms.Form):
    """Every switch of a variant.  What is left at its default is not written down."""

    def __init__(self, slug: str, data: Mapping[str, Any] | None = None) -> None:
        complete = {} if data is None else _with_defaults(slug, data)
        super().__init__(complete if data is not None else None, prefix=PREFIX)
        self.slug = slug
        self.switches = {switch.name: switch for switch in switches(slug)}
        for switch in self.switches.values():
            self.fields[switch.name] = _field(switch)

    def rows(self) -> Iterator[tuple[forms.BoundField, Switch]]:
        """The fields with what they are about."""
        for name, switch in self.switches.items():
            yield self[name], switch

    def chosen(self) -> dict[str, Json]:
        """What differs from the defaults."""
        return {
            name: value
            for name, switch in self.switches.items()
            if (value := self.cleaned_data.get(name, switch.default)) != switch.default
        }

    def differing(self) -> bool:
        """Is anything set, or wrong, so that the form should be open?"""
        return self.is_bound and (not self.is_valid() or bool(self.chosen()))

    def clean(self) -> dict[str, Any]:
        """The referee says what will not do, switch by switch, then all together."""
        for name, switch in self.switches.items():
            if name in self.cleaned_data:
                self.cleaned_data[name] = read(switch, self.cleaned_data[name])
        for name, value in self.chosen().items():
            self._ask_referee({name: value})
        if not self.errors:
            self._ask_referee(self.chosen())
        return self.cleaned_data

    def _ask_referee(self, chosen: dict[str, Json]) -> None:
        try:
            referee.rules_for(self.slug, chosen)
        except referee.MalformedError as error:
            name = error.where.removeprefix("house_rules.")
            self.add_error(name if name in self.fields else None, error.message)


def as_query(slug: str, chosen: Mapping[str, Json]) -> str:
    """House rules within an address."""
    known = {switch.name: switch for switch in switches(slug)}
    pairs = {f"{PREFIX}-{name}": written(known[name], value) for name, value in chosen.items()}
    return urlencode(pairs)


def in_words(slug: str, chosen: Mapping[str, Json]) -> list[Said]:
    """House rules that differ, for people."""
    return [
        Said(
            label=switch.label, value=_told(switch, chosen[switch.name]),
            text=_(switch.text), rule=switch.rule,
        )
        for switch in switches(slug)
        if switch.name in chosen
    ]  # fmt: skip


def read(switch: Switch, text: str) -> Json:
    """A value from what was typed or chosen; what cannot be read is left to the referee to refuse."""
    text = text.strip()
    if not text:
        return switch.default
    if switch.type == "boolean":
        return text == "yes"
    if switch.type == "number":
        return _number(text)
    if switch.type == "list":
        return _numbers(text, in_pairs=isinstance(_first(switch.default), list))
    return text


def written(switch: Switch, value: Json) -> str:
    """A value as it is typed; ``read`` is the inverse."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(
            ":".join(f"{number}" for number in one) if isinstance(one, list) else f"{one}"
            for one in value
        )
    return f"{value}"


def _with_defaults(slug: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A link names only what differs."""
    whole = QueryDict(mutable=True)
    for switch in switches(slug):
        key = f"{PREFIX}-{switch.name}"
        whole[key] = data.get(key) or written(switch, switch.default)
    return whole


def _field(switch: Switch) -> forms.Field:
    standard = written(switch, switch.default)
    shared: dict[str, Any] = {"label": switch.label, "required": False, "initial": standard}
    if switch.type == "boolean":
        return forms.ChoiceField(choices=[("yes", _("yes")), ("no", _("no"))], **shared)
    if switch.type == "choice":
        choices = [(choice, _spoken(choice)) for choice in switch.choices]
        return forms.ChoiceField(choices=choices, **shared)
    return forms.CharField(max_length=200, **shared)


def _spoken(choice: str) -> str:
    return _(choice.replace("-", " "))


def _told(switch: Switch, value: Json) -> str:
    text = written(switch, value)
    if switch.type == "boolean":
        return _("yes") if value else _("no")
    return _spoken(text) if switch.type == "choice" else text


def _number(text: str) -> Json:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _numbers(text: str, *, in_pairs: bool) -> Json:
    if not in_pairs:
        return [_number(word) for word in re.split(r"[\s,;]+", text.strip(" []")) if word]
    found = [_number(word) for word in NUMBERS.findall(text)]
    return [list(pair) for pair in zip(found[::2], found[1::2], strict=False)]


def _first(value: Json) -> Json:
    return value[0] if isinstance(value, list) and value else None
