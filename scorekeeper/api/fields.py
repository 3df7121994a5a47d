"""One of a few words."""

from typing import Any, NoReturn

from rest_framework import serializers


class OneOf(serializers.ChoiceField):
    """One of a few words; what is none of them is told which there are."""

    default_error_messages = {"invalid_choice": "'{input}' is none of {choices}."}

    def fail(self, key: str, **more: Any) -> NoReturn:
        """Refuse it, with the words that would do."""
        super().fail(key, choices=", ".join(map(str, self.choices)), **more)
