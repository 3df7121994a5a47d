"""How the OpenAPI document describes an operation, beyond what drf-spectacular finds.

drf-spectacular imports this module before its own views.
"""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from scorekeeper.access import SCOPE_FOR
from scorekeeper.api.scopes import InScope, needed_action
from scorekeeper.models import TokenScope


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
