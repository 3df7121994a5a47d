"""``Authorization: Bearer …``."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from rest_framework import exceptions

from scorekeeper.models import Token, User


class BearerAuthentication(TokenAuthentication):  # type: ignore[misc]
    """A token that was made here, has not expired and was not revoked."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        """Whose token it is."""
        if not token.isascii():
            raise exceptions.AuthenticationFailed("Invalid token.")
        user, kept = super().authenticate_credentials(token)
        return user, kept


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The same, in the words of OpenAPI."""

    target_class = BearerAuthentication
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, Any]:
        """How a program signs in."""
        return {"type": "http", "scheme": "bearer"}
