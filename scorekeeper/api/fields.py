"""Serializer fields for closed sets of words."""

from typing import Any, NoReturn

from rest_framework import serializers

from scorekeeper.models.sessions import variant_choices


class OneOf(serializers.ChoiceField):
    """One of a few words; what is none of them is told which there are."""

    default_error_messages = {"invalid_choice": "'{input}' is none of {choices}."}

    def fail(self, key: str, **more: Any) -> NoReturn:
        """Refuse it, with the words that would do."""
        super().fail(key, choices=", ".join(map(str, self.choices)), **more)


class VariantField(serializers.ChoiceField):
    """One of the games in the referee's registry, which is read each time a serializer is made."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=variant_choices(), **options)
