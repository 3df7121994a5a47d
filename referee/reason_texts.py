"""Sentences that can be translated: a template and its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Parameters: TypeAlias = Mapping[str, "int | float | str | Reason"]


def gettext_noop(text: str) -> str:
    """Return a text unchanged; by this name ``makemessages`` finds the texts to translate."""
    return text


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence whose template and parameters are kept apart, so that it can be translated.

    >>> str(Reason("Seat {seat} must play.", {"seat": 2}))
    'Seat 2 must play.'
    """

    template: str
    parameters: Parameters = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.parameters)

    def as_json(self) -> dict[str, Any]:
        """Return the template and the parameters, in which nested reasons have the same form."""
        parameters = {
            name: value.as_json() if isinstance(value, Reason) else value
            for name, value in self.parameters.items()
        }
        return {"template": self.template, "parameters": parameters}


def format_reason(template: str, parameters: Mapping[str, Any]) -> str:
    """Return the English sentence of a reason's ``as_json``.

    >>> format_reason(**Reason("{sentence} So there.", {"sentence": Reason("Seat {seat} passes.", {"seat": 2})}).as_json())
    'Seat 2 passes. So there.'
    """
    inner = {
        name: format_reason(**value) if isinstance(value, dict) else value
        for name, value in parameters.items()
    }
    return template.format_map(inner)


def count_cards(number: int) -> Reason:
    """Return a number of cards in words.

    >>> str(count_cards(1)), str(count_cards(2))
    ('one card', '2 cards')
    """
    return Reason("one card") if number == 1 else Reason("{number} cards", {"number": number})
