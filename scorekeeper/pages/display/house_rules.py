"""A variant's house rules: read, written, and said in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.utils.translation import gettext as _

import referee
from scorekeeper.adjudication.record_parts import Json

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
        """Its name for people."""
        return _(self.name.replace("_", " ").capitalize())

    @property
    def typed_as(self) -> str:
        """How a value is typed in, for people."""
        if isinstance(_first(self.default), list):
            return _("steps: 1:1 10:2 means that from 10 cards on each counts twice")
        return _(self.expected)

    @property
    def usual(self) -> str:
        """Its default for people."""
        return told(self, self.default)


@dataclass(frozen=True, kw_only=True)
class Said:
    """A house rule in words."""

    label: str
    value: str
    text: str
    rule: str


def games() -> list[dict[str, Any]]:
    """The games that the referee knows, with their names in the reader's language."""
    return [{**variant, "name": _(str(variant["name"]))} for variant in referee.variants()]


def variant_named(slug: str) -> dict[str, Any]:
    """One of the games that the referee knows."""
    for variant in games():
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


def as_query(slug: str, chosen: Mapping[str, Json]) -> str:
    """House rules within an address."""
    known = {switch.name: switch for switch in switches(slug)}
    pairs = {f"{PREFIX}-{name}": written(known[name], value) for name, value in chosen.items()}
    return urlencode(pairs)


def in_words(slug: str, chosen: Mapping[str, Json]) -> list[Said]:
    """House rules that differ, for people."""
    return [
        Said(
            label=switch.label, value=told(switch, chosen[switch.name]),
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


def spoken(choice: str) -> str:
    """A named position in words."""
    return _(choice.replace("-", " "))


def told(switch: Switch, value: Json) -> str:
    """A value for people."""
    text = written(switch, value)
    if switch.type == "boolean":
        return _("yes") if value else _("no")
    return spoken(text) if switch.type == "choice" else text


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
