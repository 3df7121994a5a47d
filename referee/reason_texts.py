"""Sentences that can be said in another language: the words, and what is put into them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Parameters: TypeAlias = Mapping[str, "int | float | str | Reason"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence and what was put into it, kept apart so that the sentence can be said in another language.

    >>> str(Reason("Seat {seat} must play.", {"seat": 2}))
    'Seat 2 must play.'
    """

    template: str
    parameters: Parameters = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.parameters)

    def as_json(self) -> dict[str, Any]:
        """The template and the parameters; a parameter may be a sentence part of the same form."""
        parameters = {
            name: value.as_json() if isinstance(value, Reason) else value
            for name, value in self.parameters.items()
        }
        return {"template": self.template, "parameters": parameters}


def worded(template: str, parameters: Mapping[str, Any]) -> str:
    """The sentence of which ``as_json`` says this.

    >>> worded(**Reason("{sentence} So there.", {"sentence": Reason("Seat {seat} passes.", {"seat": 2})}).as_json())
    'Seat 2 passes. So there.'
    """
    inner = {
        name: worded(**value) if isinstance(value, dict) else value
        for name, value in parameters.items()
    }
    return template.format_map(inner)
