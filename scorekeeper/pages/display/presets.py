"""Choices in words that fill in a whole form, offered beside *Custom*, which opens its fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

CUSTOM = "custom"
"""What a form sends for fields that somebody filled in."""
NOTHING_FILLED_IN = "usual"
MOST = 3
"""Presets offered beside *Custom*."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A choice that fills in the fields of a form."""

    label: str
    text: str  # what it means, in a sentence or two
    fields: Mapping[str, str]  # by name; the others are empty

    @property
    def value(self) -> str:
        """What its radio button sends: its fields as a query string, so that what was shown is what is saved."""
        return urlencode(self.fields) or NOTHING_FILLED_IN


def filled_in(
    data: Mapping[str, Any], name: str, *, besides: Iterable[str] = ()
) -> Mapping[str, Any]:
    """Return the fields that the sent preset fills in, or the fields as sent if none was, or if it is *Custom*.

    ``name`` is the field of the preset; ``besides`` are fields that no preset fills in.
    """
    sent = data.get(name) or CUSTOM
    if sent == CUSTOM:
        return data
    fields = QueryDict(sent, mutable=True)
    for other in (name, *besides):
        fields[other] = data.get(other, "")
    return fields


def with_first(first: Preset, others: Iterable[Preset]) -> list[Preset]:
    """Return the presets to offer, at most three; one that fills in the same as the first is left out."""
    return [first, *(preset for preset in others if preset.fields != first.fields)][:MOST]


def preset_for(fields: Mapping[str, str], presets: Sequence[Preset]) -> str:
    """Return the value of the preset that fills in exactly these fields; *Custom* if there is none."""
    return next((preset.value for preset in presets if preset.fields == fields), CUSTOM)
