"""How the OpenAPI document describes an operation, beyond what drf-spectacular finds.

drf-spectacular imports this module before its own views.
"""

from typing import Any

from drf_spectacular.extensions import (
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema

from scorekeeper.access import SCOPE_FOR
from scorekeeper.api.fields import LabelField
from scorekeeper.api.permissions import InScope, needed_action
from scorekeeper.models import TokenScope, days, limits


class ClosedBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The description of a JSON object that is sent: without other keys, since routes refuse those they do not know."""

    target_class = "rest_framework.serializers.Serializer"
    match_subclasses = True
    priority = -2  # after those that come with drf-spectacular

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Return the schema, closed unless the serializer has ``keeps_unknown_keys``."""
        schema: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        is_kept = getattr(self.target, "keeps_unknown_keys", False)
        if direction == "request" and schema.get("type") == "object" and not is_kept:
            schema["additionalProperties"] = False
        return schema


class WordsAndDays(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The description of a name, a label or a day that is sent: which ones are accepted."""

    target_class = "rest_framework.serializers.Field"
    match_subclasses = True
    priority = -2

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """Return the schema with its pattern or the bounds; rows from before may have anything, and are read."""
        schema: dict[str, Any] = auto_schema._map_serializer_field(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        if direction != "request":
            return schema
        validators = self.target.validators
        if limits.check_name in validators:
            schema["pattern"] = limits.NAME_PATTERN
        elif isinstance(self.target, LabelField):
            schema["pattern"] = limits.LABEL_PATTERN
        elif days.check_day in validators:
            schema["description"] = (
                f"Between {days.EARLIEST} and {days.LATEST}; else 400 `bad-date`."
            )
        return schema


class ScopedSchema(AutoSchema):
    """The description of an operation with the scope that a token needs for it."""

    def get_extensions(self) -> dict[str, Any]:
        """Return ``x-token-scope``, where a token may be sent."""
        scope = self._scope()
        return {**super().get_extensions(), **({"x-token-scope": str(scope)} if scope else {})}

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular calls it
        """Return the description with a sentence on the scope."""
        description: str = super().get_description()
        scope = self._scope()
        return f"{description}\n\nA token needs the scope `{scope}`." if scope else description

    def _scope(self) -> TokenScope | None:
        """Return the least scope for the view's declared action; None where tokens are not looked at."""
        if not any(isinstance(permission, InScope) for permission in self.view.get_permissions()):
            return None
        return SCOPE_FOR[needed_action(self.view, self.method)]
