"""Serializer fields for closed sets of values."""

from typing import Any, NoReturn

from django.conf import settings
from rest_framework import serializers

from scorekeeper.models.sessions import variant_choices

LANGUAGES = [language for language, _name in settings.LANGUAGES]


class OneOf(serializers.ChoiceField):
    """A choice whose error lists the valid values."""

    default_error_messages = {"invalid_choice": "'{input}' is none of {choices}."}

    def fail(self, key: str, **more: Any) -> NoReturn:
        """Raise ValidationError with the valid values."""
        super().fail(key, choices=", ".join(map(str, self.choices)), **more)


class LabelField(serializers.CharField):
    """A text that is shown within a line (`limits.check_label`), which the service checks where it changes."""


class VariantField(serializers.ChoiceField):
    """One of the games in the referee's registry, which is read each time a serializer is made."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=variant_choices(), **options)
